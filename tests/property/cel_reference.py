"""A plain, slow evaluator of checked expressions, with which compiled ones are compared.

It walks the tree, expands macros, and asks values for their types: it generates no code, uses no static types except
those of messages, and specialises nothing. Failures are values until they are used, which is how `&&`, `||` and the
loops of macros absorb them; failures that stop an evaluation are raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.checks.folding import is_in_constants, looks_nowhere
from kapivara.cel.cost.costs import cost_at_run_time
from kapivara.cel.env import Env
from kapivara.cel.errors import CelError, CelPanicError
from kapivara.cel.functions import Overload
from kapivara.cel.tree.ast import Call, Comprehension, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of, stops_early
from kapivara.cel.types import CelKind, Type
from kapivara.cel.values import CelMap, OptionalValue, equal, make_map, runtime_name, type_of_value
from kapivara.cel.values.failed import FAILED
from kapivara.cel.values.maps import key_identity
from kapivara.values import ABSENT


class Failure:
    """The result of an expression that failed."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return f"Failure({self.text!r})"


NO_OVERLOAD = Failure("no such overload")
Scope = Callable[[str], Any]


def evaluate(checked: CheckedAst, env: Env, bindings: Mapping[str, Any]) -> Any:
    """Evaluates an expression; returns its value or a `Failure`."""
    try:
        return _Evaluator(checked, env).value(checked.ast.expr, lambda name: bindings[name.removeprefix(".")])
    except CelPanicError as error:
        return Failure(f"internal error: {error}")


class _Evaluator:
    def __init__(self, checked: CheckedAst, env: Env):
        self._checked = checked
        self._env = env

    def value(self, node: Expr, scope: Scope) -> Any:
        match node:
            case Const(value=value):
                return value
            case Ident():
                return self._ident(node, scope)
            case Select():
                return self._select(node, scope)
            case Call():
                return self._call(node, scope)
            case ListExpr():
                return self._list(node, scope)
            case MapExpr(entries=entries):
                return self._map(entries, scope)
            case StructExpr():
                return self._struct(node, scope)
            case Comprehension():
                return self._comprehension(node, scope)

    def _ident(self, node: Ident, scope: Scope) -> Any:
        reference = self._checked.references.get(node.id)
        if reference is not None and reference.value is not ABSENT:
            return reference.value
        return scope(reference.name if reference is not None and reference.name else node.name)

    def _select(self, node: Select, scope: Scope) -> Any:
        operand = self.value(node.operand, scope)
        if isinstance(operand, Failure):
            return operand
        if node.test_only:
            return _has(operand, node.field)
        return _at(operand, node.field)

    def _call(self, node: Call, scope: Scope) -> Any:
        special = getattr(self, _SPECIAL.get(node.function, ""), None)
        if special is not None:
            return special(node, scope)
        if looks_nowhere(self._checked, node):
            return False
        if stops_early(self._checked, node):
            values = self._values(operands_of(node), scope)
            if isinstance(values, Failure):
                return values
        else:
            values = [self.value(operand, scope) for operand in operands_of(node)]
        if node.function == "_[_]":
            return _at(*values)
        if node.function in ("_[?_]", "_?._"):
            return _at_if_present(*values)
        if is_in_constants(self._checked, node) and not isinstance(values[0], Failure):
            key_identity(values[0])
        return self._applied(node, values)

    def _applied(self, node: Call, values: list[Any]) -> Any:
        """Calls a function unless an operand failed; after a failure, computes the cost."""
        failed = next((value for value in values if isinstance(value, Failure)), None)
        overloads = self._env.functions[node.function].overloads
        result = failed or _apply(overloads, values, member=node.target is not None)
        cost = cost_at_run_time(self._checked.overloads_of(node))
        if isinstance(result, Failure) and getattr(cost, "panics", False):
            assert cost is not None
            cost.actual(tuple(FAILED if isinstance(value, Failure) else value for value in values), FAILED)
        return result

    def _values(self, nodes: tuple[Expr, ...], scope: Scope) -> list[Any] | Failure:
        values = []
        for node in nodes:
            value = self.value(node, scope)
            if isinstance(value, Failure):
                return value
            values.append(value)
        return values

    def _and(self, node: Call, scope: Scope) -> Any:
        return self._logic(node, scope, decides=False)

    def _or(self, node: Call, scope: Scope) -> Any:
        return self._logic(node, scope, decides=True)

    def _logic(self, node: Call, scope: Scope, *, decides: bool) -> Any:
        """Evaluates both sides unless the first decides; a side that decides wins over a failure of the other."""
        sides = []
        for arg in node.args:
            value = self.value(arg, scope)
            if value is decides:
                return decides
            sides.append(value)
        failed = [side for side in sides if isinstance(side, Failure)]
        if failed:
            return failed[0]
        return not decides if all(side is not decides and isinstance(side, bool) for side in sides) else NO_OVERLOAD

    def _choice(self, node: Call, scope: Scope) -> Any:
        condition = self.value(node.args[0], scope)
        if isinstance(condition, Failure):
            return condition
        if not isinstance(condition, bool):
            return NO_OVERLOAD
        return self.value(node.args[1 if condition else 2], scope)

    def _not_false(self, node: Call, scope: Scope) -> bool:
        return self.value(node.args[0], scope) is not False

    def _otherwise(self, node: Call, scope: Scope) -> Any:
        """Evaluates `optional.or(other)` and `optional.orValue(value)`; evaluates the argument only if necessary."""
        assert node.target is not None
        target = self.value(node.target, scope)
        if isinstance(target, Failure):
            return target
        if not isinstance(target, OptionalValue):
            return NO_OVERLOAD
        if not target.has_value:
            return self.value(node.args[0], scope)
        return target if node.function == "or" else target.value

    def _list(self, node: ListExpr, scope: Scope) -> Any:
        values = self._values(node.elements, scope)
        if isinstance(values, Failure):
            return values
        made = []
        for place, value in enumerate(values):
            if place not in node.optional:
                made.append(value)
            elif value.has_value:
                made.append(value.value)
        return made

    def _map(self, entries: tuple[Entry, ...], scope: Scope) -> Any:
        pairs = []
        for entry in entries:
            values = self._values((entry.key, entry.value), scope)
            if isinstance(values, Failure):
                return values
            key, value = values
            key_identity(key)
            if not entry.optional:
                pairs.append((key, value))
            elif value.has_value:
                pairs.append((key, value.value))
            else:
                pairs = [pair for pair in pairs if key_identity(pair[0]) != key_identity(key)]
        return make_map(pairs)

    def _struct(self, node: StructExpr, scope: Scope) -> Any:
        values = self._values(tuple(entry.value for entry in node.entries), scope)
        if isinstance(values, Failure):
            return values
        assert self._env.provider is not None
        fields = {entry.key: value for entry, value in zip(node.entries, values, strict=True)}
        return _attempt(self._env.provider.construct, node.type_name, fields)

    def _comprehension(self, node: Comprehension, scope: Scope) -> Any:
        """Folds a range: the accumulator may be a failure and is evaluated only when it is used."""
        source = self.value(node.iter_range, scope)
        if isinstance(source, Failure):
            return source
        if not isinstance(source, (list, dict, CelMap)):
            return NO_OVERLOAD
        accumulator: list[Any] = []

        def accumulated(name: str) -> Any:
            if name != node.accu_var:
                return scope(name)
            if not accumulator:
                accumulator.append(self.value(node.accu_init, scope))
            return accumulator[0]

        for variables in _rounds(node, source):
            here = _with(variables, accumulated)
            if self.value(node.loop_condition, here) is False:
                break
            accumulator[:] = [self.value(node.loop_step, here)]
        return self.value(node.result, accumulated)


