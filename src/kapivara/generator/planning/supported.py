"""Types that can be validated. Upstream: validation-gen/validation.go verifySupportedType (1.37)."""

from __future__ import annotations

from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import BYTE, STRING, Type, TypeKind

_BELOW_POINTER = {
    TypeKind.POINTER: "pointers to pointers are not supported",
    TypeKind.SLICE: "pointers to lists are not supported",
    TypeKind.ARRAY: "pointers to lists are not supported",
    TypeKind.MAP: "pointers to maps are not supported",
}
_IN_MAP = {
    TypeKind.POINTER: "maps of pointers are not supported",
    TypeKind.MAP: "maps of maps are not supported",
}


def unsupported(kind: Type) -> str:
    """Returns why a type cannot be validated; empty where it can."""
    if kind.kind in (TypeKind.BUILTIN, TypeKind.STRUCT, TypeKind.INTERFACE):
        return ""
    if kind.kind is TypeKind.ALIAS:
        under = kind.underlying
        return "typedefs to pointers are not supported" if under and under.kind is TypeKind.POINTER else ""
    if kind.kind is TypeKind.ARRAY:
        return "fixed-size arrays are not supported"
    if kind.elem is None or kind.kind not in (TypeKind.POINTER, TypeKind.SLICE, TypeKind.MAP):
        return f"kind {kind.kind} is not supported"
    elem = native_type(kind.elem)
    if kind.kind is TypeKind.POINTER:
        return _BELOW_POINTER.get(elem.kind, "")
    if kind.kind is TypeKind.SLICE:
        return _in_list(elem)
    if kind.key is None or native_type(kind.key) is not STRING:
        return "maps with non-string keys are not supported"
    return _IN_MAP.get(elem.kind, "")


def _in_list(elem: Type) -> str:
    if elem.kind is TypeKind.MAP:
        return "lists of maps are not supported"
    if elem.kind is TypeKind.SLICE and (elem.elem is None or native_type(elem.elem) is not BYTE):
        return "lists of lists are not supported"
    return ""
