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


NAMED = {"x-kubernetes-validation-errors": {"required": {}}}
TEXT = {"type": "string"}


def validator(**schema: Any) -> Validator:
    return Validator({"type": "object", **schema})


def test_a_declared_field_that_was_missing_before_may_be_missing() -> None:
    declared = validator(properties={"a": {**TEXT, **NAMED}, "b": TEXT}, required=["a"])
    assert [str(each) for each in declared.validate({"b": "1"})] == ["a: Required value"]
    assert declared.validate({"b": "2"}, {"b": "1"}) == []
    assert [str(each) for each in declared.validate({"b": "2"}, {"a": "", "b": "1"})] == ["a: Required value"]
    (forgiven,) = declared.judge({"b": "2"}, {"b": "1"}).forgiven
    assert str(forgiven.error) == "a: Required value"


def test_the_struct_may_name_it_in_words_of_its_own() -> None:
    words = {"required": {"message": "say which", "reason": "Required"}}
    declared = validator(properties={"a": TEXT, "b": TEXT}, required=["a"], **{"x-kubernetes-validation-errors": words})
    assert [str(each) for each in declared.validate({"b": "2"})] == ["a: Required value: say which"]
    assert declared.validate({"b": "2"}, {"b": "1"}) == []


@pytest.mark.parametrize("old", [{"b": "1"}, {"a": "1", "b": "1"}])
def test_other_fields_are_asked_for_again(old: dict[str, str]) -> None:
    plain = validator(properties={"a": TEXT, "b": TEXT}, required=["a"])
    assert [str(each) for each in plain.validate({"b": "2"}, old)] == ["a: Required value"]


def test_a_new_struct_must_have_it() -> None:
    inner = {"type": "object", "properties": {"a": {**TEXT, **NAMED}}, "required": ["a"]}
    holder = validator(properties={"one": inner, "other": inner})
    assert [str(each) for each in holder.validate({"one": {}, "other": {}}, {"one": {}})] == ["other.a: Required value"]


def test_repeats_are_told_where_a_list_has_changed() -> None:
    a_set = {"type": "array", "items": TEXT, "x-kubernetes-list-type": "set"}
    holder = validator(properties={"one": a_set, "other": a_set})
    old = {"one": ["a", "a"], "other": ["b"]}
    assert holder.validate({"one": ["a", "a"], "other": ["b", "c"]}, old) == []
    told = [str(each) for each in holder.validate({"one": ["a", "a"], "other": ["b", "b"]}, old)]
    assert told == ['other[1]: Duplicate value: "b"']
    judgement = holder.judge({"one": ["a", "a", "c"], "other": ["b"]}, old)
    assert [str(each) for each in judgement.errors] == ['one[1]: Duplicate value: "a"']
    assert holder.judge({"one": ["a", "a"], "other": ["c"]}, old).forgiven[0].error.field == "one[1]"


def test_repeats_below_items_and_in_maps() -> None:
    item = {"type": "object", "properties": {"name": TEXT, "tags": {"type": "array", "items": TEXT}}}
    item["properties"]["tags"]["x-kubernetes-list-type"] = "set"  # type: ignore[index]
    keys = {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]}
    holder = validator(properties={"items": {"type": "array", "items": item, **keys}})
    old = {"items": [{"name": "a", "tags": ["x", "x"]}, {"name": "b"}]}
    assert holder.validate({"items": [{"name": "b"}, {"name": "a", "tags": ["x", "x"]}]}, old) == []
    assert holder.validate({"items": [{"name": "b", "tags": ["y"]}, {"name": "a", "tags": ["x", "x"]}]}, old) == []
    told = holder.validate({"items": [{"name": "a", "tags": ["x", "x", "y"]}]}, old)
    assert [each.field for each in told] == ["items[0].tags[1]"]


def test_rules_that_do_without_old_values_are_asked_where_nothing_is_forgiven() -> None:
    rule = {"rule": "has(self.a) || oldSelf.hasValue() && !has(oldSelf.value().a)", "optionalOldSelf": True}
    schema = {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "x-kubernetes-validations": [rule]}
    strict = Validator(schema, ratcheting=False)
    assert len(strict.validate({"b": "1"})) == 1
    assert strict.validate({"b": "1"}, {"b": "2"}) == []
