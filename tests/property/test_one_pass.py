"""Tests that one pass over an object accepts only what the steps accept, and leaves the same object."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.property.test_ratcheting_laws import schemas as legal_schemas
from tests.property.test_ratcheting_laws import values as values_of
from tests.property.test_schema import _without_nested_extensions, schemas, values
from tests.property.test_unfit_data import data, ruled_schemas

from kapivara.codec import DecodeError
from kapivara.compiler import allowance
from kapivara.field import Operation, Verb
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.sound_fields import SoundFields
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.defaulting import apply_defaults
from kapivara.schema.steps.pruning import META_FIELDS
from kapivara.values import ABSENT, copy_json, deep_equal

PROFILE = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
COMPILED = st.sampled_from((allowance.MOST_COMPILED, 1))
"""The limit of compiled functions: further nodes are interpreted."""


class Steps:
    """The resulting object and its errors, step by step; `unknown` is None if it is unreadable."""

    def __init__(self, raw: Any, obj: Any):
        schema = ResourceSchema(copy_json(raw))
        self.obj = copy_json(obj)
        self.unknown: list[str] | None = None
        self.errors: list[str] = []
        with suppress(DecodeError):
            self.unknown = schema.prune(self.obj)
            apply_defaults(self.obj, schema.structural)
            errors = schema.validate(Operation(Verb.CREATE), self.obj)
            self.errors = [str(each) for each in errors + schema.validate_rules(self.obj, ABSENT, errors)]


class Pass:
    """The same in one pass, as a request does it: decode, then validate."""

    def __init__(self, raw: Any, obj: Any, *, judged: bool = True):
        schema = ResourceSchema(copy_json(raw))
        schema._cold = COMPILED_AFTER
        self.obj = copy_json(obj)
        self.unknown: list[str] | None = None
        self.is_sound = False
        sound = SoundFields() if judged else None
        with suppress(DecodeError):
            self.unknown = schema.prune_and_default(self.obj, sound=sound)
            said = {name: item for name, item in self.obj.items() if name not in META_FIELDS}
            assert sound is None or sound.may_hold_floats or not holds_floats(said)
            for obj in (self.obj, {name: item for name, item in self.obj.items() if name != "status"}):
                if sound is not None and schema.is_read(obj, sound):
                    again = copy_json(obj)
                    assert schema.prune_and_default(again) == []
                    assert deep_equal(again, obj)
            self.is_sound = schema.is_sound(self.obj, ABSENT, sound or SoundFields())
            assert schema.is_sound(self.obj, copy_json(self.obj), SoundFields()) in (self.is_sound, False)


def holds_floats(value: Any) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(map(holds_floats, inside))


def check(raw: Any, obj: Any, compiled: int) -> bool:
    """Compares the two ways; returns whether the pass accepts the object, or the object is invalid."""
    steps = Steps(raw, obj)
    with patch.object(allowance, "MOST_COMPILED", compiled):
        passes = [Pass(raw, obj), Pass(raw, obj, judged=False)]
    for each in passes:
        assert each.unknown == steps.unknown
        assert each.unknown is None or deep_equal(each.obj, steps.obj)
        assert not (each.is_sound and steps.errors)
    assert passes[0].is_sound == passes[1].is_sound or compiled == 1  # then the node that is compiled first counts
    return passes[0].is_sound or bool(steps.errors)


def resource(raw: Any) -> Any:
    status = {"type": "object", "default": {}} if "default" in raw else {"type": "object"}
    return {"type": "object", "properties": {"spec": raw, "status": status}}


@given(
    schemas, values, st.dictionaries(st.sampled_from(["a", "spec", "kind", "metadata"]), values, max_size=3), COMPILED
)
@PROFILE
def test_any_schema_and_any_value(raw: Any, value: Any, whole: Any, compiled: int) -> None:
    """As the schema of a field, and of a whole object: compiling one takes longer than validating by it."""
    raw = _without_nested_extensions(raw)
    check(resource(raw), {"metadata": {"name": "a"}, "spec": value}, compiled)
    raw = {**raw, "type": "object"}
    raw.pop("x-kubernetes-embedded-resource", None)
    check(raw, whole, compiled)


@given(ruled_schemas(), data, COMPILED)
@PROFILE
def test_rules_over_any_data(raw: Any, value: Any, compiled: int) -> None:
    check(resource(raw), {"spec": value}, compiled)


@st.composite
def objects(draw: Any) -> tuple[Any, Any]:
    """Draws a legal schema with defaults, some of which violate it, and an object that it describes."""
    raw = draw(legal_schemas)
    value = draw(values_of(raw))
    return resource(with_defaults(draw, raw)), {"metadata": {"name": "a"}, "spec": value, "status": {}}


def with_defaults(draw: Any, raw: Any) -> Any:
    made = dict(raw)
    for keyword in ("items", "additionalProperties"):
        if keyword in raw:
            made[keyword] = with_defaults(draw, raw[keyword])
    if "properties" in raw:
        made["properties"] = {name: with_defaults(draw, each) for name, each in raw["properties"].items()}
        for name, each in raw["properties"].items():
            if name != "k" and draw(st.booleans()):
                made["properties"][name]["default"] = draw(values_of(each))
    return made


@given(objects())
@PROFILE
def test_what_is_legal_and_without_nulls_is_never_left_open(case: tuple[Any, Any]) -> None:
    check(*case, 1)  # rules that may not be compiled are skipped
    assert check(*case, allowance.MOST_COMPILED)


FLOATS = {
    "whole": ({"type": "integer"}, 1.0),
    "number": ({"type": "number"}, 0.5),
    "kept": ({"type": "object", "x-kubernetes-preserve-unknown-fields": True}, {"a": [1.0]}),
    "anything": ({"x-kubernetes-preserve-unknown-fields": True}, 1.0),
    "in a map": ({"type": "object", "additionalProperties": {"type": "number", "minimum": 0}}, {"a": 1.0}),
    "in a list": ({"type": "array", "items": {"type": "integer", "minimum": 0}}, [1, 1.0]),
    "by default": ({"type": "object", "properties": {"a": {"type": "number", "default": 1.0}}}, {}),
}


@pytest.mark.parametrize("case", FLOATS)
@pytest.mark.parametrize("compiled", [allowance.MOST_COMPILED, 0])
def test_floats_are_noted(case: str, compiled: int) -> None:
    raw, value = FLOATS[case]
    with patch.object(allowance, "MOST_COMPILED", compiled):
        assert noted(raw, value).may_hold_floats
        plain = {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}}
        assert noted(plain, {"n": 1, "s": "e"}).may_hold_floats is (compiled == 0)


def noted(raw: Any, value: Any) -> SoundFields:
    schema, sound = ResourceSchema(resource(raw)), SoundFields()
    schema._cold = COMPILED_AFTER
    assert schema.prune_and_default({"metadata": {}, "spec": value}, sound=sound) == []
    assert "spec" in sound.values
    return sound
