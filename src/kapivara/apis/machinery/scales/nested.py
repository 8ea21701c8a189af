"""Reads and writes values at dotted paths of objects, with the errors of the server's accessors.

Upstream: apimachinery/pkg/apis/meta/v1/unstructured/helpers.go NestedFieldNoCopy, NestedInt64, NestedString (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.rendering import format_value, go_type_name


class AccessError(Exception):
    """Raised if a value on or at the end of a path has the wrong type."""


def split_path(path: str) -> list[str]:
    """Splits a path such as `.spec.replicas` into its steps."""
    return path.removeprefix(".").split(".")


def find(obj: JsonObject, steps: Sequence[str]) -> JsonValue | Absent:
    """Returns the value at a path, ABSENT if there is none; raises AccessError if a parent is not an object."""
    value: JsonValue = obj
    for index, step in enumerate(steps):
        if value is None:
            return ABSENT
        if type(value) is not dict:
            raise _mistyped(steps[: index + 1], value, "map[string]interface{}")
        if step not in value:
            return ABSENT
        value = value[step]
    return value


def find_integer(obj: JsonObject, steps: Sequence[str]) -> int | Absent:
    """Returns the integer at a path, ABSENT if there is none; raises AccessError for any other type."""
    value = find(obj, steps)
    if value is ABSENT or type(value) is int:
        return value
    raise _mistyped(steps, value, "int64")


def find_text(obj: JsonObject, steps: Sequence[str]) -> str | Absent:
    """Returns the text at a path, ABSENT if there is none; raises AccessError for any other type."""
    value = find(obj, steps)
    if value is ABSENT or type(value) is str:
        return value
    raise _mistyped(steps, value, "string")


def put(obj: JsonObject, steps: Sequence[str], value: JsonValue) -> None:
    """Sets the value at a path and creates missing parents; raises AccessError if a parent is not an object."""
    for index, step in enumerate(steps[:-1]):
        below = obj.setdefault(step, {})
        if type(below) is not dict:
            path = "".join(f".{each}" for each in steps[: index + 1])
            raise AccessError(f"value cannot be set because {path} is not a map[string]interface{{}}")
        obj = below
    obj[steps[-1]] = value


def _mistyped(steps: Sequence[str], value: JsonValue, wanted: str) -> AccessError:
    path = "".join(f".{each}" for each in steps)
    shown = format_value(value)
    return AccessError(f"{path} accessor error: {shown} is of the type {go_type_name(value)}, expected {wanted}")
