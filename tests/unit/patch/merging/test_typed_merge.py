"""Tests of typed values: their errors, their differences, and the results of merging and removing."""

import pytest

from kapivara.patch.merging.schema_types import read_resource_type
from kapivara.patch.merging.typed_compare import compare, same
from kapivara.patch.merging.typed_merge import fields_of, merge, remove, type_problems, without_parts_of_atomics

TEXT = {"type": "string"}
KEYED = {
    "type": "array",
    "items": {"type": "object", "properties": {"id": TEXT, "p": {"type": "string", "default": "TCP"}, "v": TEXT}},
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["id", "p"],
}
SCHEMA = {
    "type": "object",
    "properties": {
        "spec": {
            "type": "object",
            "properties": {
                "a": TEXT,
                "n": {"type": "integer"},
                "b": {"type": "boolean"},
                "any": {"x-kubernetes-int-or-string": True},
                "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": True, "properties": {"x": TEXT}},
                "one": {"type": "object", "additionalProperties": TEXT, "x-kubernetes-map-type": "atomic"},
                "m": {"type": "object", "additionalProperties": TEXT},
                "set": {"type": "array", "items": TEXT, "x-kubernetes-list-type": "set"},
                "l": {"type": "array", "items": TEXT},
                "k": KEYED,
            },
        }
    },
}
KIND = read_resource_type(SCHEMA)


def item(id_, **fields):
    return {"id": id_, **fields}


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        pytest.param({"a": "x", "n": 1, "b": True, "any": "y", "free": {"z": [1]}, "m": None}, [], id="good"),
        pytest.param({"zip": 1}, [".spec.zip: field not declared in schema"], id="unknown"),
        pytest.param({"a": 5}, [".spec.a: expected string, got &value.valueUnstructured{Value:5}"], id="string"),
        pytest.param({"n": "x"}, [".spec.n: expected numeric (int or float), got string"], id="number"),
        pytest.param({"b": 1}, [".spec.b: expected boolean, got &{1}"], id="boolean"),
        pytest.param({"m": "x"}, [".spec.m: expected map, got &{x}"], id="map"),
        pytest.param({"l": "x"}, [".spec.l: expected list, got &{x}"], id="list"),
        pytest.param({"l": [1]}, [".spec.l[0]: expected string, got &value.valueUnstructured{Value:1}"], id="index"),
        pytest.param({"set": ["x", "x"]}, ['.spec.set: duplicate entries for key [="x"]'], id="double"),
        pytest.param({"k": [{"id": "1"}] * 2}, ['.spec.k: duplicate entries for key [id="1",p="TCP"]'], id="keys"),
        pytest.param(
            {"k": [1]}, [".spec.k: element 0: associative list with keys may not have non-map elements"], id="no-map"
        ),
    ],
)
def test_type_problems(spec, expected):
    assert type_problems({"spec": spec}, KIND) == expected


@pytest.mark.parametrize(
    ("live", "applied", "expected"),
    [
        pytest.param({"a": "1", "n": 1}, {"n": 2}, {"a": "1", "n": 2}, id="fields"),
        pytest.param({"m": {"a": "1"}}, {"m": {"b": "2"}}, {"m": {"a": "1", "b": "2"}}, id="map"),
        pytest.param({"one": {"a": "1"}}, {"one": {"b": "2"}}, {"one": {"b": "2"}}, id="atomic-map"),
        pytest.param({"l": ["a"]}, {"l": ["b"]}, {"l": ["b"]}, id="atomic-list"),
        pytest.param({"set": ["a", "b"]}, {"set": ["b", "c"]}, {"set": ["a", "b", "c"]}, id="set"),
        pytest.param({"set": ["a", "b"]}, {"set": ["b", "a"]}, {"set": ["b", "a"]}, id="order-of-the-applied"),
        pytest.param({"m": {"a": "1"}}, {"m": None}, {"m": {"a": "1"}}, id="null-keeps-a-map"),
        pytest.param(
            {"k": [item("1", v="a"), item("2", v="b")]},
            {"k": [item("3"), item("1", v="z")]},
            {"k": [item("3"), item("1", v="z"), item("2", v="b")]},
            id="keys",
        ),
    ],
)
def test_merge(live, applied, expected):
    assert merge({"spec": live}, {"spec": applied}, KIND) == {"spec": expected}


def test_fields_of_a_configuration():
    spec = {"a": "1", "m": {"x": "1"}, "one": {"y": "1"}, "set": ["p"], "k": [item("1")], "free": {"q": {"r": 1}}}
    assert fields_of({"spec": spec}, KIND) == {
        "f:spec": {
            "f:a": {},
            "f:m": {"f:x": {}},
            "f:one": {},
            "f:set": {'v:"p"': {}},
            "f:k": {'k:{"id":"1","p":"TCP"}': {".": {}, "f:id": {}}},
            "f:free": {"f:q": {".": {}, "f:r": {}}},
        }
    }


def test_compare():
    old = {"spec": {"a": "1", "m": {"x": "1", "y": "1"}, "set": ["p"], "l": ["a"]}}
    new = {"spec": {"a": "2", "m": {"x": "1"}, "set": ["q"], "l": ["a"], "n": 1}, "extra": {}}
    difference = compare(old, new, KIND)
    assert difference.removed == {"f:spec": {"f:m": {"f:y": {}}, "f:set": {'v:"p"': {}}}}
    assert difference.modified == {"f:spec": {"f:a": {}}}
    assert difference.added == {"f:spec": {"f:set": {'v:"q"': {}}, "f:n": {}}, "f:extra": {}}


def test_compare_what_changes_its_form():
    difference = compare({"spec": {"any": {"x": 1}}}, {"spec": {"any": 5}}, KIND)
    assert difference.removed == {"f:spec": {"f:any": {"f:x": {}}}}
    assert difference.modified == {"f:spec": {"f:any": {}}}


def test_items_given_twice_are_compared_together():
    difference = compare({"spec": {"set": ["a", "a"]}}, {"spec": {"set": ["a"]}}, KIND)
    assert difference.removed == {"f:spec": {"f:set": {'v:"a"': {}}}}


def test_same():
    assert same({"a": [1, 2.0]}, {"a": [1.0, 2]})
    assert not same(True, 1)
    assert not same({"a": 1}, {"b": 1})


def test_remove():
    value = {"spec": {"a": "1", "m": {"x": "1"}, "set": ["p", "q"]}}
    fields = {"f:spec": {"f:a": {}, "f:m": {"f:x": {}}, "f:set": {'v:"p"': {}}}}
    assert remove(value, fields, KIND) == {"spec": {"m": None, "set": ["q"]}}


def test_what_became_one_value_is_owned_as_one():
    owned = {"f:spec": {"f:one": {"f:a": {}}, "f:m": {"f:a": {}}}}
    assert without_parts_of_atomics(owned, KIND) == {"f:spec": {"f:one": {}, "f:m": {"f:a": {}}}}
