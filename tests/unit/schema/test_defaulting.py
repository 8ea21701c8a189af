"""Where defaults are filled in, and that they are never shared."""

import pytest

from kapivara.schema.defaulting import Allowance, OutgrownError, apply_defaults
from kapivara.schema.settling import Settler
from kapivara.schema.structural import Structural
from kapivara.values import copy_json

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


def _twins(levels):
    """A schema whose default is a list of two, each with the like below it, so many levels down."""
    schema = {"type": "string", "default": "leaf"}
    for _ in range(levels):
        schema = {"type": "array", "default": [{}, {}], "items": {"type": "object", "properties": {"a": schema}}}
    return schema


_MANY = {"type": "object", "properties": {f"p{i}": {"type": "string", "default": "x"} for i in range(50)}}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        pytest.param({"items": _MANY}, [{} for _ in range(30_000)], id="many-items"),
        pytest.param({"additionalProperties": _MANY}, {str(i): {} for i in range(30_000)}, id="many-entries"),
        pytest.param({"properties": {"a": _twins(40)}}, {}, id="twins"),
    ],
)
def test_defaults_do_not_grow_without_end(schema, value):
    for fill in (apply_defaults, lambda value, schema: Settler(schema).settle(value, Allowance())):
        with pytest.raises(OutgrownError):
            fill(copy_json(value), Structural(schema))


def test_defaults_that_would_grow_without_end_do_no_harm_where_they_are_not_needed():
    schema = Structural({"properties": {"a": _twins(40)}})
    value = {"a": []}
    assert Settler(schema).settle(value, Allowance())
    assert value == {"a": []}
