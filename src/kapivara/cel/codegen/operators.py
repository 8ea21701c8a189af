"""Prints operators that are not plain calls: choice, equality, membership, indexing; `chains` has `&&` and `||`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.cel.checks.folding import is_in_constants, looks_nowhere
from kapivara.cel.codegen import inline_guards
from kapivara.cel.codegen.access import as_optional, holds_nothing, index_list
from kapivara.cel.codegen.chains import emit_and, emit_or
from kapivara.cel.codegen.comparison import Comparison, bare
from kapivara.cel.codegen.failures import static_overload
from kapivara.cel.codegen.small_numbers import SIGNS, is_small_sum
from kapivara.cel.library.standard import containers
from kapivara.cel.library.standard.dynamic import index_value, optional_index
from kapivara.cel.library.standard.patterns import matching
from kapivara.cel.tree.ast import Call, Const
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.types import CelKind
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.equality import different, equal
from kapivara.cel.values.timestamp import Timestamp

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter
    from kapivara.emit.source import Line

Special: TypeAlias = "Callable[[Emitter, Call], str | None]"
"""Prints a call, or returns None where a plain call suffices."""

_PLAIN = frozenset((CelKind.BOOL, CelKind.INT, CelKind.STRING, CelKind.BYTES, CelKind.NULL, CelKind.UINT))
"""Types whose values are equal exactly where Python's are, if both sides have the same type."""

_TIMES = frozenset((CelKind.DURATION, CelKind.TIMESTAMP))

_TEXT = frozenset((CelKind.STRING, CelKind.BYTES))
"""Types whose values may take long to compare."""


def _choice(emitter: Emitter, node: Call) -> str:
    """Prints `condition ? one : other`, which evaluates only one of them."""
    condition, one, other = node.args
    test = emitter.condition(condition)
    first, before_first = emitter.capture(one)
    second, before_second = emitter.capture(other)
    if not before_first and not before_second:
        return f"({first} if {test} else {second})"
    name = emitter.new_name()
    with emitter.writer.block(f"if {test}"):
        _assign_after(emitter, before_first, name, first)
    with emitter.writer.block("else"):
        _assign_after(emitter, before_second, name, second)
    return name


def _assign_after(emitter: Emitter, statements: list[Line], name: str, expression: str) -> None:
    """Prints the statements of an expression, and assigns its value to a variable."""
    emitter.writer.put(statements)
    emitter.writer.line(f"{name} = {expression}")


def _equality(sign: str) -> Special:
    def emit(emitter: Emitter, node: Call) -> str:
        left, right = node.args
        one, other = emitter.call_operands(node)
        kinds = emitter.type_of(left).kind, emitter.type_of(right).kind
        if kinds[0] is kinds[1] and kinds[0] in _PLAIN:
            return Comparison(f"({one} {sign} {other})")
        if kinds[0] is kinds[1] and kinds[0] in _TIMES:
            return Comparison(f"({one}.nanos {sign} {other}.nanos)")
        general = emitter.calling(equal if sign == "==" else different, emitter.budget)
        return inline_guards.call(emitter, node, [one, other], general) if CelKind.DYN in kinds else general(one, other)

    return emit


def _not(emitter: Emitter, node: Call) -> str:
    return Comparison(f"(not {bare(emitter.condition(node.args[0]))})")


def _membership(emitter: Emitter, node: Call) -> str | None:
    if looks_nowhere(emitter.checked, node):
        return "False"
    item, container = map(emitter.type_of, node.args)
    if emitter.failures.cannot_be_key(node):
        general = emitter.calling(containers.in_constants, emitter.budget)
        return inline_guards.in_constants(emitter, node, emitter.call_operands(node), general)
    if container.kind is CelKind.LIST and item == container.params[0] and item.kind in _PLAIN:
        one, other = emitter.call_operands(node)
        if item.kind in _TEXT and not is_in_constants(emitter.checked, node):
            return f"{emitter.bind(containers.in_texts)}({emitter.budget}, {one}, {other})"
        return Comparison(f"({one} in {other})")
    if container.kind is CelKind.MAP and item.kind is CelKind.STRING and container.params[0].kind is CelKind.STRING:
        one, other = emitter.call_operands(node)
        return Comparison(f"({one} in {other})")
    return None


def _index(emitter: Emitter, node: Call) -> str | None:
    if _may_hold_nothing(emitter, node):
        return _index_if_present(emitter, node, index_value)
    container, index = map(emitter.type_of, node.args)
    if container.kind is CelKind.LIST and index.kind is CelKind.INT:
        items, place = emitter.operands(node.args)
        return inline_guards.list_index(emitter, node, items, place, emitter.calling(index_list))
    if container.kind is CelKind.MAP and index.kind is CelKind.STRING and container.params[0].kind is CelKind.STRING:
        items, key = emitter.operands(node.args)
        return f"{items}[{key}]"
    if container.kind in (CelKind.LIST, CelKind.MAP):
        items, key = emitter.operands(node.args)
        found = containers.index_list if container.kind is CelKind.LIST else containers.index_map
        return f"{emitter.bind(found)}({items}, {key})"
    if container.kind is CelKind.DYN:
        items, key = emitter.operands(node.args)
        return inline_guards.index(emitter, node, items, key, emitter.calling(index_value))
    return None


