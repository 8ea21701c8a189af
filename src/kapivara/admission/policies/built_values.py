"""Objects and patches built by expressions, and their JSON.

Kept from the server: types are named after the path of fields that leads to an object; values of maps that represent
objects are converted only if they are no maps themselves; a null in a configuration is a number. Upstream:
apiserver/pkg/cel/mutation/dynamic/objects.go, jsonpatch.go (1.37).
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any, Final

from kapivara.cel.errors import CelError
from kapivara.cel.json_form import JsonForm
from kapivara.cel.messages.message_fields import JSON_VALUE, NO_VALUE, unfit_text
from kapivara.cel.types import Type, object_type
from kapivara.cel.values import CelMap, Duration, OptionalValue, Timestamp, UInt, to_string
from kapivara.values import JsonValue
from kapivara.values.rendering import format_value, quote

_SAFE = 2**53 - 1
"""The largest number that JSON represents exactly."""


class BuiltObject(dict[str, Any]):
    """An object built by an expression, with its type name."""

    def __init__(self, type_name: str, fields: Mapping[str, Any]):
        super().__init__(fields)
        self.type_name = type_name

    @property
    def cel_type(self) -> Type:
        """The type in expressions."""
        return object_type(self.type_name)


def build(type_name: str, fields: Mapping[str, Any]) -> BuiltObject:
    """Builds an object, or an operation of a patch, of an existing type."""
    return BuiltObject(type_name, fields)


def misnamed_types(value: Any, path: str) -> Iterator[str]:
    """Yields the errors of objects whose types are not named after the fields that lead to them."""
    if isinstance(value, BuiltObject):
        if value.type_name != path:
            names = f"unexpected type name {quote(value.type_name)}, expected {quote(path)}"
            yield f"{names}, which matches field name path from root Object type"
        for name, field in value.items():
            yield from misnamed_types(field, f"{path}.{name}")
    elif isinstance(value, list):
        for item in value:
            yield from misnamed_types(item, path)
    elif isinstance(value, dict):
        for item in value.values():
            yield from misnamed_types(item, path)


class PatchJson(JsonForm):
    """The JSON of values in a patch: numbers that JSON cannot represent exactly become strings."""

    def key(self, key: Any) -> str:
        """Returns a key, which must be a string."""
        return _key(key)

    def scalar(self, value: Any) -> JsonValue:
        """Returns a scalar; raises CelError for other values."""
        if isinstance(value, int) and not isinstance(value, bool):
            number = int(value)
            return number if -_SAFE <= number <= _SAFE else str(number)
        if isinstance(value, float) and value.is_integer() and abs(value) <= _SAFE:
            return int(value)
        return _scalar(value)

    def optional(self, value: OptionalValue) -> JsonValue:
        """Returns the value of an optional; raises CelError if it is empty."""
        if not value.has_value:
            raise CelError(NO_VALUE)
        return self.unfolded(value.value)


class ConfigurationJson(JsonForm):
    """The JSON of an object to apply; inside a `literal` map or list, maps and lists are not converted."""

    def __init__(self, *, literal: bool):
        self._literal = literal

    def unfolded(self, value: Any) -> JsonValue:
        """Returns the JSON of a value; always converts the fields of an object."""
        if isinstance(value, BuiltObject):
            return {name: self.unfolded(field) for name, field in value.items()}
        if self._literal and isinstance(value, list):
            return [self._unread(item) for item in value]
        if self._literal and isinstance(value, dict | CelMap):
            return {self.key(key): self._unread(item) for key, item in value.items()}
        return super().unfolded(value)

    def _unread(self, value: Any) -> JsonValue:
        if isinstance(value, CelMap | dict | list) and not isinstance(value, BuiltObject):
            return format_value(PATCH_JSON.unfolded(value))
        return self.unfolded(value)

    def key(self, key: Any) -> str:
        """Returns a key, which must be a string."""
        return _key(key)

    def scalar(self, value: Any) -> JsonValue:
        """Returns a scalar, null as a number; raises CelError for other values."""
        return 0 if value is None else _scalar(value)

    def optional(self, value: OptionalValue) -> JsonValue:
        """Returns the value of an optional, or null."""
        return self.unfolded(value.value) if value.has_value else None


PATCH_JSON: Final = PatchJson()


def _key(key: Any) -> str:
    if type(key) is not str:
        raise CelError(f"map key {quote(to_string(key))} is of type {type(key).__name__}, not string")
    return key


def _scalar(value: Any) -> JsonValue:
    if isinstance(value, UInt):
        return int(value)
    if isinstance(value, Timestamp | Duration):
        return to_string(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise CelError(unfit_text(value, JSON_VALUE))
