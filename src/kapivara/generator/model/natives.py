"""Resolves typedefs and pointers to native types, and compares native types.

Upstream: code-generator/cmd/validation-gen/util/util.go (1.37).
"""

from __future__ import annotations

from kapivara.generator.model.types import INVALID, Member, Type, TypeKind, pointer_to

_SEEN_THROUGH = (TypeKind.ALIAS, TypeKind.POINTER)
NILABLE = (TypeKind.POINTER, TypeKind.MAP, TypeKind.SLICE, TypeKind.INTERFACE)
"""The kinds of native types whose values can be nil."""
INTEGERS = frozenset(("int", "int16", "int32", "int64", "uint", "uint16", "uint32", "uint64", "byte"))
UNSIGNED = frozenset(("uint", "uint16", "uint32", "uint64", "byte"))


def native_type(kind: Type) -> Type:
    """Resolves typedefs, below pointers too: the native type of `*Word` is `*string`.

    The result is cached: call this only after all types have been read.
    """
    if kind.kind not in _SEEN_THROUGH:
        return kind
    if kind.native is None:
        kind.native = _see_through(kind)
    return kind.native


def _see_through(kind: Type) -> Type:
    pointers = 0
    while True:
        if kind.kind is TypeKind.ALIAS and kind.underlying is not None:
            kind = kind.underlying
        elif kind.kind is TypeKind.POINTER and kind.elem is not None:
            kind = kind.elem
            pointers += 1
        else:
            break
    for _ in range(pointers):
        kind = pointer_to(kind)
    return kind


def non_pointer(kind: Type) -> Type:
    """Returns the type below all pointers."""
    while kind.kind is TypeKind.POINTER and kind.elem is not None:
        kind = kind.elem
    return kind


def value_type(kind: Type) -> Type:
    """Returns the type below all typedefs and pointers."""
    return non_pointer(native_type(kind)) if kind.kind in _SEEN_THROUGH else kind


def is_nilable(kind: Type) -> bool:
    """Returns whether a value of the type can be nil."""
    return native_type(kind).kind in NILABLE


def is_invalid(kind: Type) -> bool:
    """Returns whether a type is a typedef, list, map or pointer of a type that could not be read."""
    waiting: list[Type | None] = [kind]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if each is INVALID:
            return True
        if each is not None and id(each) not in seen and each.kind is not TypeKind.STRUCT:
            seen.add(id(each))
            waiting += (each.elem, each.key, each.underlying)
    return False


def is_integer(kind: Type) -> bool:
    """Returns whether a native type is an integer."""
    return kind.kind is TypeKind.BUILTIN and kind.name.name in INTEGERS


def is_direct_comparable(kind: Type) -> bool:
    """Returns whether values of the type compare by `==` without following pointers."""
    waiting = [kind]
    while waiting:
        each = waiting.pop()
        if each.kind is TypeKind.STRUCT:
            waiting += (member.type for member in each.members)
        elif each.kind is TypeKind.ARRAY and each.elem is not None:
            waiting.append(each.elem)
        elif each.kind is TypeKind.ALIAS and each.underlying is not None:
            waiting.append(each.underlying)
        elif each.kind is not TypeKind.BUILTIN:
            return False
    return True


def member_by_json(kind: Type, name: str) -> Member | None:
    """Returns the field of a struct with a JSON name, else None; fields of embedded structs are not searched."""
    for each in kind.members:
        if each.json.name == name:
            return each
    return None


def type_text(source: Type, native: Type) -> str:
    """Returns the name of a type for messages, with its native type where that differs."""
    return str(source) if source is native else f"{source} -> {native}"
