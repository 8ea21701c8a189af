"""Tests of the places where quick checks stop and where explaining continues."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.compiler.stop import Stop
from kapivara.schema.resource.validator import SchemaValidator
from kapivara.schema.rules.report import Report
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject

SHORT: JsonObject = {"type": "string", "maxLength": 2}
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "a": SHORT,
        "b": SHORT,
        "list": {"type": "array", "items": SHORT},
        "map": {"type": "object", "additionalProperties": SHORT},
        "needs": {"type": "object", "required": ["x"], "properties": {"x": SHORT}},
    },
}


def judge(value: Any) -> Any:
    return SchemaValidator(Structural(SCHEMA), "stop").root.run(value)


STOPS: dict[str, tuple[Any, Any]] = {
    "fine": ({"a": "x"}, True),
    "the value itself": ("text", False),
    "a field": ({"a": "x", "b": "long"}, ("b", False)),
    "an item": ({"list": ["x", "long", "longer"]}, ("list", ("long", False))),
    "an entry of a map": ({"map": {"p": "x", "q": "long"}}, ("map", ("q", False))),
    "a missing field": ({"needs": {}}, ("needs", False)),
}


@pytest.mark.parametrize(("value", "stop"), STOPS.values(), ids=STOPS)
def test_quick_checks_tell_where_they_stopped(value: Any, stop: Any) -> None:
    found = judge(value)
    assert found == stop
    assert bool(found) is (stop is True)


def test_a_stop_counts_as_false() -> None:
    stop = Stop(("a", Stop(("b", False))))
    assert not stop
    assert stop.child == "a"
    assert stop.below == ("b", False)


def test_what_comes_before_is_not_looked_at_again() -> None:
    validator = SchemaValidator(Structural(SCHEMA), "stop")
    value = {"a": "long", "b": "long", "list": ["long", "longer"]}
    assert [error.field for error in validator.explain_values(None, value)] == ["a", "b", "list[0]", "list[1]"]
    stop = Stop(("list", Stop((value["list"][1], False))))
    assert [error.field for error in validator.explain_values(None, value, stop=stop)] == ["list[1]"]


def test_a_stop_is_taken_once() -> None:
    report = Report(None, stop=Stop(("a", False)))
    assert report.take_stop() == ("a", False)
    assert report.take_stop() is None
