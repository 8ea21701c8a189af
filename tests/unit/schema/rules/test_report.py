"""Tests that a report ends the walk at its maximum size, with the first of all errors."""

from __future__ import annotations

import pytest

from kapivara.field import Operation, Verb
from kapivara.schema.expressions.running import evaluation
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.rules import report

OPERATION = Operation(Verb.CREATE)
ITEMS = {"type": "integer", "minimum": 3}
RULED = {"type": "integer", "x-kubernetes-validations": [{"rule": "self > 2"}]}
SCHEMAS = {
    "items": (ITEMS, [1, "a"] * 50),
    "branches": ({"anyOf": [{"minimum": 3}, {"maximum": -3}]}, [1] * 50),
    "all of": ({"allOf": [{"minimum": 3}, {"multipleOf": 2}]}, [1] * 50),
    "lists in lists": ({"type": "array", "items": ITEMS}, [[1] * 9, ["a"] * 9] * 9),
    "rules": (RULED, [1] * 50),
}


def resource(items):
    schema = {"type": "object", "properties": {"l": {"type": "array", "items": items}}}
    return ResourceSchema({"type": "object", "properties": {"spec": schema}})


def told(items, values, old=None):
    """Returns the errors of a list, with an old one if given."""
    schema, new = resource(items), {"spec": {"l": values}}
    if old is None:
        errors = schema.validate(OPERATION, new) or schema.validate_rules(new, evaluation.ABSENT, [])
    else:
        before = {"spec": {"l": old}}
        ratchet = schema.ratchet(new, before)
        errors = schema.validate(Operation(Verb.UPDATE), new, before, ratchet)
        errors = errors or schema.validate_rules(new, before, [], ratchet)
    return [str(error) for error in errors]


@pytest.fixture
def little_room(monkeypatch):
    monkeypatch.setattr(report, "MOST_ERROR_TEXT", 500)
    monkeypatch.setattr(evaluation, "MOST_ERROR_TEXT", 500)


@pytest.mark.parametrize(("items", "values"), SCHEMAS.values(), ids=SCHEMAS.keys())
@pytest.mark.parametrize("old", [None, [9]], ids=["create", "update"])
def test_the_first_errors_are_told(items, values, old, request):
    everything = told(items, values, old)
    request.getfixturevalue("little_room")
    first = told(items, values, old)
    assert 0 < len(first) < len(everything)
    assert first == everything[: len(first)]
    assert sum(map(len, first)) > 500


def test_what_is_forgiven_takes_no_room(little_room):
    assert told(ITEMS, [1] * 500, [1] * 500) == []
    assert told(RULED, [1] * 500, [1] * 500) == []
