"""Tests that types are named as in Go."""

import pytest

from kapivara.values.json_value import go_json_type


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "bool"),
        (1, "number"),
        (1.0, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
    ids=str,
)
def test_go_json_type(value, name):
    assert go_json_type(value) == name
