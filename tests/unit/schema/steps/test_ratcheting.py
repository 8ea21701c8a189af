"""Tests of the errors that updates are forgiven, and the reasons why others are not."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.field.forgiveness import Unforgiven, WhyNot
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.ratcheting import Ratchet
from kapivara.values import ABSENT, JsonObject, JsonValue

UPDATE = Operation(Verb.UPDATE)
SHORT: JsonObject = {"type": "string", "maxLength": 2}
EVEN: JsonObject = {"type": "integer", "x-kubernetes-validations": [{"rule": "self % 2 == 0", "message": "odd"}]}
GROWS: JsonObject = {"type": "integer", "x-kubernetes-validations": [{"rule": "self > oldSelf", "message": "no"}]}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


def list_of(items: JsonObject, *keys: str, kind: str = "") -> JsonObject:
    raw: JsonObject = {"type": "array", "items": items}
    if kind or keys:
        raw["x-kubernetes-list-type"] = kind or "map"
    if keys:
        raw["x-kubernetes-list-map-keys"] = list(keys)
    return raw


def map_of(values: JsonObject, **more: JsonValue) -> JsonObject:
    return {"type": "object", "additionalProperties": values, **more}


class Judged:
    """The validation of an update of `spec`: the rejected fields with reasons, and the forgiven fields."""

    def __init__(self, spec: JsonObject, new: Any, old: Any, **root: JsonObject):
        schema = ResourceSchema(fields(spec=spec, **root))
        new_object = {"metadata": {"name": "a"}, "spec": new}
        old_object = {"metadata": {"name": "a"}, **({} if old is ABSENT else {"spec": old})}
        answers = []
        for _ in range(COMPILED_AFTER + 2):  # as the first object, and as one of many
            ratchet = schema.ratchet(new_object, old_object)
            assert ratchet is not None
            errors = schema.validate(UPDATE, new_object, old_object, ratchet)
            errors = errors + schema.validate_rules(new_object, old_object, errors, ratchet)
            answers.append((errors, ratchet.forgiven, ratchet.warnings, ratchet.unforgiven(errors)))
        assert all(answer == answers[0] for answer in answers)
        self.errors, self.forgiven, self.warnings, self.unforgiven = answers[0]

    @property
    def refused(self) -> dict[str, tuple[str, str]]:
        return {each.error.field: (each.why.value, each.place) for each in self.unforgiven}

    @property
    def places(self) -> dict[str, str]:
        return {each.error.field: each.place for each in self.forgiven}


ITEM = fields(k={"type": "string"}, v=SHORT)
KEYED = list_of(ITEM, "k")

# schema of spec, new, old -> rejected: field -> (why, place), forgiven: field -> place
CASES: dict[str, tuple[JsonObject, Any, Any, dict[str, tuple[str, str]], dict[str, str]]] = {
    "an unchanged field": (
        fields(a=SHORT, b=SHORT),
        {"a": "long", "b": "y"},
        {"a": "long", "b": "x"},
        {},
        {"spec.a": "spec.a"},
    ),
    "a changed field": (fields(a=SHORT), {"a": "longer"}, {"a": "long"}, {"spec.a": ("changed", "spec.a")}, {}),
    "one of each": (
        fields(a=SHORT, b=SHORT),
        {"a": "long", "b": "longer"},
        {"a": "long", "b": "x"},
        {"spec.b": ("changed", "spec.b")},
        {"spec.a": "spec.a"},
    ),
    "a new field": (fields(a=SHORT), {"a": "long"}, {}, {"spec.a": ("no-old-value", "spec.a")}, {}),
    "a new object": (
        fields(a=fields(b=SHORT)),
        {"a": {"b": "long"}},
        {},
        {"spec.a.b": ("no-old-value", "spec.a")},
        {},
    ),
    "all of spec is new": (fields(a=SHORT), {"a": "long"}, ABSENT, {"spec.a": ("no-old-value", "spec")}, {}),
    "another type than before": (
        fields(a=fields(b=SHORT)),
        {"a": {"b": "long"}},
        {"a": "flat"},
        {"spec.a.b": ("changed", "spec.a")},
        {},
    ),
    "an entry of a map": (
        fields(m=map_of(SHORT)),
        {"m": {"x": "long", "y": "longer"}},
        {"m": {"x": "long"}},
        {"spec.m.y": ("no-old-value", "spec.m[y]")},
        {"spec.m.x": "spec.m[x]"},
    ),
    "an entry of an atomic map": (
        fields(m=map_of(SHORT, **{"x-kubernetes-map-type": "atomic"})),
        {"m": {"x": "long", "y": "z"}},
        {"m": {"x": "long"}},
        {},
        {"spec.m.x": "spec.m[x]"},
    ),
    "too many entries, one changed": (
        fields(m=map_of(SHORT, maxProperties=1)),
        {"m": {"x": "a", "y": "b"}},
        {"m": {"x": "a", "y": "a"}},
        {"spec.m": ("changed", "spec.m")},
        {},
    ),
    "a missing field of an unchanged object": (
        fields(a={**fields(x=SHORT), "required": ["y"]}, b=SHORT),
        {"a": {"x": "1"}, "b": "2"},
        {"a": {"x": "1"}, "b": "1"},
        {},
        {"spec.a.y": "spec.a"},
    ),
    "a missing field of a changed object": (
        fields(a={**fields(x=SHORT), "required": ["y"]}),
        {"a": {"x": "2"}},
        {"a": {"x": "1"}},
        {"spec.a.y": ("changed", "spec.a")},
        {},
    ),
    "items that moved": (
        fields(l=KEYED),
        {"l": [{"k": "b", "v": "long"}, {"k": "a", "v": "x"}]},
        {"l": [{"k": "a"}, {"k": "b", "v": "long"}]},
        {},
        {"spec.l[0].v": "spec.l[0].v"},
    ),
    "a new item": (
        fields(l=KEYED),
        {"l": [{"k": "a", "v": "long"}]},
        {"l": []},
        {"spec.l[0].v": ("no-old-value", "spec.l[0]")},
        {},
    ),
    "an item without its key": (
        fields(l=KEYED, b=SHORT),
        {"l": [{"v": "long"}], "b": "y"},
        {"l": [{"v": "long"}], "b": "x"},
        {"spec.l[0].v": ("keyless-item", "spec.l[0]")},
        {},
    ),
    "an item with the key of one before it": (
        fields(l=KEYED, b=SHORT),
        {"l": [{"k": "a", "v": "x"}, {"k": "a", "v": "long"}], "b": "y"},
        {"l": [{"k": "a", "v": "x"}, {"k": "a", "v": "long"}], "b": "x"},
        {"spec.l[1].v": ("repeated-key", "spec.l[1]")},
        {"spec.l[1]": ""},
    ),
    "the first of two items with one key": (
        fields(l=KEYED, b=SHORT),
        {"l": [{"k": "a", "v": "long"}, {"k": "a", "v": "x"}], "b": "y"},
        {"l": [{"k": "a", "v": "long"}, {"k": "a", "v": "x"}], "b": "x"},
        {},
        {"spec.l[0].v": "spec.l[0].v", "spec.l[1]": ""},
    ),
    "the first of two items with one key, changed": (
        fields(l=KEYED),
        {"l": [{"k": "a", "v": "longer"}, {"k": "a", "v": "x"}]},
        {"l": [{"k": "a", "v": "long"}, {"k": "a", "v": "x"}]},
        {"spec.l[0].v": ("changed", "spec.l[0].v")},
        {"spec.l[1]": ""},
    ),
    "too few items that only moved": (
        fields(l={**KEYED, "minItems": 3}),
        {"l": [{"k": "b"}, {"k": "a"}]},
        {"l": [{"k": "a"}, {"k": "b"}]},
        {},
        {"spec.l": "spec.l"},
    ),
    "an item of a changed list": (
        fields(l=list_of(SHORT)),
        {"l": ["long", "y"]},
        {"l": ["long", "x"]},
        {"spec.l[0]": ("uncorrelated-list", "spec.l")},
        {},
    ),
    "an item of a changed set": (
        fields(l=list_of(SHORT, kind="set")),
        {"l": ["long", "y"]},
        {"l": ["long"]},
        {"spec.l[0]": ("uncorrelated-list", "spec.l")},
        {},
    ),
    "an item of an unchanged list": (
        fields(l=list_of(SHORT), b=SHORT),
        {"l": ["long"], "b": "y"},
        {"l": ["long"], "b": "x"},
        {},
        {"spec.l[0]": "spec.l"},
    ),
    "an object with a field unknown": (
        fields(a={**fields(x=SHORT), "minProperties": 3, "x-kubernetes-preserve-unknown-fields": True}),
        {"a": {"x": "1", "z": 1}},
        {"a": {"x": "1", "z": 1}},
        {"spec.a": ("uncomparable", "spec.a")},
        {},
    ),
    "a forbidden field": (
        fields(a={"type": "object", "additionalProperties": False}),
        {"a": {"z": 1}},
        {"a": {"z": 1}},
        {"spec.a": ("uncomparable", "spec.a")},
        {},
    ),
    "an integer written as a float": (
        fields(a={"type": "number", "maximum": 1}),
        {"a": 2.0},
        {"a": 2},
        {"spec.a": ("changed", "spec.a")},
        {},
    ),
    "null before and now": (
        fields(a=SHORT, b=SHORT),
        {"a": None, "b": "y"},
        {"a": None, "b": "x"},
        {},
        {"spec.a": "spec.a"},
    ),
    "allOf at the value": (
        fields(a={"type": "string", "allOf": [SHORT]}, b=SHORT),
        {"a": "long", "b": "y"},
        {"a": "long", "b": "x"},
        {},
        {"<nil>": "spec.a", "spec.a": "spec.a"},
    ),
    "allOf about another field": (
        {**fields(a={"type": "string"}, b=SHORT), "allOf": [{"properties": {"a": {"maxLength": 2}}}]},
        {"a": "long", "b": "y"},
        {"a": "long", "b": "x"},
        {"<nil>": ("changed", "spec"), "spec.a": ("junctor", "spec")},
        {},
    ),
    "oneOf in an unchanged object": (
        fields(
            s={**fields(a={"type": "string"}), "oneOf": [{"required": ["a"]}, {"properties": {"a": {"minLength": 1}}}]},
            b=SHORT,
        ),
        {"s": {"a": "x"}, "b": "y"},
        {"s": {"a": "x"}, "b": "x"},
        {},
        {"<nil>": "spec.s"},
    ),
    "not does not see what is forgiven": (
        {
            **fields(a={"type": "string", "maxLength": 2}, b=SHORT),
            "not": {"properties": {"a": {"maxLength": 2}}, "required": ["a"]},
        },
        {"a": "long", "b": "y"},
        {"a": "long", "b": "x"},
        {},
        {"spec.a": "spec.a"},
    ),
    "repeats that were there": (
        fields(l=list_of({"type": "string"}, kind="set")),
        {"l": ["a", "a", "b", "b"]},
        {"l": ["a", "a"]},
        {},
        {"spec.l[1]": "", "spec.l[3]": ""},
    ),
    "repeats that are new": (
        fields(l=list_of({"type": "string"}, kind="set")),
        {"l": ["a", "a"]},
        {"l": ["a"]},
        {"spec.l[1]": ("changed", "spec.l[1]")},
        {},
    ),
    "an embedded resource": (
        fields(
            e={
                "type": "object",
                "x-kubernetes-embedded-resource": True,
                "x-kubernetes-preserve-unknown-fields": True,
            },
            b=SHORT,
        ),
        {"e": {"apiVersion": "v1", "kind": "-"}, "b": "y"},
        {"e": {"apiVersion": "v1", "kind": "-"}, "b": "x"},
        {"spec.e.kind": ("never", "spec.e.kind")},
        {},
    ),
    "a rule": (fields(a=EVEN, b=SHORT), {"a": 1, "b": "y"}, {"a": 1, "b": "x"}, {}, {"spec.a": "spec.a"}),
    "a rule on a changed value": (fields(a=EVEN), {"a": 1}, {"a": 3}, {"spec.a": ("changed", "spec.a")}, {}),
    "a rule on an item of an unchanged list": (
        fields(l=list_of(EVEN), b=SHORT),
        {"l": [1], "b": "y"},
        {"l": [1], "b": "x"},
        {},
        {"spec.l[0]": "spec.l"},
    ),
    "a rule on an item of a changed list": (
        fields(l=list_of(EVEN)),
        {"l": [1, 2]},
        {"l": [1]},
        {"spec.l[0]": ("uncorrelated-list", "spec.l")},
        {},
    ),
    "a rule that looks back": (
        fields(a=GROWS),
        {"a": 1},
        {"a": 1},
        {"spec.a": ("transition-rule", "spec.a")},
        {},
    ),
    "a rule that need not look back": (
        fields(
            a={
                "type": "integer",
                "x-kubernetes-validations": [
                    {"rule": "oldSelf.hasValue() && self > 5", "optionalOldSelf": True, "message": "no"}
                ],
            }
        ),
        {"a": 1},
        {"a": 1},
        {"spec.a": ("transition-rule", "spec.a")},
        {},
    ),
    "a rule that cannot be evaluated": (
        fields(a={"type": "integer", "x-kubernetes-validations": [{"rule": "1 / self == 1"}]}, b=SHORT),
        {"a": 0, "b": "y"},
        {"a": 0, "b": "x"},
        {"spec.a": ("rule-failure", "spec.a")},
        {},
    ),
}


@pytest.mark.parametrize(("spec", "new", "old", "refused", "forgiven"), CASES.values(), ids=CASES)
def test_updates(
    spec: JsonObject, new: Any, old: Any, refused: dict[str, tuple[str, str]], forgiven: dict[str, str]
) -> None:
    judged = Judged(spec, new, old)
    assert judged.refused == refused
    assert judged.places == forgiven


def test_only_forgiven_rules_are_warned_of() -> None:
    judged = Judged(fields(a=EVEN, c=SHORT, b=SHORT), {"a": 1, "c": "long", "b": "y"}, {"a": 1, "c": "long", "b": "x"})
    assert judged.warnings == ["spec.a: Invalid value: 1: odd"]
    assert judged.places == {"spec.c": "spec.c", "spec.a": "spec.a"}


def test_forgiven_errors_do_not_keep_rules_from_being_evaluated() -> None:
    judged = Judged(fields(a=EVEN, c=SHORT), {"a": 3, "c": "long"}, {"a": 1, "c": "long"})
    assert judged.refused == {"spec.a": ("changed", "spec.a")}
    blocked = Judged(fields(a=EVEN, c=SHORT), {"a": 3, "c": "longer"}, {"a": 1, "c": "long"})
    assert blocked.refused == {"spec.c": ("changed", "spec.c"), "<nil>": ("never", "<nil>")}


def test_the_whole_object_is_never_forgiven() -> None:
    schema = ResourceSchema(
        {**fields(spec=fields(a=SHORT)), "required": ["other"], "x-kubernetes-validations": [{"rule": "false"}]}
    )
    obj = {"metadata": {"name": "a"}, "spec": {"a": "long"}}
    ratchet = Ratchet(obj, obj, schema.structural)
    errors = schema.validate(UPDATE, obj, obj, ratchet) + schema.validate_rules(obj, obj, [], ratchet)
    assert [(each.error.field, each.why) for each in ratchet.unforgiven(errors)] == [
        ("other", WhyNot.ROOT),
        ("<nil>", WhyNot.ROOT),
    ]


@pytest.mark.parametrize("more", [{"maxLength": 1}, {"x-kubernetes-validations": [{"rule": "self == ''"}]}])
def test_kind_and_version_are_not_compared(more: JsonObject) -> None:
    schema = ResourceSchema(fields(kind={"type": "string", **more}))
    obj = {"kind": "Widget", "metadata": {"name": "a"}}
    ratchet = Ratchet(obj, obj, schema.structural)
    errors = schema.validate(UPDATE, obj, obj, ratchet)
    errors = errors or schema.validate_rules(obj, obj, [], ratchet)
    assert ratchet.unforgiven(errors) == (Unforgiven(errors[0], WhyNot.TYPE_META, "kind"),)


def judge_status(status: JsonObject, new: JsonObject, old: JsonObject) -> tuple[list[str], Ratchet]:
    schema = ResourceSchema(fields(status=status))
    ratchet = Ratchet(new, old, schema.structural)
    return [str(each) for each in schema.validate_status(UPDATE, new, old, ratchet)], ratchet


def test_a_status_is_forgiven_as_a_whole() -> None:
    status = {**fields(a=SHORT, kind=SHORT), "required": ["b"]}
    same: JsonObject = {"status": {"a": "long"}}
    errors, ratchet = judge_status(status, same, same)
    assert errors == []
    assert [(each.error.field, each.place) for each in ratchet.forgiven] == [
        ("status.a", "status.a"),
        ("status.b", "status"),
    ]
    errors, ratchet = judge_status(status, same, {})
    assert errors == ["status.a: Too long: may not be more than 2 bytes", "status.b: Required value"]


def test_kind_in_a_status_is_not_compared() -> None:
    status = fields(a=SHORT, kind=SHORT)
    errors, _ = judge_status(status, {"status": {"kind": "long", "a": "y"}}, {"status": {"kind": "long", "a": "x"}})
    assert errors == ["status.kind: Too long: may not be more than 2 bytes"]


def test_without_ratcheting_there_is_none() -> None:
    assert ResourceSchema({"type": "object"}, ratcheting=False).ratchet({}, {}) is None


def test_time_is_counted_only_where_something_is_compared() -> None:
    schema = ResourceSchema(fields(spec=fields(a=SHORT)))
    fine = {"spec": {"a": "x"}}
    ratchet = Ratchet(fine, fine, schema.structural)
    assert schema.validate(UPDATE, fine, fine, ratchet) == []
    assert ratchet.seconds == 0
    broken = {"spec": {"a": "long"}}
    ratchet = Ratchet(broken, broken, schema.structural)
    assert schema.validate(UPDATE, broken, broken, ratchet) == []
    assert ratchet.seconds > 0


@pytest.mark.parametrize("why", WhyNot)
def test_every_reason_has_words(why: WhyNot) -> None:
    assert why.text("spec.a")
    assert "{" not in why.text("")
