"""`x-kubernetes-strip-zero`: the tables and examples of KEP-4153, "Zero-Valued Primitive Fields"."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.openapi import Validator

ZEROS = [("string", ""), ("integer", 0), ("number", 0.0), ("boolean", False), ("array", []), ("object", {})]


def field(kind: str, **more: Any) -> dict[str, Any]:
    below = {"array": {"items": {"type": "string"}}, "object": {"additionalProperties": {"type": "string"}}}
    return {"type": kind, **below.get(kind, {}), **more}


@pytest.mark.parametrize(("kind", "zero"), ZEROS, ids=[kind for kind, _ in ZEROS])
@pytest.mark.parametrize("times", [1, 8], ids=["walked", "compiled"])
def test_a_required_zero_is_missing(kind: str, zero: Any, times: int) -> None:
    strict = Validator(
        {
            "type": "object",
            "required": ["a"],
            "properties": {"a": field(kind, **{"x-kubernetes-strip-zero": True})},
        }
    )
    lenient = Validator({"type": "object", "required": ["a"], "properties": {"a": field(kind)}})
    for _ in range(times):
        assert [str(each) for each in strict.validate({"a": zero})] == ["a: Required value"]
        assert lenient.validate({"a": zero}) == []


def test_has_is_asked_after_zeros_are_gone() -> None:
    schema = {
        "type": "object",
        "properties": {"paused": {"type": "boolean", "x-kubernetes-strip-zero": True}},
        "x-kubernetes-validations": [{"rule": "!has(self.paused)", "message": "is set"}],
    }
    validator = Validator(schema)
    for _ in range(8):
        assert validator.validate({"paused": False}) == []
        assert [each.detail for each in validator.validate({"paused": True})] == ["is set"]


def test_defaults_come_after_zeros_are_gone() -> None:
    strip = {"x-kubernetes-strip-zero": True}
    schema = {
        "type": "object",
        "properties": {
            "replicas": {"type": "integer", "default": 1, **strip},
            "name": {"type": "string", "default": "", **strip},
            "list": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer", **strip}}}},
        },
    }
    judgement = Validator(schema).judge({"replicas": 0, "name": "", "list": [{"n": 0}, {"n": 1}]})
    assert judgement.object == {"replicas": 1, "list": [{}, {"n": 1}]}
