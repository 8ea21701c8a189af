"""Functions in the expansion of the macros `transformMap` and `transformMapEntry`: insert entries into a map.

Upstream: cel-go ext/comprehensions.go.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.library.standard.containers import in_map
from kapivara.cel.types import map_of, type_param
from kapivara.cel.values.display import display
from kapivara.cel.values.maps import CelMap

_K = type_param("K")
_V = type_param("V")
_MAP = map_of(_K, _V)


def insert_entry(entries: dict[str, Any] | CelMap, key: Any, value: Any) -> dict[str, Any] | CelMap:
    """Inserts one entry into the map that a loop builds, in place where possible; returns the map. Raises CelError."""
    if in_map(key, entries):
        raise CelError(f"insert failed: key {display(key)} already exists")
    if isinstance(entries, CelMap):
        entries.insert(key, value)
        return entries
    if type(key) is str:
        entries[key] = value
        return entries
    return CelMap([*entries.items(), (key, value)])


def insert_entries(entries: dict[str, Any] | CelMap, more: dict[str, Any] | CelMap) -> dict[str, Any] | CelMap:
    """Inserts the entries of a map into the map that a loop builds; returns the map."""
    for key, value in more.items():
        entries = insert_entry(entries, key, value)
    return entries


COMPREHENSIONS = library(
    function(
        "cel.@mapInsert",
        Overload("@mapInsert_map_key_value", (_MAP, _K, _V), _MAP, insert_entry),
        Overload("@mapInsert_map_map", (_MAP, _MAP), _MAP, insert_entries),
        doc="Adds entries to the map that a macro builds; fails where a key is there already.",
    ),
    since=(1, 32),
)