_SPECIAL = {
    "_&&_": "_and",
    "_||_": "_or",
    "_?_:_": "_choice",
    "@not_strictly_false": "_not_false",
    "or": "_otherwise",
    "orValue": "_otherwise",
}


def _rounds(node: Comprehension, source: Any) -> list[dict[str, Any]]:
    if not node.iter_var2:
        return [{node.iter_var: each} for each in source]
    pairs = enumerate(source) if isinstance(source, list) else source.items()
    return [{node.iter_var: one, node.iter_var2: other} for one, other in pairs]


def _with(variables: Mapping[str, Any], outer: Scope) -> Scope:
    return lambda name: variables[name] if name in variables else outer(name)


def _has(value: Any, field: str) -> Any:
    if isinstance(value, OptionalValue):
        return value.has_value and _has(value.value, field)
    if isinstance(value, list):
        return Failure("unsupported index type")
    return isinstance(value, (dict, CelMap)) and any(equal(Budget(), key, field) for key in value)


def _at(value: Any, key: Any) -> Any:
    """Returns the value at an index or key; for an optional value, an optional one."""
    if isinstance(value, OptionalValue):
        return _at_if_present(value, key)
    found = _find(value, key)
    return Failure(f"no such key: {key}") if found is ABSENT else found


def _at_if_present(value: Any, key: Any) -> Any:
    if isinstance(value, OptionalValue):
        return _at_if_present(value.value, key) if value.has_value else value
    found = _find(value, key)
    if isinstance(found, Failure):
        return found
    return OptionalValue.none() if found is ABSENT else OptionalValue(found)


def _find(value: Any, key: Any) -> Any:
    if not isinstance(key, (str, int, float)):
        return Failure("invalid qualifier type")
    if isinstance(value, list):
        if isinstance(key, (str, bool)) or key != key // 1:
            return Failure("unsupported index type")
        return value[int(key)] if 0 <= key < len(value) else ABSENT
    if isinstance(value, (dict, CelMap)):
        alike = [own for other, own in value.items() if type(other) is type(key) and equal(Budget(), other, key)]
        similar = [own for other, own in value.items() if equal(Budget(), other, key)]
        return next(iter(alike + similar), ABSENT)
    return ABSENT


def _apply(overloads: tuple[Overload, ...], values: list[Any], *, member: bool) -> Any:
    """Calls the first overload that fits the arguments."""
    for overload in overloads:
        if overload.member == member and len(overload.args) == len(values) and all(map(_is_a, values, overload.args)):
            return _attempt(overload.call, Budget(), *values)
    return NO_OVERLOAD


def _is_a(value: Any, declared: Type) -> bool:
    match declared.kind:
        case CelKind.DYN | CelKind.TYPE_PARAM:
            return True
        case CelKind.LIST:
            return isinstance(value, list) and all(_is_a(each, declared.params[0]) for each in value[:1])
        case CelKind.MAP:
            return isinstance(value, (dict, CelMap))
        case CelKind.OPAQUE:
            return type_of_value(value).name == declared.name
    return runtime_name(type_of_value(value)) == runtime_name(declared)


def _attempt(function: Callable[..., Any], *values: Any) -> Any:
    try:
        return function(*values)
    except CelError as error:
        return Failure(str(error))
