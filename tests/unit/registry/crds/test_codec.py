"""Tests of objects that are validated while they are decoded: the first ones, step by step, and later ones agree."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.registry.crds.codec import CustomCodec
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.resource_pass import ResourcePass
from kapivara.schema.resource.sound_fields import SoundFields

SCHEMA = {
    "type": "object",
    "required": ["spec"],
    "x-kubernetes-validations": [
        {"rule": "self.metadata.name != 'reserved'", "message": "is reserved"},
        {"rule": "!has(self.status) || self.status.seen <= self.spec.size", "message": "sees too much"},
    ],
    "properties": {
        "metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 12}}},
        "spec": {
            "type": "object",
            "x-kubernetes-validations": [{"rule": "self.size <= 5 || has(self.reason)", "message": "needs a reason"}],
            "properties": {
                "size": {"type": "integer", "minimum": 0, "default": 3},
                "reason": {"type": "string", "nullable": True, "minLength": 2},
                "ports": {
                    "type": "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["port", "protocol"],
                    "items": {
                        "type": "object",
                        "required": ["port"],
                        "properties": {
                            "port": {"type": "integer"},
                            "protocol": {"type": "string", "default": "TCP"},
                        },
                    },
                },
                "template": {
                    "type": "object",
                    "x-kubernetes-embedded-resource": True,
                    "x-kubernetes-preserve-unknown-fields": True,
                },
            },
        },
        "status": {"type": "object", "required": ["seen"], "properties": {"seen": {"type": "integer"}}},
    },
}
SPECS: dict[str, dict[str, Any]] = {
    "valid": {"spec": {"size": 7, "reason": "growth", "ports": [{"port": 80}, {"port": 80, "protocol": "UDP"}]}},
    "defaulted": {"spec": {}},
    "a value": {"spec": {"size": -1}},
    "a rule": {"spec": {"size": 6}},
    "the same by a default": {"spec": {"ports": [{"port": 80}, {"port": 80, "protocol": "TCP"}]}},
    "null that stays": {"spec": {"size": 7, "reason": None}},
    "null that goes": {"spec": {"size": None}},
    "another type": {"spec": {"ports": {}}},
    "unknown": {"spec": {"size": 1, "sise": 2}},
    "missing": {},
    "a status that is dropped": {"spec": {"size": 1}, "status": {"seen": 2}},
    "a status that is wrong, and dropped": {"spec": {}, "status": {"seen": "x"}},
    "embedded": {"spec": {"template": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "uid": 3}}}},
    "embedded, dated": {
        "spec": {"template": {"apiVersion": "v1", "kind": "Pod", "metadata": {"creationTimestamp": None, "name": "a"}}}
    },
}
METADATA: dict[str, dict[str, Any]] = {
    "named": {"name": "one"},
    "reserved": {"name": "reserved"},
    "long": {"name": "much-too-long"},
    "generated": {"generateName": "a-"},
    "wrong": {"name": "One"},
}


@pytest.fixture
def policies(talk: Any) -> GroupVersionResource:
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "subresources": {"status": {}},
        "schema": {"openAPIV3Schema": SCHEMA},
    }
    resource: GroupVersionResource = talk.define("policies", "Policy", versions=[version])[0]
    return resource


@pytest.mark.parametrize("metadata", METADATA.values(), ids=METADATA)
@pytest.mark.parametrize("fields", SPECS.values(), ids=SPECS)
def test_the_first_objects_and_later_ones_are_answered_alike(
    fields: Any, metadata: Any, talk: Any, policies: GroupVersionResource
) -> None:
    body = {"apiVersion": "example.com/v1", "kind": "Policy", "metadata": metadata, **fields}
    told = []
    for _ in range(COMPILED_AFTER + 3):
        outcome = talk("create", policies, body=body, dryRun="All")
        answer = outcome.object if outcome.code == 201 else outcome.status
        told.append((outcome.code, _without_chance(answer), outcome.warnings))
    assert told == [told[0]] * len(told)


def _without_chance(answer: Any) -> Any:
    """Returns a response without parts that change from request to request: identities, times and generated names."""
    if not isinstance(answer, dict):
        return re.sub(r"a-[a-z0-9]{5}", "a-*", str(answer))
    made = ("uid", "creationTimestamp", "managedFields")
    metadata = {key: value for key, value in answer["metadata"].items() if key not in made}
    if "generateName" in metadata:
        metadata["name"] = "*"
    return {**answer, "metadata": metadata}


def test_what_is_created_is_judged_as_it_is_read(talk: Any, widget: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    widgets = talk.define()[0]
    known: list[list[str]] = []
    judge = ResourcePass.judge

    def judged(self: ResourcePass, obj: Any, sound: SoundFields) -> bool:
        known.append(sorted(sound.values))
        return judge(self, obj, sound)

    monkeypatch.setattr(ResourcePass, "judge", judged)
    for number in range(COMPILED_AFTER + 1):
        assert talk("create", widgets, body=widget(f"one{number}")).code == 201
    assert known[-1] == ["spec"]
    body = {**talk("get", widgets, "one0").object, "spec": {"size": 4}}
    assert talk("update", widgets, "one0", body=body).code == 200
    assert known[-1] == []


def test_what_was_read_is_not_read_again_as_it_is_stored(
    talk: Any, widget: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    widgets = talk.define()[0]
    read: list[Any] = []
    usual = CustomCodec.from_storage
    monkeypatch.setattr(CustomCodec, "from_storage", lambda self, obj: read.append(obj) or usual(self, obj))
    for number in range(COMPILED_AFTER + 1):
        read.clear()
        assert talk("create", widgets, body=widget(f"one{number}")).code == 201
    assert not read
    created = talk("create", widgets, body=widget("last"))
    assert created.object == talk("get", widgets, "last").object


def test_a_dropped_field_with_a_default_is_read_again(talk: Any, widget: Any) -> None:
    """A status that the creator may not set is reset to its default, in the response and in the storage."""
    schema = {
        "type": "object",
        "properties": {
            "spec": {"type": "object", "properties": {"size": {"type": "integer"}}},
            "status": {"type": "object", "default": {"seen": 0}, "properties": {"seen": {"type": "integer"}}},
        },
    }
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "subresources": {"status": {}},
        "schema": {"openAPIV3Schema": schema},
    }
    widgets = talk.define("gauges", "Gauge", versions=[version])[0]
    for number in range(COMPILED_AFTER + 2):
        body = {"apiVersion": "example.com/v1", "kind": "Gauge", "metadata": {"name": f"one{number}"}, "spec": {}}
        created = talk("create", widgets, body={**body, "status": {"seen": 2}})
        assert created.object["status"] == {"seen": 0}
        assert created.object == talk("get", widgets, f"one{number}").object
