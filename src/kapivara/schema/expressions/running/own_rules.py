"""Compiles the rules of one schema node into a single fast function.

It requires data that fits the schema, and returns a cost, or `UNSURE` if a rule may fail; then `evaluation` runs the
rules one by one. Both passes over objects call it (`quick`, `schema_pass`), so that rules are compiled once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kapivara.cel.budget import Budget
from kapivara.cel.codegen.comparison import bare
from kapivara.cel.codegen.emitter import BUDGET, Emitter
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.codegen.operands import UNTOLD_FAILURES
from kapivara.cel.errors import CostExceededError
from kapivara.cel.tree.ast import Ident, Select
from kapivara.cel.tree.walk import descendants
from kapivara.compiler.lazy import LazyNode
from kapivara.compiler.pass_plan import UNSURE
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.schema.expressions.compiling.programs import Binding, RuleProgram
from kapivara.schema.expressions.limits import ATTEMPT_COST, CALL_COST_LIMIT, OBJECT_COST_BUDGET
from kapivara.schema.expressions.running.rule_nodes import RuleNode
from kapivara.values.stack import deep_stack

_DEAR: Final = 100_000
"""The maximum estimated cost of rules that are not counted, for a node that occurs often with unbounded sizes."""
_TOGETHER: Final = 64
"""The maximum number of rules compiled into one function."""


class RuleFunction(LazyNode[[Any, Any, Budget], int]):
    """A node's function `run` of a value, its old one (None for none) and a budget.

    It returns the maximum cost of the rules, or `UNSURE` if one may fail.
    """

    __slots__ = ("node",)

    def __init__(self, node: RuleNode):
        super().__init__(node.allowance)
        self.node = node

    def walk(self, _value: Any, _old: Any, _budget: Budget) -> int:
        """Returns UNSURE: the schema has too many nodes with rules to compile them all."""
        return UNSURE


class OwnRules(RuleFunction):
    """The function of a node's own rules."""

    __slots__ = ()

    def compile(self) -> Callable[[Any, Any, Budget], int]:
        """Compiles the rules of the node into a function."""
        return _compile(self.node)


@deep_stack()
def _compile(node: RuleNode) -> Callable[[Any, Any, Budget], int]:
    rules = node.rules
    costs = [rule.rule.cost for rule in rules if not rule.error and rule.rule is not None]
    if len(costs) < len(rules):
        return _never_sure
    cost = sum(costs)
    if max(costs) > CALL_COST_LIMIT or cost > (_DEAR if node.schema.is_shared else OBJECT_COST_BUDGET):
        return partial(_counted_cost, node)
    writer = SourceWriter()
    with writer.block(f"def cost(v, o, {BUDGET})"):
        _print_rules(writer, node)
        writer.line(f"return {cost}")
    function: Callable[[Any, Any, Budget], int] = load(writer, "rules", "cost")
    return function


def _counted_cost(node: RuleNode, value: Any, old: Any, budget: Budget) -> int:
    """Evaluates expensive rules and counts their cost, which rarely reaches the estimate."""
    binding, spent = node.binding, 0
    try:
        if node.uses_old and old is not None and not node.old_fits(old):
            return UNSURE
        seen, seen_before = binding.trusted(value), binding.trusted(old) if node.uses_old else None
        for rule in node.rules:
            if rule.uses_old and old is None and not rule.optional_old:
                continue
            function = None if rule.rule is None else rule.rule.metered_trusting
            meter, before = Meter(ATTEMPT_COST, budget), seen_before
            if rule.optional_old:
                before = binding.trusting_optional(old)
            if function is None or function(meter, seen, before) is not True:
                return UNSURE
            spent += meter.spent
            if spent > ATTEMPT_COST:  # such costs are counted by the slow path
                return UNSURE
    except (*UNTOLD_FAILURES, CostExceededError):
        return UNSURE
    return spent


def _never_sure(_value: Any, _old: Any, _budget: Budget) -> int:
    return UNSURE


