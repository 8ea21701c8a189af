"""Compares the types that two schemas accept, by `type` and `x-kubernetes-int-or-string`."""

from __future__ import annotations

from typing import Final

from kapivara.schema.changes.difference import Difference, Direction, differ
from kapivara.schema.rules.types import declared_types
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject

_WORDS: Final = {
    "boolean": "booleans",
    "integer": "whole numbers",
    "fraction": "fractions",
    "string": "texts",
    "array": "lists",
    "object": "objects",
}
_ALL: Final = frozenset(_WORDS)


def passing(raw: JsonObject) -> frozenset[str]:
    """Returns the kinds of values that the type accepts; numbers are split into integers and fractions."""
    declared = declared_types(Structural(raw))
    if not declared:
        return _ALL
    return frozenset((*declared, "integer", "fraction") if "number" in declared else declared) & _ALL


def kinds_in_words(kinds: frozenset[str]) -> str:
    """Returns the names of kinds of values: `whole numbers, texts`."""
    return ", ".join(word for kind, word in _WORDS.items() if kind in kinds)


def type_difference(old: JsonObject, new: JsonObject) -> Difference | None:
    """Compares the types of two schemas; returns None if they accept the same values."""
    before, after = passing(old), passing(new)
    if before == after:
        return None
    lost, gained = before - after, after - before
    direction = Direction.EITHER if lost and gained else Direction.TIGHTER if lost else Direction.LOOSER
    keyword = "type" if old.get("type") != new.get("type") else "x-kubernetes-int-or-string"
    return differ(keyword, old, new, direction, kinds_in_words(lost))
