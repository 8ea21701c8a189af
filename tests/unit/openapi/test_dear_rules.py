"""Tests of rules over unbounded lists and strings: their costs are counted, and rarely exceed the limit."""

from __future__ import annotations

from typing import Any

from kapivara.openapi import Validator
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.values.deadline import NO_DEADLINE

UNIQUE = "self.all(one, self.exists_one(other, one.name == other.name))"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "items": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}}},
            "x-kubernetes-validations": [{"rule": UNIQUE, "reason": "FieldValueDuplicate"}],
        },
        "text": {
            "type": "string",
            "x-kubernetes-validations": [
                {"rule": "self.matches('^[a-z]*$')"},
                {"rule": "self == oldSelf", "message": "stays"},
                {"rule": "!oldSelf.hasValue() || oldSelf.value() == self", "optionalOldSelf": True, "message": "s"},
            ],
        },
    },
}


def named(*names: str) -> dict[str, Any]:
    return {"items": [{"name": each} for each in names]}


def warm_validator() -> Validator:
    validator = Validator(SCHEMA)
    assert validator._only is not None
    validator._only._cold = COMPILED_AFTER
    return validator


def test_objects_that_keep_them_take_one_pass() -> None:
    validator = warm_validator()
    assert validator._only is not None
    assert validator._only._is_sound(named(*"abcdef"), NO_DEADLINE)
    assert validator._only._is_sound({"text": "abc"}, NO_DEADLINE)
    assert not validator._only._is_sound(named(*"aa"), NO_DEADLINE)
    assert not validator._only._is_sound({"text": "5"}, NO_DEADLINE)


def test_those_that_do_not_are_told() -> None:
    validator = warm_validator()
    assert [each.type.value for each in validator.validate(named(*"aba"))] == ["FieldValueDuplicate"]
    assert [each.field for each in validator.validate({"text": "5"})] == ["text"]
    assert validator.validate({"text": "a"}, {"text": "a"}) == []
    assert [each.detail for each in validator.validate({"text": "a"}, {"text": "b"})] == ["stays", "s"]


def test_what_costs_too_much_is_refused() -> None:
    [error] = warm_validator().validate(named(*map(str, range(2_000))))
    assert "call cost exceeds limit" in error.detail