def _optional_index(emitter: Emitter, node: Call) -> str | None:
    """Prints `container[?index]`: the element as an optional value."""
    return _index_if_present(emitter, node, optional_index) if _may_hold_nothing(emitter, node) else None


def _may_hold_nothing(emitter: Emitter, node: Call) -> bool:
    """Returns whether the container may be an empty optional value, for which the index is not evaluated."""
    container, index = node.args
    kind = emitter.type_of(container)
    return not isinstance(index, Const) and (kind.kind is CelKind.DYN or kind.name == "optional_type")


def _index_if_present(emitter: Emitter, node: Call, find: Callable[[Any, Any], Any]) -> str:
    container = emitter.atom(emitter.expr(node.args[0]))
    index, statements = emitter.capture(node.args[1])
    test, found = f"{emitter.bind(holds_nothing)}({container})", f"{emitter.bind(find)}({container}, {index})"
    if not statements:
        general = f"({container} if {test} else {found})"
        if find is not index_value:
            return general
        return inline_guards.index(emitter, node, container, index, lambda _container, _index: general)
    name = emitter.new_name()
    with emitter.writer.block(f"if {test}"):
        emitter.writer.line(f"{name} = {container}")
    with emitter.writer.block("else"):
        _assign_after(emitter, statements, name, found)
    return name


def _optional_select(emitter: Emitter, node: Call) -> str:
    """Prints `operand.?field`: the field as an optional value."""
    operand, field = emitter.operands(node.args)
    return f"{emitter.bind(optional_index)}({operand}, {field})"


def _otherwise(emitter: Emitter, node: Call) -> str | None:
    """Prints `optional.or(other)` and `optional.orValue(other)`, which evaluate the other value only if needed."""
    if node.target is None:
        return None
    target = emitter.expr(node.target)
    if emitter.type_of(node.target).name == "optional_type":
        optional = emitter.atom(target)
    else:  # null is accepted as an optional value, too
        optional = emitter.assign(f"{emitter.bind(as_optional)}({target})")
    held = optional if node.function == "or" else f"{optional}.value"
    other, statements = emitter.capture(node.args[0])
    if not statements:
        return f"({held} if {optional}.has_value else {other})"
    name = emitter.new_name()
    with emitter.writer.block(f"if {optional}.has_value"):
        emitter.writer.line(f"{name} = {held}")
    with emitter.writer.block("else"):
        _assign_after(emitter, statements, name, other)
    return name


def _contains(emitter: Emitter, node: Call) -> str | None:
    """Prints `text.contains('part')` as Python's `in`, which evaluates the part first; only for a constant part."""
    if not isinstance(node.args[0], Const) or static_overload(emitter.checked, node) is None:
        return None
    text, part = emitter.call_operands(node)
    return Comparison(f"({part} in {text})")


def _matches(emitter: Emitter, node: Call) -> str | None:
    """Prints `text.matches('pattern')`: a valid constant pattern is compiled once."""
    operands = operands_of(node)
    overload = static_overload(emitter.checked, node)
    if emitter.metered or len(operands) != 2 or overload is None or overload.args[1].kind is not CelKind.STRING:
        return None
    pattern = operands[1]
    if not isinstance(pattern, Const) or (found := matching(pattern.value)) is None:
        return None
    return f"{emitter.bind(found)}({emitter.expr(operands[0])})"


def _constant_time(emitter: Emitter, node: Call) -> str | None:
    """Prints `duration('1s')` and `timestamp('…')`: a valid constant is parsed once."""
    given = node.args[0] if len(node.args) == 1 else None
    if emitter.metered or not isinstance(given, Const) or type(given.value) is not str:
        return None
    read = Duration.parse if node.function == "duration" else Timestamp.parse
    value = read(given.value)
    return None if value is None else emitter.bind(value)


def _sum(emitter: Emitter, node: Call) -> str | None:
    """Prints `one + other` and `one - other` of small numbers, which cannot overflow."""
    if not is_small_sum(emitter.checked, node):
        return None
    one, other = emitter.call_operands(node)
    return f"({one} {SIGNS[node.function]} {other})"


SPECIAL: dict[str, Special] = {
    "_&&_": emit_and,
    "_||_": emit_or,
    "_?_:_": _choice,
    "_==_": _equality("=="),
    "_!=_": _equality("!="),
    "!_": _not,
    "@in": _membership,
    "_[_]": _index,
    "_[?_]": _optional_index,
    "_?._": _optional_select,
    "contains": _contains,
    "matches": _matches,
    "duration": _constant_time,
    "timestamp": _constant_time,
    "_+_": _sum,
    "_-_": _sum,
    "or": _otherwise,
    "orValue": _otherwise,
}
