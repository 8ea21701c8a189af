"""Lists of structs that annotations hold as JSON, as they were written before there were fields for them.

They are read as Go's encoding/json reads the internal types, whose fields have the names of Go, in any case.
Upstream: pkg/apis/core/helper/helpers.go GetTolerationsFromPodAnnotations, GetTaintsFromNodeAnnotations (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kapivara.codec.errors import DecodeError
from kapivara.codec.json_reader import decode_json
from kapivara.values.json_value import go_json_type
from kapivara.values.rendering import format_float


class UnreadableError(Exception):
    """JSON that is no list of such structs; the text is Go's."""


def read_annotated_list(text: str, go_type: str, fields: Mapping[str, tuple[str, str]]) -> list[dict[str, Any]]:
    """Reads a list of structs of a Go type; raises UnreadableError.

    `fields` has the name and the Go type of each field by its name in lower case; others are left out.
    """
    try:
        value = decode_json(text.encode("utf-8", "surrogatepass")).value
    except DecodeError as error:
        raise UnreadableError(error.message) from None
    if value is None:
        return []
    if not isinstance(value, list):
        raise UnreadableError(f"json: cannot unmarshal {go_json_type(value)} into Go value of type []{go_type}")
    found = []
    for position, each in enumerate(value):
        if each is not None and not isinstance(each, dict):
            problem = f"cannot unmarshal {go_json_type(each)} into .{position} of type {go_type}"
            raise UnreadableError(f"json: {problem}")
        found.append(_read_struct(each or {}, position, fields))
    return found


def _read_struct(value: dict[str, Any], position: int, fields: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    found = {}
    for name, given in value.items():
        if given is None or name.lower() not in fields:
            continue
        field, go_type = fields[name.lower()]
        if type(given) is not (int if go_type == "int64" else str):
            word = f"number {format_float(given)}" if type(given) is float else go_json_type(given)
            place = f"Go struct field .{position}.{name}"
            raise UnreadableError(f"json: cannot unmarshal {word} into {place} of type {go_type}")
        if given or go_type == "int64":
            found[field] = given
    return found
