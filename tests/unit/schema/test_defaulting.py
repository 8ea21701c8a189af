"""Where defaults are filled in, and that they are never shared."""

import pytest

from kapivara.schema.defaulting import apply_defaults
from kapivara.schema.structural import Structural

D = {"type": "object", "default": {}, "properties": {"x": {"default": 7}}}
CASES = [
    ("missing", {"properties": {"a": {"default": 1}}}, {}, {"a": 1}),
    ("given", {"properties": {"a": {"default": 1}}}, {"a": 2}, {"a": 2}),
    ("null", {"properties": {"a": {"default": 1}}}, {"a": None}, {"a": 1}),
    ("null that is allowed", {"properties": {"a": {"default": 1, "nullable": True}}}, {"a": None}, {"a": None}),
    ("inside a default", {"properties": {"d": D}}, {}, {"d": {"x": 7}}),
    ("inside a list", {"properties": {"l": {"items": D}}}, {"l": [{}, None]}, {"l": [{"x": 7}, {"x": 7}]}),
    ("inside a map", {"additionalProperties": D}, {"k": {}, "n": None}, {"k": {"x": 7}, "n": {"x": 7}}),
    ("not below what is missing", {"properties": {"o": {"properties": {"x": {"default": 1}}}}}, {}, {}),
    ("a default of null is none", {"properties": {"a": {"default": None, "nullable": True}}}, {}, {}),
]


@pytest.mark.parametrize(("schema", "value", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_apply_defaults(schema, value, expected):
    apply_defaults(value, Structural(schema))
    assert value == expected


def test_a_default_is_copied():
    schema = Structural({"properties": {"a": {"default": {"list": []}}}})
    one, other = {}, {}
    apply_defaults(one, schema)
    apply_defaults(other, schema)
    one["a"]["list"].append(1)
    assert other == {"a": {"list": []}}
