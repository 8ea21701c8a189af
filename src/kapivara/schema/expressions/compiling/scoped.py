"""CEL expressions that compute a value from a node's data: defaults and conversions sketched in KEP-2876.

They see the node as `self`, and also its fields by their bare names, as in the proposal. Not in v1.37 or any server.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any, Final

from kapivara.cel.budget import Budget, JsonBudget
from kapivara.cel.checks.instantiation import instantiation_failure
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.errors import BudgetExceededError, CelError, CelIssuesError, CelPanicError, CostExceededError
from kapivara.cel.json_data import to_json
from kapivara.cel.tree.ast import Ast, Call, Comprehension, Const, Expr, Ident, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import descendants, rewrite
from kapivara.cel.values.unreadable import Unreadable
from kapivara.codec.errors import CannotError
from kapivara.schema.expressions.compiling.batches import RuleBatches
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF, Expression, RuleCompiler
from kapivara.schema.expressions.compiling.programs import Binding, RuleExpression
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue
from kapivara.values.request_budget import ADDED_BYTES, current_budget
from kapivara.values.stack import deep_stack

_NO_OLD: Final = Unreadable(f"no such attribute(s): {OLD_SELF}")


class ScopedExpressionError(ValueError):
    """Raised for an invalid expression; the text gives the reason."""


class ScopedExpression:
    """One expression over the data of a node; raises ScopedExpressionError if it does not compile."""

    @deep_stack()
    def __init__(self, schema: Structural, text: str, *, resource: bool):
        declared = declare(schema, resource=resource or schema.embedded_resource)
        if declared is None:
            raise ScopedExpressionError("expressions cannot see values of this schema: it has no type")
        self._compiler = RuleCompiler(declared)
        env = self._compiler.env(server=schema.server)
        try:
            self.checked: CheckedAst = env.check(_opened(env.parse(text), declared.fields))
        except CelIssuesError as issues:
            raise ScopedExpressionError(f"compilation failed: {issues}") from None
        if failure := instantiation_failure(self.checked, env):
            raise ScopedExpressionError(f"program instantiation failed: {failure}")
        self._expression = Expression(self.checked, 0)
        if self._expression.uses_old:
            raise ScopedExpressionError("oldSelf cannot be used here: there is no old value")

    @cached_property
    def _program(self) -> RuleExpression:
        return RuleExpression(self._expression, self._compiler.types, RuleBatches().rules, optional_old=False)

    @cached_property
    def _binding(self) -> Binding:
        return Binding(self._compiler.types)

    @deep_stack()
    def value(self, data: JsonValue, meter: ObjectMeter) -> JsonValue:
        """Returns the result for data as JSON, and pays for it; raises CelError."""
        try:
            found: Any = self._program.metered(meter, self._binding.value(data), _NO_OLD)
            return to_json(meter.json, found)
        except (CelPanicError, CostExceededError, BudgetExceededError) as error:
            raise CelError(str(error)) from None


class ObjectMeter(Meter):
    """The budget of all such expressions of one object: the cost of its rules, and the size of their JSON."""

    __slots__ = ("json",)

    def __init__(self) -> None:
        deadline = current_budget().deadline
        super().__init__(OBJECT_COST_BUDGET, Budget(deadline=deadline))
        self.json = JsonBudget(deadline)

    def close(self) -> None:
        """Adds the size of the JSON to that of the request; raises CannotError at its limit."""
        if self.json.made and not current_budget().count_added(self.json.made):
            raise CannotError(f"go on: rules add more than {ADDED_BYTES >> 20} MiB to the objects; ask for fewer")


def _opened(ast: Ast, fields: Collection[str]) -> Ast:
    """Returns an expression in which fields of `self` may be named without `self`.

    In `condition ? value : null`, null may stand for an absent value of any type.
    """
    offsets = dict(ast.offsets)
    nodes = list(descendants(ast.expr))
    bound = {name for node in nodes if isinstance(node, Comprehension) for name in _variables(node)}
    replacements: dict[int, Expr] = {}

    def numbered(node: Expr) -> int:
        number = max(offsets, default=0) + 1
        offsets[number] = offsets.get(node.id, 0)
        return number

    for node in nodes:
        match node:
            case Ident(name=name) if name in fields and name not in bound:
                replacements[node.id] = Select(node.id, Ident(numbered(node), SELF), name)
            case Call(function="_?_:_", args=(_, *branches)):
                for each in branches:
                    if isinstance(each, Const) and each.value is None:
                        replacements[each.id] = Call(each.id, "dyn", None, (Const(numbered(each), None),))
    return Ast(rewrite(ast.expr, replacements), ast.text, offsets, ast.macro_calls) if replacements else ast


def _variables(node: Comprehension) -> tuple[str, ...]:
    return node.iter_var, node.iter_var2, node.accu_var
