"""Gives every node of a parsed expression a type, every name and call what it refers to; or says what is wrong.

Nothing here recurses: a visit puts the rest of its own work and its children on a stack, so that the depth of an
expression costs no frames. Steps keep the reference implementation's order, since messages at the same place come
in the order of their finding. The step after: `validators`.

Upstream: cel-go checker/checker.go (0.29).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kapivara.cel import check_errors as errors
from kapivara.cel.ast import Ast, Call, Comprehension, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.checked import CheckedAst, Reference
from kapivara.cel.errors import CelIssuesError, Issue
from kapivara.cel.inference import Inference, bounded, is_dyn_or_error, is_optional, most_general
from kapivara.cel.overloads import Resolver
from kapivara.cel.scopes import Scopes
from kapivara.cel.types import BOOL, DYN, ERROR, INT, Kind, Type, list_of, map_of, optional_of
from kapivara.cel.values.typing import type_of_value
from kapivara.cel.walk import qualified_name, rewrite
from kapivara.cel.well_known import message_name
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.cel.env import Env

_NO_LOCATION = -1


def check(ast: Ast, env: Env) -> CheckedAst:
    """Checks a parsed expression in an environment, and with its validators; raises `CelIssuesError`."""
    checker = _Checker(ast, env)
    checked = checker.run()
    issues = checker.issues
    if not issues and env.validators:
        from kapivara.cel.validators import validate

        issues = validate(checked, env.validators)
    if issues:
        raise CelIssuesError(ast.text, issues)
    return checked


class _Checker:
    """The check of one expression."""

    def __init__(self, ast: Ast, env: Env):
        self.issues: list[Issue] = []
        self._ast = ast
        self._env = env
        self._scopes = Scopes(env)
        self._inference = Inference()
        self._resolver = Resolver(env, self._inference)
        self._types: dict[int, Type] = {}
        self._references: dict[int, Reference] = {}
        self._replacements: dict[int, Expr] = {}
        self._work: list[tuple[Callable[[Any], None], Any]] = []
        self._visits: dict[type, Callable[[Any], None]] = {
            Const: self._visit_const,
            Ident: self._visit_ident,
            Select: self._visit_select,
            Call: self._visit_call,
            ListExpr: self._visit_list,
            MapExpr: self._visit_map,
            StructExpr: self._visit_struct,
            Comprehension: self._visit_comprehension,
        }

    def run(self) -> CheckedAst:
        """Checks the whole expression; what is wrong is in `issues`."""
        work = self._work
        self._visit(self._ast.expr)
        while work:
            step, argument = work.pop()
            step(argument)
        settle = self._inference.settle
        types = {node: settle(found) for node, found in self._types.items()}
        ast = self._ast
        if self._replacements:
            ast = replace(ast, expr=rewrite(ast.expr, self._replacements))
        return CheckedAst(ast, types, self._references)

    def _visit(self, expr: Expr) -> None:
        self._work.append((self._visits[type(expr)], expr))

    def _later(self, step: Callable[[Any], None], argument: Any) -> None:
        self._work.append((step, argument))

    def _report(self, node: int, message: str) -> None:
        self.issues.append(Issue(message, self._ast.offsets.get(node, _NO_LOCATION)))

    # Leaves

    def _visit_const(self, expr: Const) -> None:
        self._types[expr.id] = type_of_value(expr.value)

    def _visit_ident(self, expr: Ident) -> None:
        found = self._scopes.resolve(expr.name)
        if found is None:
            self._types[expr.id] = ERROR
            self._report(expr.id, errors.undeclared_reference(expr.name, self._env.container))
        else:
            self._refer(expr, *found)

    def _refer(self, expr: Expr, type_: Type, reference: Reference) -> None:
        self._types[expr.id] = type_
        self._references[expr.id] = reference
        if not isinstance(expr, Ident) or expr.name != reference.name:
            self._replacements[expr.id] = Ident(expr.id, reference.name)

    # Selection

    def _visit_select(self, expr: Select) -> None:
        """Of `a.b.c`, the longest beginning that is a declared name is a variable, the rest selects fields."""
        chain = [expr]
        if not expr.test_only:
            while isinstance(chain[-1].operand, Select) and not chain[-1].operand.test_only:
                chain.append(chain[-1].operand)
        base: Expr | None = chain[-1].operand
        if isinstance(base, Ident) and not expr.test_only:
            names = [base.name, *[select.field for select in reversed(chain)]]
            known, found = self._scopes.resolve_qualified(names)
            if found is not None:
                self._refer(chain[len(names) - known], *found)
                del chain[len(names) - known :]
                base = None
        for select in chain:
            self._later(self._finish_select, select)
        if base is not None:
            self._visit(base)

    def _finish_select(self, expr: Select) -> None:
        found = self._select_field(expr, expr.operand, expr.field)
        self._types[expr.id] = BOOL if expr.test_only else self._inference.resolve(found)

    def _select_field(self, expr: Expr, operand: Expr, field: str, *, optional: bool = False) -> Type:
        target = self._inference.resolve(self._types[operand.id])
        if is_optional(target):
            optional = True
            target = target.params[0]
        found = ERROR
        if target.kind is Kind.MAP:
            found = target.params[1]
        elif target.kind is Kind.OBJECT:
            found = self._field_type(expr.id, target.name, field)
        elif target.kind is Kind.TYPE_PARAM:
            self._inference.assignable(DYN, target)
            found = DYN
        else:
            if not is_dyn_or_error(target):
                self._report(expr.id, errors.no_field_selection(target))
            found = DYN
        return bounded(optional_of(found)) if optional else found

    def _field_type(self, node: int, type_name: str, field: str) -> Type:
        provider = self._env.provider
        if provider is None or provider.find_type(type_name) is None:
            self._report(node, errors.failed_resolution(type_name))
            return ERROR
        found = provider.find_field(type_name, field)
        if found is None:
            self._report(node, errors.undefined_field(field))
            return ERROR
        return found.type

    # Calls

    def _visit_call(self, expr: Call) -> None:
        if expr.function == "_?._" and expr.target is None and len(expr.args) == 2:
            self._later(self._finish_optional_select, expr)
            self._visit(expr.args[0])
            return
        if expr.target is None:
            self._later(self._finish_call, expr)
        else:
            self._later(self._visit_target, (expr, expr.target))
        for arg in reversed(expr.args):
            self._visit(arg)

    def _finish_optional_select(self, expr: Call) -> None:
        operand, field = expr.args
        name = field.value if isinstance(field, Const) else ""
        found = self._select_field(expr, operand, name, optional=True)
        self._types[field.id] = type_of_value(name)
        self._types[expr.id] = self._inference.resolve(found)
        function = self._env.functions.get(expr.function)
        self._references[expr.id] = Reference(expr.function, function.overloads if function else ())

    def _visit_target(self, call: tuple[Call, Expr]) -> None:
        """Either `a.b.f(x)` is the function `a.b.f`, or `f` is called on `a.b`."""
        expr, target = call
        prefix = qualified_name(target)
        if prefix is not None and self._resolver.find(f"{prefix}.{expr.function}") is not None:
            self._finish_call(Call(expr.id, f"{prefix}.{expr.function}", None, expr.args), rewritten=True)
            return
        self._later(self._finish_call, expr)
        self._visit(target)

    def _finish_call(self, expr: Call, *, rewritten: bool = False) -> None:
        found = self._resolver.find(expr.function)
        self._types[expr.id] = ERROR
        if found is None:
            self._report(expr.id, errors.undeclared_reference(expr.function, self._env.container))
            return
        if expr.target is None and (rewritten or found.name != expr.function):
            expr = self._replacements[expr.id] = Call(expr.id, found.name, None, expr.args)
        if found.name in ("_&&_", "_||_"):
            self._finish_logical(expr, Reference(found.name, found.overloads))
            return
        operands = expr.args if expr.target is None else (expr.target, *expr.args)
        member = expr.target is not None
        types = [self._types[operand.id] for operand in operands]
        resolution = self._resolver.resolve(found, types, member=member)
        if resolution is None:
            settled = [self._inference.settle(one) for one in types]
            self._report(expr.id, errors.no_matching_overload(found.name, settled, member=member))
        else:
            self._types[expr.id] = resolution.result
            self._references[expr.id] = Reference(found.name, resolution.overloads)

    def _finish_logical(self, expr: Call, reference: Reference) -> None:
        wrong = False
        for arg in expr.args:
            found = self._types[arg.id]
            if not self._inference.assignable(found, BOOL):
                self._report(arg.id, errors.type_mismatch(BOOL, found))
                wrong = True
        if not wrong:
            self._types[expr.id] = BOOL
            self._references[expr.id] = reference

    # Literals

    def _visit_list(self, expr: ListExpr) -> None:
        joined = _Joined()

        def join(index: int) -> None:
            element = expr.elements[index]
            self._join(joined, element, optional=index in expr.optional)

        def finish(_: None) -> None:
            item = joined.type or self._inference.fresh()
            self._types[expr.id] = bounded(list_of(item))

        self._later(finish, None)
        for index in reversed(range(len(expr.elements))):
            self._later(join, index)
            self._visit(expr.elements[index])

    def _visit_map(self, expr: MapExpr) -> None:
        keys = _Joined()
        values = _Joined()

        def finish(_: None) -> None:
            key = keys.type or self._inference.fresh()
            value = values.type or self._inference.fresh()
            self._types[expr.id] = bounded(map_of(key, value))

        self._later(finish, None)
        for entry in reversed(expr.entries):
            self._later(lambda entry: self._join(values, entry.value, optional=entry.optional), entry)
            self._visit(entry.value)
            self._later(lambda entry: self._join(keys, entry.key, optional=False), entry)
            self._visit(entry.key)

    def _join(self, joined: _Joined, element: Expr, *, optional: bool) -> None:
        """Makes the type of a literal's elements general enough for one more."""
        found = self._types[element.id]
        if optional:
            found = self._unwrap_optional(element, found)
        before = joined.type
        if before is None:
            joined.type = found
        elif self._inference.assignable(before, found):
            joined.type = most_general(before, found)
        elif not self._env.homogeneous_literals:
            joined.type = DYN
        else:
            self._report(element.id, errors.type_mismatch(before, found))
            joined.type = ERROR

    def _unwrap_optional(self, element: Expr, found: Type) -> Type:
        if is_optional(found):
            return found.params[0]
        if found.kind is not Kind.DYN:
            self._report(element.id, errors.type_mismatch(optional_of(found), found))
        return found

    def _visit_struct(self, expr: StructExpr) -> None:
        found = self._scopes.resolve_type(expr.type_name)
        if found is None:
            self._report(expr.id, errors.undeclared_reference(expr.type_name, self._env.container))
            self._types[expr.id] = ERROR
            return
        name, type_ = found
        if name != expr.type_name:
            self._replacements[expr.id] = StructExpr(expr.id, name, expr.entries)
        self._references[expr.id] = Reference(name)
        message = message_name(name, type_)
        if message is None:
            self._report(expr.id, errors.not_a_message_type(type_.name))
            type_ = ERROR
        self._types[expr.id] = type_
        for entry in reversed(expr.entries):
            self._later(self._finish_field, (message or name, entry))
            self._visit(entry.value)

    def _finish_field(self, field: tuple[str, Entry]) -> None:
        type_name, entry = field
        expected = self._field_type(entry.id, type_name, entry.key)
        found = self._types[entry.value.id]
        if entry.optional:
            found = self._unwrap_optional(entry.value, found)
        if not self._inference.assignable(expected, found):
            self._report(entry.id, errors.field_type_mismatch(entry.key, expected, found))

    # Comprehensions

    def _visit_comprehension(self, expr: Comprehension) -> None:
        self._later(self._enter_loop, expr)
        self._visit(expr.accu_init)
        self._visit(expr.iter_range)

    def _enter_loop(self, expr: Comprehension) -> None:
        accumulated = self._types[expr.accu_init.id]
        self._scopes.enter({expr.accu_var: accumulated})
        self._scopes.enter(self._loop_variables(expr))
        self._later(self._leave_loop, expr)
        self._later(lambda step: self._assert_type(step, accumulated), expr.loop_step)
        self._visit(expr.loop_step)
        self._later(lambda condition: self._assert_type(condition, BOOL), expr.loop_condition)
        self._visit(expr.loop_condition)

    def _loop_variables(self, expr: Comprehension) -> dict[str, Type]:
        over = self._inference.resolve(self._types[expr.iter_range.id])
        if over.kind is Kind.LIST:
            first, second = (INT, over.params[0]) if expr.iter_var2 else (over.params[0], DYN)
        elif over.kind is Kind.MAP:
            first, second = over.params
        elif is_dyn_or_error(over) or over.kind is Kind.TYPE_PARAM:
            self._inference.assignable(DYN, over)
            first = second = DYN
        else:
            self._report(expr.iter_range.id, errors.not_a_comprehension_range(over))
            first = second = ERROR
        return {expr.iter_var2: second, expr.iter_var: first} if expr.iter_var2 else {expr.iter_var: first}

    def _leave_loop(self, expr: Comprehension) -> None:
        self._scopes.leave()
        self._later(self._finish_comprehension, expr)
        self._visit(expr.result)

    def _finish_comprehension(self, expr: Comprehension) -> None:
        self._scopes.leave()
        self._types[expr.id] = self._inference.resolve(self._types[expr.result.id])

    def _assert_type(self, expr: Expr, expected: Type) -> None:
        found = self._types[expr.id]
        if not self._inference.assignable(expected, found):
            self._report(expr.id, errors.type_mismatch(expected, found))


class _Joined:
    """The type of a literal's elements so far."""

    __slots__ = ("type",)

    def __init__(self) -> None:
        self.type: Type | None = None
