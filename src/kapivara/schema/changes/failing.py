"""Finds rules that may fail on valid values: ratcheting never forgives such failures, so updates are rejected.

Most failures read a field that may be absent without `has`. The search follows `&&`, `||`, `!` and `?:`, which absorb
failures as CEL defines: `has(self.a) && self.a > 1` cannot fail. It ignores overflows, and functions that rarely fail.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.reads import Names, Path, names_inside, only_names, place_of
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, Select
from kapivara.cel.tree.walk import children
from kapivara.schema.expressions.data.escaping import unescape
from kapivara.schema.steps.pruning import META_FIELDS
from kapivara.schema.structural.subschemas import additional_schema, items_schema
from kapivara.values import JsonObject
from kapivara.values.stack import deep_stack

Known: TypeAlias = frozenset[tuple[str, Path]]
"""The places that are known to exist."""

_NOTHING: Final[Known] = frozenset()
_HAS_VALUE: Final = "?"
_OFTEN_FAIL: Final = frozenset(
    ("int", "uint", "double", "bool", "duration", "timestamp", "ip", "cidr", "quantity", "url", "semver", "_/_", "_%_")
)


@deep_stack()
def failing_part(text: str, schema: JsonObject, *, is_root: bool) -> str:
    """Returns a text about the part of a rule that may fail on values of its schema; empty if none is found."""
    from kapivara.cel.environments import kubernetes_env

    try:
        expr = kubernetes_env((1, 37)).parse(text).expr
        return _Search(schema, is_root=is_root).find(expr, {}, _NOTHING)
    except CelIssuesError:
        return ""


class _Search:
    """Searches one rule for parts that may fail."""

    def __init__(self, schema: JsonObject, *, is_root: bool):
        self._schema = schema
        self._is_root = is_root

    def find(self, expr: Expr, names: Names, known: Known) -> str:
        """Returns a text about the part of an expression that may fail, given the places known to exist."""
        match expr:
            case Const() | Ident():
                return ""
            case Select():
                return self.find(expr.operand, names, known) or self._missing(expr, names, known)
            case Call(function="_&&_", args=(one, other)):
                return self._either(one, other, names, known, True)
            case Call(function="_||_", args=(one, other)):
                return self._either(one, other, names, known, False)
            case Call(function="_?_:_", args=(test, then, otherwise)):
                return (
                    self.find(test, names, known)
                    or self.find(then, names, known | present(test, names, True))
                    or self.find(otherwise, names, known | present(test, names, False))
                )
            case Comprehension():
                return self._in_loop(expr, names, known)
            case Call():
                return self._in_parts(expr, names, known) or _failing_call(expr, names, known)
        return self._in_parts(expr, names, known)

    def _either(self, one: Expr, other: Expr, names: Names, known: Known, outcome: bool) -> str:
        """Searches two operands; a failure counts only if the other operand does not decide."""
        first = self.find(one, names, known | present(other, names, outcome))
        return first or self.find(other, names, known | present(one, names, outcome))

    def _in_parts(self, expr: Expr, names: Names, known: Known) -> str:
        return next((found for each in children(expr) if (found := self.find(each, names, known))), "")

    def _in_loop(self, loop: Comprehension, names: Names, known: Known) -> str:
        found = self.find(loop.iter_range, names, known) or self.find(loop.accu_init, names, known)
        inside = names_inside(loop, names)
        parts = (loop.result,) if only_names(loop) else (loop.loop_condition, loop.loop_step, loop.result)
        return found or next((each for part in parts if (each := self.find(part, inside, known))), "")

    def _missing(self, expr: Select, names: Names, known: Known) -> str:
        """Returns a text about a selected field that may be absent; empty if it exists."""
        place, holder = place_of(expr, names), place_of(expr.operand, names)
        if expr.test_only or place is None or holder is None or place in known:
            return ""
        raw = self._at(holder[1])
        if raw is None or self._is_there(raw, holder[1], unescape(expr.field) or expr.field):
            return ""
        steps = "".join("[]" if step is None else f".{step}" for step in place[1])
        return f"{place[0]}{steps} may be missing"

    def _is_there(self, raw: JsonObject, path: Path, name: str) -> bool:
        if name in META_FIELDS and (raw.get("x-kubernetes-embedded-resource") or (self._is_root and not path)):
            return True
        if self._is_root and path == ("metadata",):
            return name == "name"
        declared = (raw.get("properties") or {}).get(name) or {}
        return name in (raw.get("required") or ()) or declared.get("default") is not None

    def _at(self, path: Path) -> JsonObject | None:
        raw: JsonObject | None = self._schema
        for step in path:
            if raw is None:
                return None
            if step is None:
                raw = items_schema(raw) or additional_schema(raw)
            else:
                raw = (raw.get("properties") or {}).get(unescape(step) or step) or additional_schema(raw)
        return raw


def _failing_call(call: Call, names: Names, known: Known) -> str:
    """Returns a text about a call that often fails; empty for others."""
    if call.function == "_[_]":
        container = place_of(call.args[0], names)
        asked = container is not None and (container[0], (*container[1], None)) in known
        return "" if asked else "a subscript may lead nowhere"
    if call.function == "value" and call.target is not None and not call.args:
        place = place_of(call.target, names)
        asked = place is None or (place[0], (*place[1], _HAS_VALUE)) in known
        return "" if asked else "an optional may have no value"
    given = call.args[1:] if call.function in ("_/_", "_%_") else call.args
    if call.function in _OFTEN_FAIL and call.target is None and not all(isinstance(each, Const) for each in given):
        return f"{call.function.strip('_')} may fail"
    return ""


def present(expr: Expr, names: Names, outcome: bool) -> Known:
    """Returns the places that exist if an expression is true, or false."""
    match expr:
        case Select(test_only=True):
            place = place_of(expr, names)
            found = _needed(expr.operand, names)
            return found | {place} if place is not None and outcome else found
        case Call(function="!_", args=(inner,)):
            return present(inner, names, not outcome)
        case Call(function="_&&_" | "_||_" as junction, args=(one, other)):
            first, second = present(one, names, outcome), present(other, names, outcome)
            return first | second if outcome == (junction == "_&&_") else first & second
        case Call(function="@in", args=(_, container)) if outcome:
            place = place_of(container, names)
            inside: Known = frozenset() if place is None else frozenset([(place[0], (*place[1], None))])
            return inside | _needed(expr, names)
        case Call(function="hasValue", target=Ident() | Select() | Call() as optional) if outcome:
            place = place_of(optional, names)
            return _NOTHING if place is None else frozenset([(place[0], (*place[1], _HAS_VALUE))])
    return _needed(expr, names)


def _needed(expr: Expr, names: Names) -> Known:
    """Returns the places that must exist for an expression to have a value."""
    found: set[tuple[str, Path]] = set()
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Select) and not node.test_only:
            place = place_of(node, names)
            if place is not None:
                found.add(place)
        if isinstance(node, Comprehension):
            waiting.append(node.iter_range)
        elif not (isinstance(node, Call) and node.function in ("_&&_", "_||_", "_?_:_", "_?._", "_[?_]")):
            waiting.extend(children(node))
    return frozenset(found)
