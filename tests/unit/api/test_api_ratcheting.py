"""Tests of ratcheting through the façade: the outcomes, every kind of write, and the gate on and off."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api, Outcome
from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.field.forgiveness import WhyNot
from kapivara.registry.observer import NoObserver
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

VERSION = "example.com/v1"
SHORT = {"maxLength": 3}
ODD = {"x-kubernetes-validations": [{"rule": "self.size() < 4", "message": "too long a word"}]}


def definition(a: dict[str, Any], **spec: Any) -> dict[str, Any]:
    properties = {
        "a": {"type": "string", **a},
        "b": {"type": "string"},
        "replicas": {"type": "integer"},
        **spec,
    }
    schema = {
        "type": "object",
        "properties": {
            "spec": {"type": "object", "properties": properties},
            "status": {"type": "object", "properties": {"replicas": {"type": "integer"}, "a": {"type": "string", **a}}},
        },
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"plural": "widgets", "kind": "Widget"},
            "scope": "Namespaced",
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "schema": {"openAPIV3Schema": schema},
                    "subresources": {
                        "status": {},
                        "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
                    },
                }
            ],
        },
    }


class World:
    """An API with one widget, stored under a loose CRD that then becomes stricter."""

    def __init__(self, tight: dict[str, Any], *, gate: bool = True):
        self.api = Api(feature_gates={"CRDValidationRatcheting": gate})
        assert self.api.create(definition({})).ok
        widget = {"apiVersion": VERSION, "kind": "Widget", "metadata": {"name": "one"}, "spec": {"a": "long", "b": "x"}}
        assert self.api.create(widget).ok
        assert self.patch({"status": {"a": "long"}}, subresource="status").ok
        self.tighten(tight)

    def tighten(self, a: dict[str, Any], **spec: Any) -> None:
        name = ("apiextensions.k8s.io/v1", "CustomResourceDefinition", "widgets.example.com")
        assert self.api.patch(*name, {"spec": definition(a, **spec)["spec"]}).ok

    def patch(self, patch: Any, **options: Any) -> Outcome:
        return self.api.patch(VERSION, "Widget", "one", patch, **options)

    def put(self, **spec: Any) -> Outcome:
        stored = self.api.get(VERSION, "Widget", "one").object
        assert stored is not None
        return self.api.update({**stored, "spec": {**stored["spec"], **spec}})


WRITES = {
    "put": lambda world: world.put(b="y"),
    "merge patch": lambda world: world.patch({"spec": {"b": "y"}}),
    "json patch": lambda world: world.patch([{"op": "replace", "path": "/spec/b", "value": "y"}], patch_type="json"),
    "scale": lambda world: world.patch({"spec": {"replicas": 3}}, subresource="scale"),
    "labels": lambda world: world.patch({"metadata": {"labels": {"x": "y"}}}),
    "nothing": lambda world: world.patch({}),
    "dry run": lambda world: world.patch({"spec": {"b": "y"}}, dry_run=True),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_every_write_is_forgiven_what_it_leaves_alone(write: Any) -> None:
    outcome = write(World(SHORT))
    assert outcome.ok
    assert outcome.warnings == ()
    assert [(str(each.error), each.place) for each in outcome.ratcheted] == [
        ("spec.a: Too long: may not be more than 3 bytes", "spec.a"),
        ("status.a: Too long: may not be more than 3 bytes", "status.a"),
    ]
    assert outcome.unforgiven == ()


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_rules_that_are_forgiven_warn(write: Any) -> None:
    outcome = write(World(ODD))
    assert outcome.ok
    assert outcome.warnings == (
        'spec.a: Invalid value: "long": too long a word',
        'status.a: Invalid value: "long": too long a word',
    )
    assert [each.place for each in outcome.ratcheted] == ["spec.a", "status.a"]


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_without_the_gate_nothing_is_forgiven(write: Any) -> None:
    for tight in (SHORT, ODD):
        outcome = write(World(tight, gate=False))
        assert outcome.code == 422
        assert outcome.ratcheted == outcome.warnings == ()
        assert {each.why for each in outcome.unforgiven} == {WhyNot.SWITCHED_OFF}


def test_the_status_is_judged_alone() -> None:
    world = World(SHORT)
    outcome = world.patch({"status": {"replicas": 1}}, subresource="status")
    assert outcome.ok
    assert [each.place for each in outcome.ratcheted] == ["status.a"]
    outcome = world.patch({"status": {"a": "longer"}}, subresource="status")
    assert [(each.why, each.place) for each in outcome.unforgiven] == [(WhyNot.CHANGED, "status.a")]


def test_a_refusal_tells_both_sides() -> None:
    world = World(SHORT)
    outcome = world.put(a="longer")
    assert outcome.status is not None
    assert [cause.field for cause in outcome.status.causes] == ["spec.a"]
    assert [(each.error.field, each.text()) for each in outcome.unforgiven] == [("spec.a", "spec.a was changed")]
    assert [each.place for each in outcome.ratcheted] == ["status.a"]
    assert outcome.status.to_json() == outcome.body()


def test_warnings_are_given_with_refusals_too() -> None:
    world = World({})
    world.tighten(ODD, b={"type": "string", "pattern": "^x$"})
    outcome = world.put(b="y")
    assert outcome.code == 422
    assert [(each.error.field, each.why) for each in outcome.unforgiven] == [("spec.b", WhyNot.CHANGED)]
    assert 'spec.a: Invalid value: "long": too long a word' in outcome.warnings


def test_errors_of_other_kinds_are_never_forgiven() -> None:
    outcome = World(SHORT).patch({"metadata": {"labels": {"x": "no label!"}}})
    assert {(each.error.field, each.why) for each in outcome.unforgiven} == {("metadata.labels", WhyNot.NEVER)}


@pytest.mark.parametrize("gate", [True, False])
def test_creation_is_strict(gate: bool) -> None:
    world = World(SHORT, gate=gate)
    widget = {"apiVersion": VERSION, "kind": "Widget", "metadata": {"name": "two"}, "spec": {"a": "long"}}
    outcome = world.api.create(widget)
    assert outcome.code == 422
    assert outcome.ratcheted == outcome.unforgiven == ()


@pytest.mark.parametrize("gate", [True, False])
def test_repeats_in_lists_do_not_need_the_gate(gate: bool) -> None:
    api = Api(feature_gates={"CRDValidationRatcheting": gate})
    loose = {"type": "array", "items": {"type": "string"}}
    assert api.create(definition({}, l=loose)).ok
    widget = {"apiVersion": VERSION, "kind": "Widget", "metadata": {"name": "one"}, "spec": {"l": ["a", "a"]}}
    assert api.create(widget).ok
    tight = definition({}, l={**loose, "x-kubernetes-list-type": "set"})["spec"]
    assert api.patch("apiextensions.k8s.io/v1", "CustomResourceDefinition", "widgets.example.com", {"spec": tight}).ok
    assert api.patch(VERSION, "Widget", "one", {"spec": {"b": "y"}}).ok


OPTIONAL = {
    "x-kubernetes-validations": [
        {"rule": "oldSelf.hasValue() || self.size() < 4", "optionalOldSelf": True, "message": "too long for a start"}
    ]
}


def test_rules_that_do_without_an_old_value_need_the_gate() -> None:
    on, off = Api(), Api(feature_gates={"CRDValidationRatcheting": False})
    assert on.create(definition(OPTIONAL)).ok
    widget = {"apiVersion": VERSION, "kind": "Widget", "metadata": {"name": "one"}, "spec": {"a": "long"}}
    assert on.create(widget).code == 422
    refused = off.create(definition(OPTIONAL))  # the field is dropped, and a plain oldSelf has no hasValue()
    assert refused.status is not None
    assert "found no matching overload for 'hasValue'" in refused.status.message


def test_stored_rules_that_do_without_an_old_value_wait_for_one_where_the_gate_is_off() -> None:
    storage = MemoryStorage()
    with_gate = Api(storage)
    assert with_gate.create(definition(OPTIONAL)).ok
    without = Api(storage, feature_gates={"CRDValidationRatcheting": False})
    widget = {"apiVersion": VERSION, "kind": "Widget", "metadata": {"name": "one"}, "spec": {"a": "long"}}
    assert with_gate.create(widget).code == 422
    for name in map(str, range(6)):
        assert without.create({**widget, "metadata": {"name": name}}).ok
    name = ("apiextensions.k8s.io/v1", "CustomResourceDefinition", "widgets.example.com")
    kept = without.patch(*name, {"metadata": {"labels": {"x": "y"}}})
    assert kept.object is not None
    schema = kept.object["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    assert schema["properties"]["spec"]["properties"]["a"]["x-kubernetes-validations"][0]["optionalOldSelf"]


def test_unknown_gates_are_refused() -> None:
    with pytest.raises(ValueError, match="NoSuchGate"):
        Api(feature_gates={"NoSuchGate": True})


class Watcher(NoObserver):
    """Records the observed ratcheting times."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def observe_ratcheting(self, seconds: float) -> None:
        self.seen.append(seconds)


@pytest.mark.parametrize("gate", [True, False])
def test_updates_of_custom_resources_are_observed(gate: bool) -> None:
    watcher, storage = Watcher(), MemoryStorage()
    gates = FeatureGates({"CRDValidationRatcheting": gate})
    api = Api(storage)
    assert api.create(definition({})).ok
    assert api.create({"apiVersion": VERSION, "kind": "Widget", "metadata": {"name": "one"}, "spec": {"a": "long"}}).ok
    registry = Registry(storage, feature_gates=gates, observer=watcher)
    kind = registry.find_kind(VERSION, "Widget")
    assert kind is not None
    patch = Request(
        "patch", kind.gvr, "default", "one", body=b'{"spec":{"b":"y"}}', media_type="application/merge-patch+json"
    )
    assert registry.handle(patch).ok
    assert watcher.seen == ([0.0] if gate else [])
