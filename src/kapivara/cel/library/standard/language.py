"""The standard library: the operators and functions of the language itself.

Upstream: cel-go common/stdlib/standard.go, common/overloads/overloads.go.
"""

from __future__ import annotations

from kapivara.cel import types
from kapivara.cel.functions import Library
from kapivara.cel.library.standard.arithmetic import ARITHMETIC
from kapivara.cel.library.standard.containers import CONTAINERS
from kapivara.cel.library.standard.logic import LOGIC
from kapivara.cel.library.standard.relations import RELATIONS
from kapivara.cel.library.standard.text import TEXT
from kapivara.cel.library.standard.time_getters import TIME_GETTERS
from kapivara.cel.library.standard.type_conversions import TYPE_CONVERSIONS
from kapivara.cel.types import CelKind, Type

STANDARD: Library = {
    **LOGIC,
    **RELATIONS,
    **ARITHMETIC,
    **CONTAINERS,
    **TYPE_CONVERSIONS,
    **TEXT,
    **TIME_GETTERS,
}

STANDARD_TYPES: dict[str, Type] = {
    "bool": types.BOOL,
    "bytes": types.BYTES,
    "double": types.DOUBLE,
    "google.protobuf.Duration": types.DURATION,
    "int": types.INT,
    "list": types.list_of(types.DYN),
    "map": types.map_of(types.DYN, types.DYN),
    "null_type": types.NULL,
    "string": types.STRING,
    "google.protobuf.Timestamp": types.TIMESTAMP,
    "type": Type(CelKind.TYPE, "type"),
    "uint": types.UINT,
}
"""The names that denote types."""
