"""Reads lists of structs from annotations, which are JSON of the internal types.

Go's encoding/json reads them: fields have Go names, which are not case-sensitive.
Upstream: pkg/apis/core/helper/helpers.go GetTolerationsFromPodAnnotations, GetTaintsFromNodeAnnotations (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.reader import decode_json
from kapivara.codec.json.plain.source import JsonSource, read_source
from kapivara.codec.typed.time_text import read_time
from kapivara.values.json_value import INT64_MAX, INT64_MIN, go_json_type

TIME = "v1.Time"
"""The Go type of time fields, which are read from texts."""


class UnreadableError(Exception):
    """Raised for JSON that is not such a list; the text is Go's."""


def read_annotated_list(text: str, go_type: str, fields: Mapping[str, str]) -> list[dict[str, Any]]:
    """Returns the list of structs of a Go type; raises UnreadableError.

    `fields` maps Go names to Go types; JSON names differ only in the case of the first letter. Other fields are
    ignored.
    """
    data = text.encode("utf-8", "surrogatepass")
    try:
        value = decode_json(data).value
    except DecodeError as error:
        raise UnreadableError(error.message) from None
    if value is None:
        return []
    if not isinstance(value, list):
        raise UnreadableError(f"json: cannot unmarshal {go_json_type(value)} into Go value of type []{go_type}")
    reader = _StructReader(data, go_type, fields)
    return [reader.read(position, each) for position, each in enumerate(value)]


class _StructReader:
    """Reads the structs of a list one by one."""

    def __init__(self, data: bytes, go_type: str, fields: Mapping[str, str]):
        self._data, self._go_type, self._fields = data, go_type, fields
        self._names = {name.lower(): name for name in fields}

    def read(self, position: int, value: Any) -> dict[str, Any]:
        """Returns a struct in its normal form; raises UnreadableError."""
        if value is not None and not isinstance(value, dict):
            raise UnreadableError(f"json: cannot unmarshal {go_json_type(value)} into Go value of type {self._go_type}")
        found = {}
        for key, given in (value or {}).items():
            name = self._names.get(key.lower())
            if name is None or given is None:
                continue
            go_type = self._fields[name]
            if not _fits(given, go_type):
                word = _spelled(self._data, position, key) if go_type == "int64" else go_json_type(given)
                place = f"Go struct field {self._go_type.rpartition('.')[2]}.{name}"
                wanted = "string" if go_type == TIME else go_type
                raise UnreadableError(f"json: cannot unmarshal {word} into {place} of type {wanted}")
            if given or go_type == "int64":
                found[name[0].lower() + name[1:]] = given
        return found


def _fits(given: Any, go_type: str) -> bool:
    """Returns True if a value has a Go type; raises UnreadableError for a text that is not a time."""
    if go_type == "int64":
        return type(given) is int and INT64_MIN <= given <= INT64_MAX
    if go_type == TIME and isinstance(given, str):
        try:
            read_time(given)
        except DecodeError as error:
            raise UnreadableError(error.message) from None
    return isinstance(given, str)


def _spelled(data: bytes, position: int, key: str) -> str:
    """Returns the description of a value that is not an integer: the text of a number, else its type."""
    items = read_source(data).inside
    members = items[position].inside if isinstance(items, list) and isinstance(items[position], JsonSource) else None
    found = members.get(key) if isinstance(members, dict) else None
    value = found.value() if isinstance(found, JsonSource) else found
    if type(value) not in (int, float):
        return go_json_type(value)
    return f"number {found.text if isinstance(found, JsonSource) else found}"
