"""Writes CEL expressions on the fields of structs: how they are named, and whether they are set.

A field is set as in validation: a pointer that is not nil, a non-empty list or map, another value that is not zero. A
value that is omitted because it is zero counts as unset, and so does an explicit zero.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.model.natives import is_integer, native_type, value_type
from kapivara.generator.model.types import BOOL, STRING, Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import HasItem, IsSet, SelectedItem
from kapivara.generator.tags.contract.schema_form import UnsaidError
from kapivara.values.lazy_pattern import lazy_pattern

_UNORDERED = lazy_pattern(r"\+(?:k8s:)?listType=(?:set|map)\b")
_SIZED = (TypeKind.SLICE, TypeKind.MAP, TypeKind.ARRAY)


def literal(value: str | int | bool) -> str:
    """Returns a value as a CEL literal."""
    from kapivara.cel.values.literal import to_literal  # only schemas need it

    return to_literal(value)


def _spelled(name: str) -> str | None:
    """Returns the name of a field in CEL; None where CEL cannot express it."""
    from kapivara.schema.expressions.data.escaping import escape  # only schemas need it

    return escape(name)


def select(struct: str, name: str) -> str:
    """Returns the expression for a field of a struct; raises UnsaidError where CEL cannot express its name."""
    spelled = _spelled(name)
    if spelled is None:
        raise UnsaidError(f"rules in CEL cannot name the field {name}")
    return f"{struct}.{spelled}"


def zero_of(kind: Type) -> str:
    """Returns the zero value of a scalar type; raises UnsaidError for other types."""
    native = value_type(kind)
    if native is STRING:
        return "''"
    if native is BOOL:
        return "false"
    if is_integer(native):
        return "0"
    if native.kind is TypeKind.BUILTIN:
        return "0.0"
    raise UnsaidError(f"{kind} has no zero value in CEL")


def is_set(struct: str, member: Member, way: Iterable[Member] = ()) -> str:
    """Returns the expression that a field is set; `way` leads from the given struct to the one with the field."""
    tests = []
    for each in way:
        if each.json.name:
            struct = select(struct, each.json.name)
            tests.append(f"has({struct})")
    field = select(struct, member.json.name)
    tests.append(f"has({field})")
    kind = native_type(member.type).kind
    if kind in _SIZED:
        tests.append(f"{field}.size() > 0")
    elif kind is TypeKind.BUILTIN:
        tests.append(f"{field} != {zero_of(member.type)}")
    return " && ".join(tests)


def grouped(expression: str) -> str:
    """Puts an expression in parentheses where operators around it require them."""
    return f"({expression})" if " " in expression else expression


def is_same(one: str, other: str, member: Member) -> str:
    """Returns the expression that a field is equal in two structs that both have it; as in validation, order counts.

    Lists of type set and map are equal in CEL in any order; their mapped copies are not.
    """
    one, other = select(one, member.json.name), select(other, member.json.name)
    if native_type(member.type).kind is TypeKind.SLICE and _is_unordered(member):
        one, other = f"{one}.map(item, item)", f"{other}.map(item, item)"
    return f"{one} == {other}"


def _is_unordered(member: Member) -> bool:
    return any(_UNORDERED.match(line.text.strip()) for line in member.comments)


def value_or_zero(struct: str, member: Member) -> str:
    """Returns the expression for the value of a field, with zero for a missing one."""
    field = select(struct, member.json.name)
    return f"(has({field}) ? {field} : {zero_of(member.type)})"


def is_item(item: str, selected: SelectedItem) -> str:
    """Returns the expression that an item of a list is the selected one."""
    return " && ".join(f"{_key(item, member)} == {literal(value)}" for member, value in selected.terms)


def _key(item: str, member: Member) -> str:
    field = select(item, member.json.name)
    return f"has({field}) && {field}" if member.type.kind is TypeKind.POINTER else value_or_zero(item, member)


def member_is_set(struct: str, found: IsSet | HasItem) -> str:
    """Returns the expression that a member of a union is set: a field, or an item of a list."""
    if isinstance(found, IsSet):
        return is_set(struct, found.member, found.way)
    tests = []
    for each in found.way:
        if each.json.name:
            struct = select(struct, each.json.name)
            tests.append(f"has({struct})")
    tests.append(f"{struct}.exists(item, {is_item('item', found.item)})")
    return " && ".join(tests)


def path_of(way: Iterable[Member]) -> str:
    """Returns the path of a field, in the form of a rule's `fieldPath`."""
    return "".join(_step(each.json.name) for each in way if each.json.name)


def _step(name: str) -> str:
    return f".{name}" if _spelled(name) == name else f"['{name}']"
