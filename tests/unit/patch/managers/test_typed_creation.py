"""Tests of the managed fields of a new object: one pass gives the same as a comparison with an empty object."""

from __future__ import annotations

import pytest

from kapivara.patch.managers.managed_fields import Entry, write_managers
from kapivara.patch.managers.tracking import track_creation, track_update
from kapivara.patch.managers.writes import TypedError, Version, Write
from kapivara.patch.merging.field_set import FieldSetError, key_step, read_fields, text_key_step
from kapivara.patch.merging.list_items import StepError
from kapivara.patch.merging.schema_types import read_resource_type

PORTS = {
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    "items": {"type": "object", "properties": {"name": {"type": "string"}, "port": {"type": "integer"}}},
}
SPEC = {
    "type": "object",
    "properties": {
        "size": {"type": "integer"},
        "ports": PORTS,
        "pairs": {**PORTS, "x-kubernetes-list-map-keys": ["name", "port"]},
        "tags": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "whole": {"type": "object", "x-kubernetes-map-type": "atomic", "additionalProperties": {"type": "string"}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "items": {"type": "array", "items": {"type": "string"}},
        "any": {"x-kubernetes-preserve-unknown-fields": True},
    },
}
KIND = read_resource_type({"type": "object", "properties": {"spec": SPEC, "status": {"type": "object"}}})
BLANK = {"apiVersion": "example.com/v1", "kind": "Note"}
OBJECTS = {
    "nothing": {},
    "scalars": {"spec": {"size": 3}, "status": {"a": 1}},
    "metadata": {"metadata": {"name": "x", "labels": {"a": "b"}, "annotations": {}, "finalizers": ["f"]}},
    "unmanaged metadata": {"metadata": {"name": "x", "namespace": "y"}},
    "keyed items": {"spec": {"ports": [{"name": "http", "port": 80}, {"name": 'q"', "port": 1}]}},
    "items that share a key": {
        "spec": {"ports": [{"name": "a", "port": 1}, {"name": "a"}, {"name": "a"}, {"name": "b"}]}
    },
    "a key that is long": {"spec": {"ports": [{"name": "long" * 100}]}},
    "two keys": {"spec": {"pairs": [{"name": "a", "port": 1}, {"name": "a"}]}},
    "sets": {"spec": {"tags": ["b", "a", "b"]}},
    "wholes": {"spec": {"whole": {"a": "b"}, "items": ["a"], "labels": {"x.y/z": "v"}}},
    "empty ones": {"spec": {"whole": {}, "labels": {}, "ports": [], "tags": [], "any": {}}},
    "anything": {"spec": {"any": {"a": [1, {"b": 2}], "c": {"d": {"e": None}}}}},
}


def write(ignored=None):
    author = Entry("me", "Update", "example.com/v1", "", {}, "2024-01-02T03:04:05Z")
    return Write(author, KIND, lambda _: Version(KIND), ignored or {})


@pytest.mark.parametrize("obj", OBJECTS.values(), ids=OBJECTS)
@pytest.mark.parametrize("ignored", [{}, {"f:status": {}}, {"f:metadata": {}, "f:spec": {}}])
def test_creation_is_told_as_a_change_would_be(obj, ignored):
    new = BLANK | obj
    expected = write_managers(track_update({}, BLANK, new, write(ignored)))
    assert track_creation(new, write(ignored)) == expected
    assert track_creation(new, write(ignored)) == expected  # nothing was changed in between


def test_what_is_not_of_its_type_is_not_tracked():
    with pytest.raises(TypedError, match=r"ports\[name=1\].name: expected string"):
        track_update({}, BLANK, BLANK | {"spec": {"ports": [{"name": 1}]}}, write())


@pytest.mark.parametrize("ports", [[None], ["a"], [{"port": 1}]])
def test_items_that_cannot_be_told_apart(ports):
    with pytest.raises(StepError):
        track_creation(BLANK | {"spec": {"ports": ports}}, write())


@pytest.mark.parametrize("value", ["http", "", 'a"b', "<&>", "ä", "long" * 100])
def test_a_step_by_one_text(value):
    assert [text_key_step("name", value) for _ in range(2)] == [key_step({"name": value})] * 2


@pytest.mark.parametrize(
    ("step", "canonical"),
    [
        ("f:a", "f:a"),
        ('k:{"b": 1, "a":"x"}', 'k:{"a":"x","b":1}'),
        ('v:"a"', 'v:"a"'),
        ("i:3", "i:3"),
        ("i:+03", "i:3"),
        ("k:null", "k:{}"),
        ('k:{"a":"' + "x" * 300 + '"}', 'k:{"a":"' + "x" * 300 + '"}'),
    ],
)
def test_steps_are_read_into_their_one_form(step, canonical):
    assert [read_fields({step: {}}) for _ in range(2)] == [{canonical: {}}] * 2


@pytest.mark.parametrize("step", ["k:[]", "k:{", "v:", "i:x", "x"])
def test_what_is_no_step_is_refused_each_time(step):
    for _ in range(2):
        with pytest.raises(FieldSetError):
            read_fields({step: {}})
