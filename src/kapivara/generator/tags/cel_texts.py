"""Expressions in CEL about the fields of structs: how they are named, and whether they are set.

A field counts as set as in validation: a pointer that is there, a list or map with something in it, another value that
is not zero. A value that is left out where it is zero is not there, and one that is given as zero is the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.model import BOOL, STRING, Member, Type, TypeKind
from kapivara.generator.natives import is_integer, native_type, value_type
from kapivara.generator.plan import HasItem, IsSet, SelectedItem
from kapivara.generator.tags.schema_form import UnsaidError
from kapivara.values.lazy_pattern import lazy_pattern

_UNORDERED = lazy_pattern(r"\+(?:k8s:)?listType=(?:set|map)\b")
_SIZED = (TypeKind.SLICE, TypeKind.MAP, TypeKind.ARRAY)


def literal(value: str | int | bool) -> str:
    """Writes a value in CEL."""
    from kapivara.cel.values.literal import to_literal  # only schemas need it

    return to_literal(value)


def _spelled(name: str) -> str | None:
    """Returns how rules spell a field's name; None where they cannot."""
    from kapivara.schema.expressions.escaping import escape  # only schemas need it

    return escape(name)


def select(struct: str, name: str) -> str:
    """Writes the field of a struct; raises UnsaidError where CEL has no name for it."""
    spelled = _spelled(name)
    if spelled is None:
        raise UnsaidError(f"rules in CEL cannot name the field {name}")
    return f"{struct}.{spelled}"


def zero_of(kind: Type) -> str:
    """Writes the zero value of a type that is no struct, list, map or pointer; raises UnsaidError."""
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
    """Writes whether a field is set; `way` leads from the struct at hand to the one that holds it."""
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
    """Puts an expression in parentheses where it needs them beside others."""
    return f"({expression})" if " " in expression else expression


def is_same(one: str, other: str, member: Member) -> str:
    """Writes whether a field of two structs has one value, where both have it: as in validation, order counts.

    Lists of type set and map are equal in CEL in whatever order; what is made of them is not.
    """
    one, other = select(one, member.json.name), select(other, member.json.name)
    if native_type(member.type).kind is TypeKind.SLICE and _is_unordered(member):
        one, other = f"{one}.map(item, item)", f"{other}.map(item, item)"
    return f"{one} == {other}"


def _is_unordered(member: Member) -> bool:
    return any(_UNORDERED.match(line.text.strip()) for line in member.comments)


def value_or_zero(struct: str, member: Member) -> str:
    """Writes the value of a field, which is zero where it is not there."""
    field = select(struct, member.json.name)
    return f"(has({field}) ? {field} : {zero_of(member.type)})"


def is_item(item: str, selected: SelectedItem) -> str:
    """Writes whether an item of a list is the selected one."""
    return " && ".join(f"{_key(item, member)} == {literal(value)}" for member, value in selected.terms)


def _key(item: str, member: Member) -> str:
    field = select(item, member.json.name)
    return f"has({field}) && {field}" if member.type.kind is TypeKind.POINTER else value_or_zero(item, member)


def member_is_set(struct: str, found: IsSet | HasItem) -> str:
    """Writes whether a member of a union is there: a field, or an item of a list."""
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
    """Writes the path of a field, as rules name the one that they blame."""
    return "".join(_step(each.json.name) for each in way if each.json.name)


def _step(name: str) -> str:
    return f".{name}" if _spelled(name) == name else f"['{name}']"
