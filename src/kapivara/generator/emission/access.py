"""Prints Python expressions that read a member of a struct: nil, its zero value, or its value."""

from __future__ import annotations

from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.own_json import has_own_json, zero_value
from kapivara.generator.model.types import BYTE, Member, Type, TypeKind


def zero_literal(kind: Type) -> str:
    """Prints the zero value of a type."""
    zero = zero_value(kind)
    return "{}" if zero == {} else printed(zero)


def read_member(member: Member, holder: str) -> str:
    """Prints an expression that reads a member of a struct that is not nil."""
    json, zero = member.json, zero_literal(member.type)
    if json.ignored:
        return zero
    if is_inlined(member):
        if native_type(member.type).kind is TypeKind.POINTER:
            return f"rules.embedded({holder}, {_promoted(member)})"
        return holder
    text = f"{holder}.get({printed(json.name or member.name)})"
    if zero == "None":
        return text
    # Values of these types may be false in Python without being zero: an IntOrString that is an empty string.
    return f"rules.or_zero({text}, {zero})" if has_own_json(member.type) else f"{text} or {zero}"


def is_inlined(member: Member) -> bool:
    """Returns whether the fields of a member belong to the JSON object of the outer struct."""
    if not member.json.inline and (not member.embedded or member.json.name):
        return False
    return value_type(member.type).kind is TypeKind.STRUCT and not member.json.ignored


def read_path(members: tuple[Member, ...], holder: str) -> str:
    """Prints an expression that reads a field through nested structs; it is nil where one of them is nil."""
    text = read_member(members[0], holder)
    for depth, member in enumerate(members[1:]):
        inner = read_member(member, f"p{depth}")
        text = f"(None if (p{depth} := {text}) is None else {inner})"
    return text


def is_set(member: Member, holder: str) -> str:
    """Prints an expression that is true where a member is set: not nil, not empty, not zero."""
    if native_type(member.type).kind in (TypeKind.POINTER, TypeKind.INTERFACE):
        return f"({read_member(member, holder)}) is not None"
    return f"bool({read_member(member, holder)})"


def is_set_below(way: tuple[Member, ...], member: Member, holder: str) -> str:
    """Prints the same for a member of a nested struct; false where a struct on the way is nil."""
    if not way:
        return is_set(member, holder)
    return f"(p := {read_path(way, holder)}) is not None and {is_set(member, 'p')}"


def is_plain(kind: Type) -> bool:
    """Returns whether values of the type compare by `==`, nil included."""
    return value_type(kind).kind is TypeKind.BUILTIN


def is_bytes(kind: Type) -> bool:
    """Returns whether the type is raw bytes, a base64 string in JSON."""
    native = native_type(kind)
    return native.kind is TypeKind.SLICE and native.elem is not None and native_type(native.elem) is BYTE


def _promoted(member: Member) -> str:
    """Prints the JSON names of the fields that an embedded struct adds to the outer object."""
    names: list[str] = []
    waiting, seen = [value_type(member.type)], set()
    while waiting:
        struct = waiting.pop()
        if id(struct) in seen:
            continue
        seen.add(id(struct))
        for each in struct.members:
            if is_inlined(each):
                waiting.append(value_type(each.type))
            elif not each.json.ignored:
                names.append(each.json.name or each.name)
    return tuple_of(map(printed, names))
