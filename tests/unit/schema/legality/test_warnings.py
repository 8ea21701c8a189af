"""Tests of `schema/legality/warnings.py`."""

import pytest

from kapivara.schema.legality import schema_warnings
from kapivara.schema.legality.warnings import is_recognized_format
from kapivara.values import JsonObject


def of_field(schema: JsonObject) -> JsonObject:
    return {"type": "object", "properties": {"f": schema}}


WARNINGS = {
    "known": ({"type": "string", "format": "date-time"}, []),
    "dashes do not count": ({"type": "string", "format": "u-u-i-d"}, []),
    "unknown": ({"type": "string", "format": 'a"b'}, ['unrecognized format "a\\"b"']),
    "of another type": ({"type": "integer", "format": "date"}, ['unrecognized format "date"']),
    "of a number": ({"type": "number", "format": "double"}, []),
    "on an object": ({"type": "object", "format": "date"}, ['unrecognized format "date"']),
    "in a junctor": ({"type": "integer", "anyOf": [{"format": "int32"}]}, ['unrecognized format "int32"']),
    "twice": ({"type": "array", "format": "hue", "items": {"format": "hue"}}, ['unrecognized format "hue"']),
    "set of objects": (
        {"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "set"},
        [
            'x-kubernetes-list-type: set for items of type "object" is not supported '
            "by server-side apply or CEL validation rules"
        ],
    ),
}


@pytest.mark.parametrize(("schema", "texts"), WARNINGS.values(), ids=WARNINGS)
def test_warnings(schema: JsonObject, texts: list[str]) -> None:
    assert schema_warnings([of_field(schema)]) == texts
    assert schema_warnings([of_field(schema)], [schema]) == []


@pytest.mark.parametrize(
    ("schema_type", "name", "supported"),
    [
        ("string", "date-time", True),
        ("string", "datetime", True),
        ("string", "k8s-short-name", True),
        ("", "i-p-v4", True),
        ("string", "int32", False),
        ("string", "Date", False),
        ("string", "quantity", False),
        ("integer", "int32", True),
        ("integer", "int64", True),
        ("integer", "int-32", False),
        ("integer", "date", False),
        ("number", "float", True),
        ("number", "double", True),
        ("number", "int32", False),
        ("boolean", "date", False),
        ("object", "uri", False),
    ],
)
def test_recognized_formats(schema_type: str, name: str, supported: bool) -> None:
    assert is_recognized_format(name, schema_type) is supported
