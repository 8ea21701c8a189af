"""The run-time type of a value, and the names of types at run time, which differ from the checker's.

Upstream: cel-go common/types/types.go TypeName, String.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel import types
from kapivara.cel.types import CelKind, Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.failed import Failed
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.uint import UInt

_NAMES = {
    CelKind.NULL: "null_type",
    CelKind.TIMESTAMP: "google.protobuf.Timestamp",
    CelKind.DURATION: "google.protobuf.Duration",
    CelKind.TYPE: "type",
}
_LIST = types.list_of(types.DYN)
_MAP = types.map_of(types.DYN, types.DYN)
_TYPE = Type(CelKind.TYPE, "type")
_BY_CLASS: dict[type, Type] = {
    type(None): types.NULL,
    bool: types.BOOL,
    int: types.INT,
    UInt: types.UINT,
    float: types.DOUBLE,
    str: types.STRING,
    bytes: types.BYTES,
    list: _LIST,
    dict: _MAP,
    CelMap: _MAP,
    Timestamp: types.TIMESTAMP,
    Duration: types.DURATION,
    OptionalValue: types.optional_of(types.DYN),
    Type: _TYPE,
}
_GO_CLASSES: dict[type, str] = {
    type(None): "types.Null",
    bool: "types.Bool",
    int: "types.Int",
    UInt: "types.Uint",
    float: "types.Double",
    str: "types.String",
    bytes: "types.Bytes",
    Timestamp: "types.Timestamp",
    Duration: "types.Duration",
    CelMap: "*types.baseMap",
    OptionalValue: "*types.Optional",
    Type: "*types.Type",
    Failed: "*types.Err",
}


def type_of_value(value: Any) -> Type:
    """Returns the type for `type(value)`: lists and maps have no specific parameters."""
    found = _BY_CLASS.get(type(value))
    if found is None:
        if isinstance(value, list):
            return _LIST
        if isinstance(value, dict):
            return _MAP
        found = type(value).cel_type  # values of libraries have a type
    return found


def runtime_name(of: Type) -> str:
    """Returns the name by which types are compared at run time: `list` for all lists, `google.protobuf.Timestamp` …"""
    return "google.protobuf.Any" if of == types.ANY else _NAMES.get(of.kind, of.name)


_CLASS_NAMES = {kind: runtime_name(of) for kind, of in _BY_CLASS.items()}


def name_of_type(value: Any) -> str:
    """Returns the run-time type name of a value."""
    found = _CLASS_NAMES.get(type(value))
    return runtime_name(type_of_value(value)) if found is None else found


def type_text(of: Type) -> str:
    """Returns a type as run-time messages print it: `int`, `list(dyn)`, `google.protobuf.Duration`."""
    if of.kind is CelKind.TYPE_PARAM:
        return f"<{of.name}>"
    if not of.params:
        return runtime_name(of)
    return f"{runtime_name(of)}({', '.join(map(type_text, of.params))})"


def go_class(value: Any) -> str:
    """Returns the Go type that upstream uses for a value, which some messages contain.

    Classes of libraries and of data define theirs; lists and maps without one are literals.
    """
    found = _GO_CLASSES.get(type(value)) or getattr(value, "go_class", None)
    if found is None:
        found = "*types.baseList" if isinstance(value, list) else "*types.baseMap"
    return str(found)
