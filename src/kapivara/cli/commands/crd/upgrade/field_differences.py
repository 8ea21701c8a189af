"""Compares two forms of an object: returns the fields that only the first has."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.commands.crd.upgrade.report import FieldValue
from kapivara.field import FieldPath
from kapivara.values import JsonObject, JsonValue, deep_equal


def only_in_first(first: JsonObject, second: JsonObject) -> tuple[FieldValue, ...]:
    """Returns the topmost fields that the second object lacks or has as null."""
    fields = ((FieldPath.of(name), name) for name in sorted(first) if name != "apiVersion")
    return tuple(
        found for path, name in fields for found in _compare(path, first[name], second.get(name, _MISSING_VALUE))
    )


_MISSING_VALUE = None
"""Null counts as missing: a null that a default replaces is a defaulted field."""


def _compare(path: FieldPath, first: JsonValue, second: JsonValue) -> Iterator[FieldValue]:
    if second is _MISSING_VALUE:
        if first is not _MISSING_VALUE:
            yield FieldValue(str(path), first)
    elif type(first) is dict and type(second) is dict:
        for name in sorted(first):
            yield from _compare(path.child(name), first[name], second.get(name, _MISSING_VALUE))
    elif type(first) is list and type(second) is list and len(first) == len(second):
        for index, (one, other) in enumerate(zip(first, second, strict=True)):
            yield from _compare(path.index(index), one, other)
    elif not deep_equal(first, second):
        yield FieldValue(str(path), first)
