"""A value whose JSON is known: who writes an object that holds it puts the text in its place."""

from __future__ import annotations

from kapivara.values.json_value import JsonValue
from kapivara.values.record import record


@record
class KnownJson:
    """A value that nobody changes any more, and its JSON, with sorted keys and without floats."""

    value: JsonValue
    text: bytes
