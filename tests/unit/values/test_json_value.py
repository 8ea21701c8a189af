"""Types are named as schemas name them."""

import pytest

from kapivara.values.json_value import json_type


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
    ids=str,
)
def test_json_type(value, name):
    assert json_type(value) == name
