"""A value with its JSON: an encoder of an object that contains it inserts the text."""

from __future__ import annotations

from kapivara.values.json_value import JsonValue
from kapivara.values.record import record


@record
class KnownJson:
    """An immutable value and its JSON, with sorted keys and without floats."""

    value: JsonValue
    text: bytes
