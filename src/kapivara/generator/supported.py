"""Which shapes of types can be validated. Upstream: validation-gen/validation.go verifySupportedType (1.37)."""

from __future__ import annotations

from kapivara.generator.model import BYTE, STRING, Kind, Type
from kapivara.generator.natives import native_type

_BELOW_POINTER = {
    Kind.POINTER: "pointers to pointers are not supported",
    Kind.SLICE: "pointers to lists are not supported",
    Kind.ARRAY: "pointers to lists are not supported",
    Kind.MAP: "pointers to maps are not supported",
}
_IN_MAP = {
    Kind.POINTER: "maps of pointers are not supported",
    Kind.MAP: "maps of maps are not supported",
}


def unsupported(kind: Type) -> str:
    """Says why a type cannot be validated; empty where it can."""
    if kind.kind in (Kind.BUILTIN, Kind.STRUCT, Kind.INTERFACE):
        return ""
    if kind.kind is Kind.ALIAS:
        under = kind.underlying
        return "typedefs to pointers are not supported" if under and under.kind is Kind.POINTER else ""
    if kind.kind is Kind.ARRAY:
        return "fixed-size arrays are not supported"
    if kind.elem is None or kind.kind not in (Kind.POINTER, Kind.SLICE, Kind.MAP):
        return f"kind {kind.kind} is not supported"
    elem = native_type(kind.elem)
    if kind.kind is Kind.POINTER:
        return _BELOW_POINTER.get(elem.kind, "")
    if kind.kind is Kind.SLICE:
        return _in_list(elem)
    if kind.key is None or native_type(kind.key) is not STRING:
        return "maps with non-string keys are not supported"
    return _IN_MAP.get(elem.kind, "")


def _in_list(elem: Type) -> str:
    if elem.kind is Kind.MAP:
        return "lists of maps are not supported"
    if elem.kind is Kind.SLICE and (elem.elem is None or native_type(elem.elem) is not BYTE):
        return "lists of lists are not supported"
    return ""
