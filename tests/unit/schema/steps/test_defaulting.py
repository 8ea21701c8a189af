"""Tests of filled-in defaults, which are never shared."""

import pytest

from kapivara.codec.errors import CannotError
from kapivara.schema.resource.schema_pass import reading_pass
from kapivara.schema.steps.defaulting import Allowance, OutgrownError, apply_defaults
from kapivara.schema.structural.structural import Structural
from kapivara.values import copy_json, request_budget
from kapivara.values.request_budget import RequestBudget

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
    """Returns a schema whose default is a list of two, nested to a number of levels."""
    schema = {"type": "string", "default": "leaf"}
    for _ in range(levels):
        schema = {"type": "array", "default": [{}, {}], "items": {"type": "object", "properties": {"a": schema}}}
    return schema


_MANY = {"type": "object", "properties": {f"p{i}": {"type": "string", "default": "x"} for i in range(50)}}


_FEW = {"type": "object", "properties": {f"p{i}": {"type": "integer", "default": 1} for i in range(3)}}
_A = {"properties": {"a": {}}}
_LONG = {"type": "object", "properties": {"a": {"type": "string", "default": "x" * 100_000}}}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        pytest.param({"items": _MANY}, [{} for _ in range(30_000)], id="many-items"),
        pytest.param({"additionalProperties": _MANY}, {str(i): {} for i in range(30_000)}, id="many-entries"),
        pytest.param({"properties": {"a": _twins(40)}}, {}, id="twins"),
        pytest.param({"items": _FEW}, [{} for _ in range(120_000)], id="few-for-each"),
        pytest.param({"items": _LONG}, [{} for _ in range(300)], id="long"),
        pytest.param({"additionalProperties": _LONG}, {str(i): {} for i in range(300)}, id="long-entries"),
        pytest.param({"items": {"type": "string", "default": "x" * 100_000}}, [None] * 300, id="long-items"),
        pytest.param(
            {"properties": {f"p{i}": {**_A, "default": {"a": "x" * 100_000}} for i in range(300)}}, {}, id="fields"
        ),
    ],
)
def test_defaults_do_not_grow_without_end(schema, value):
    with pytest.raises(OutgrownError):
        apply_defaults(copy_json(value), Structural(schema))
    if value and None in value:  # requires the full check
        return
    with pytest.raises(OutgrownError):
        reading_pass(Structural(schema)).run(copy_json(value), Allowance(), None)


def test_what_is_added_for_one_request_has_a_bound(monkeypatch):
    monkeypatch.setattr(request_budget, "ADDED_BYTES", 250_000)
    schema = Structural(_LONG)
    with RequestBudget():
        apply_defaults({}, schema)
        apply_defaults({}, schema)
        with pytest.raises(CannotError, match="go on: defaults add more than"):
            apply_defaults({}, schema)
    apply_defaults({}, schema)


def test_defaults_that_would_grow_without_end_do_no_harm_where_they_are_not_needed():
    schema = Structural({"properties": {"a": _twins(40)}})
    value = {"a": []}
    assert reading_pass(schema).run(value, Allowance(), None) == 0
    assert value == {"a": []}


def test_defaults_are_found_below_any_number_of_nodes():
    def nested(leaf, levels=5000):
        for _ in range(levels):
            leaf = {"properties": {"a": leaf, "b": {"type": "string"}}}
        return Structural(leaf)

    assert nested({"default": 1}).holds_defaults
    without = nested({"type": "string"})
    assert not without.holds_defaults
    assert not without.properties["a"].holds_defaults