def _print_rules(writer: SourceWriter, node: RuleNode) -> None:
    with writer.block("try"):
        names = {SELF: "v", OLD_SELF: "o"}
        if node.uses_old:
            with writer.block(f"if o is not None and not {writer.bind(node.old_fits)}(o)"):
                writer.line(f"return {UNSURE}")
        if node.binding.reads:
            read = writer.bind(node.binding.trusting)
            names = {SELF: "w", OLD_SELF: "p"}
            writer.line(f"w = {read}(v)")
            writer.line(f"p = None if o is None else {read}(o)" if node.uses_old else "p = None")
        if len(node.rules) <= _TOGETHER:
            selected = {} if node.binding.reads else _print_selections(writer, node)
            _print_some(writer, node, range(len(node.rules)), names, selected)
        else:
            _print_calls(writer, node, names)
    # Another operand or element might absorb the failure, so the rules run one by one.
    with (
        writer.block(f"except {writer.bind(UNTOLD_FAILURES)}"),
        writer.block(f"if not {writer.bind(node.all_hold)}(v, o, {BUDGET})"),
    ):
        writer.line(f"return {UNSURE}")


def _print_selections(writer: SourceWriter, node: RuleNode) -> dict[str, str]:
    """Assigns fields that always exist and are selected repeatedly to variables; returns these by selection.

    If one is absent nevertheless, the rules run one by one, as after any failure.
    """
    counts = Counter(
        each.field
        for rule in node.rules
        if rule.rule is not None and not rule.rule.is_large and rule.rule.trusting_expression is not None
        for each in descendants(rule.rule.trusting_expression.ast.expr)
        if isinstance(each, Select) and not each.test_only and isinstance(each.operand, Ident)
    )
    required = node.schema.raw.get("required") or ()
    selected: dict[str, str] = {}
    for name, schema in node.schema.properties.items():
        if counts[name] > 1 and not schema.nullable and (name in required or "default" in schema.raw):
            selection = f"v[{literal(name)}]"
            selected[selection] = f"s{len(selected)}"
            writer.line(f"{selected[selection]} = {selection}")
    return selected


def _print_calls(writer: SourceWriter, node: RuleNode, names: dict[str, str]) -> None:
    """Prints functions of some rules each, and their calls, since Python compiles a function as a whole."""
    parameters = ", ".join(("v", "o", *sorted({*names.values()} - {"v", "o"}), BUDGET))
    for start in range(0, len(node.rules), _TOGETHER):
        with writer.aside(), writer.block(f"def rules{start}({parameters})"):
            _print_some(writer, node, range(start, min(start + _TOGETHER, len(node.rules))), names, {})
            writer.line("return 0")
        with writer.block(f"if rules{start}({parameters})"):
            writer.line(f"return {UNSURE}")


def _print_some(
    writer: SourceWriter, node: RuleNode, places: range, names: dict[str, str], selected: dict[str, str]
) -> None:
    for place in places:
        if node.rules[place].uses_old and not node.rules[place].optional_old:
            with writer.block("if o is not None"):
                _print_rule(writer, node, place, names, selected)
        else:
            _print_rule(writer, node, place, names, selected)


def _print_rule(
    writer: SourceWriter, node: RuleNode, place: int, names: dict[str, str], selected: dict[str, str]
) -> None:
    rule = node.rules[place]
    if rule.rule is None:
        return
    checked = None if rule.rule.is_large else rule.rule.trusting_expression
    if checked is None:
        holds = f"{writer.bind(partial(_holds, node.binding, rule))}(v, o, {BUDGET})"
    else:
        if rule.optional_old:
            writer.line(f"q = {writer.bind(node.binding.trusting_optional)}(o)")
            names = {**names, OLD_SELF: "q"}
        emitter = Emitter(checked, rule.rule.types, writer, prefix=f"r{place}_", told=False, absorbs=False)
        emitter.declare(names.items())
        emitter.selected = selected
        holds = emitter.verdict()
    with writer.block(f"if not {bare(holds)}"):
        writer.line(f"return {UNSURE}")


def _holds(binding: Binding, rule: RuleProgram, value: Any, old: Any, budget: Budget) -> bool:
    """Evaluates a rule by the form that accepts any data; raises CelError."""
    if rule.rule is None:
        return True
    before = binding.optional(old) if rule.optional_old else binding.value(old)
    return rule.rule.plain(budget, binding.value(value), before) is True
