"""Tests of KEP-4008 over HTTP: its examples, its user stories, its test plan.

Where the KEP and the server differ, the tests follow the server and say so.
"""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.server.in_process import client_of

from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
CRD_NAME = "mycrds.stable.example.com"
OBJECTS = "/apis/stable.example.com/v1/namespaces/default/mycrds"
MERGE_PATCH = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"
STRING = {"type": "string"}


class Cluster:
    """An API server with one CRD, whose schema can be replaced."""

    def __init__(self, *, gate: bool = True):
        gates = FeatureGates({"CRDValidationRatcheting": gate})
        self._app = Application(Registry(MemoryStorage(), feature_gates=gates))

    def send(self, method: str, path: str, body: Any = None, media_type: str = "application/json") -> httpx.Response:
        data = None if body is None else json.dumps(body).encode()
        return client_of(self._app).request(method, path, content=data, headers={"content-type": media_type})

    def define(self, **properties: Any) -> None:
        """Writes the CRD: fields of the whole object, or a whole schema as `schema`."""
        schema = properties.pop("schema", None) or {"type": "object", "properties": properties}
        version = {
            "name": "v1",
            "served": True,
            "storage": True,
            "schema": {"openAPIV3Schema": schema},
            "subresources": {"status": {}} if "status" in schema["properties"] else {},
        }
        spec = {
            "group": "stable.example.com",
            "names": {"plural": "mycrds", "kind": "MyCRD"},
            "scope": "Namespaced",
            "versions": [version],
        }
        crd = {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": CRD_NAME},
            "spec": spec,
        }
        answer = self.send("POST", DEFINITIONS, crd)
        if answer.status_code == 409:
            answer = self.send("PATCH", f"{DEFINITIONS}/{CRD_NAME}", {"spec": spec}, MERGE_PATCH)
        assert answer.status_code in (200, 201), answer.text

    def create(self, name: str = "one", /, **fields: Any) -> httpx.Response:
        obj = {"apiVersion": "stable.example.com/v1", "kind": "MyCRD", "metadata": {"name": name}, **fields}
        return self.send("POST", OBJECTS, obj)

    def get(self, name: str = "one") -> Any:
        return self.send("GET", f"{OBJECTS}/{name}").json()

    def put(self, **fields: Any) -> httpx.Response:
        return self.send("PUT", f"{OBJECTS}/one", {**self.get(), **fields})

    def patch(self, patch: Any, subresource: str = "") -> httpx.Response:
        path = f"{OBJECTS}/one/{subresource}" if subresource else f"{OBJECTS}/one"
        return self.send("PATCH", path, patch, JSON_PATCH if isinstance(patch, list) else MERGE_PATCH)


def causes(answer: httpx.Response) -> list[str]:
    """Returns the messages of a rejection."""
    assert answer.status_code == 422, answer.text
    return [f"{cause['field']}: {cause['message']}" for cause in answer.json()["details"]["causes"]]


def warnings(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return answer.headers.get_list("warning")


@pytest.fixture
def cluster() -> Cluster:
    return Cluster()


# The proposal

TOO_SHORT = 'myField: Invalid value: "": myField in body should be at least 2 chars long'


@pytest.fixture
def tightened(cluster: Cluster) -> Cluster:
    cluster.define(myField=STRING, myOtherField=STRING)
    assert cluster.create(myField="").status_code == 201
    cluster.define(myField={**STRING, "minLength": 2}, myOtherField=STRING)
    return cluster


def test_a_field_that_was_not_altered_is_not_judged_again(tightened: Cluster) -> None:
    answer = tightened.put(myOtherField="newly added field")
    assert answer.status_code == 200
    assert answer.json()["myOtherField"] == "newly added field"
    assert answer.json()["myField"] == ""


@pytest.mark.parametrize(
    "patch",
    [
        {"myOtherField": "newly added field"},
        [{"op": "add", "path": "/myOtherField", "value": "newly added field"}],
    ],
    ids=["merge", "json"],
)
def test_patches_that_do_not_mention_the_field(tightened: Cluster, patch: Any) -> None:
    assert tightened.patch(patch).json()["myOtherField"] == "newly added field"


def test_a_field_that_was_altered_has_to_pass(tightened: Cluster) -> None:
    assert causes(tightened.put(myField="a")) == [
        'myField: Invalid value: "a": myField in body should be at least 2 chars long'
    ]
    assert tightened.put(myField="ab").status_code == 200
    assert causes(tightened.put(myField="")) == [TOO_SHORT]


# Nested value validations: the whole value may be forgiven, its parts are not

JUNCTORS = {
    "allOf": {"allOf": [{"properties": {"a": {"maxLength": 2}}}]},
    "anyOf": {"anyOf": [{"properties": {"a": {"maxLength": 2}}}, {"required": ["c"]}]},
    "oneOf": {"oneOf": [{"properties": {"a": {"maxLength": 2}}}, {"required": ["c"]}]},
    "not": {"not": {"properties": {"a": {"minLength": 3}}, "required": ["a"]}},
}


@pytest.mark.parametrize("junctor", JUNCTORS.values(), ids=JUNCTORS)
def test_nested_validations_compare_the_whole_value(cluster: Cluster, junctor: Any) -> None:
    """The KEP compares children of allOf, too; the server does not."""
    inner = {"type": "object", "properties": {"a": STRING, "b": STRING, "c": STRING}}
    cluster.define(spec=inner, other=STRING)
    assert cluster.create(spec={"a": "long", "b": "x"}).status_code == 201
    cluster.define(spec={**inner, **junctor}, other=STRING)
    assert cluster.put(other="changed").status_code == 200
    assert cluster.put(spec={"a": "long", "b": "y"}).status_code == 422


# List types

NAMED = {"type": "object", "properties": {"namespace": {"type": "string", "default": "none"}, "name": STRING}}


def list_map(key: str) -> Any:
    return {
        "type": "array",
        "items": {**NAMED, "required": ["name"]},
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": [key],
    }


def test_changed_map_keys(cluster: Cluster) -> None:
    """The KEP does not forgive duplicates; the server accepts them if there were some before."""
    cluster.define(list=list_map("namespace"), other=STRING)
    assert cluster.create(list=[{"namespace": "myNS", "name": "myObj"}, {"name": "myObj"}]).status_code == 201
    cluster.define(list=list_map("name"), other=STRING)
    assert cluster.put(other="changed").status_code == 200
    assert cluster.put(list=[{"name": "myObj"}]).status_code == 200
    assert causes(cluster.put(list=[{"name": "myObj"}, {"name": "myObj"}])) == [
        'list[1]: Duplicate value: {"name":"myObj"}'
    ]


# Atomic lists and maps

SHORT = {"type": "string", "maxLength": 2}


def test_nothing_is_compared_inside_atomic_lists(cluster: Cluster) -> None:
    cluster.define(list={"type": "array", "items": STRING}, other=STRING)
    assert cluster.create(list=["long", "x"]).status_code == 201
    cluster.define(list={"type": "array", "items": SHORT, "x-kubernetes-list-type": "atomic"}, other=STRING)
    assert cluster.put(other="changed").status_code == 200
    assert causes(cluster.put(list=["long", "y"])) == ["list[0]: Too long: may not be more than 2 bytes"]


def test_the_entries_of_atomic_maps_are_compared_all_the_same(cluster: Cluster) -> None:
    """The KEP does not compare them; the server does."""
    cluster.define(map={"type": "object", "additionalProperties": STRING}, other=STRING)
    assert cluster.create(map={"a": "long"}).status_code == 201
    cluster.define(
        map={"type": "object", "additionalProperties": SHORT, "x-kubernetes-map-type": "atomic"}, other=STRING
    )
    assert cluster.patch({"map": {"b": "x"}}).status_code == 200
    assert cluster.patch({"map": {"c": "longer"}}).status_code == 422


# Rules

ODD = {"type": "integer", "x-kubernetes-validations": [{"rule": "self % 2 == 0", "message": "want an even number"}]}


def test_rules_are_forgiven_with_a_warning(cluster: Cluster) -> None:
    cluster.define(a={"type": "integer"}, other=STRING)
    assert cluster.create(a=3).status_code == 201
    cluster.define(a=ODD, other=STRING)
    assert warnings(cluster.put(other="changed")) == ['299 - "a: Invalid value: 3: want an even number"']
    assert causes(cluster.put(a=5)) == ["a: Invalid value: 5: want an even number"]
    assert warnings(cluster.put(a=4)) == []


def test_rules_may_ratchet_in_their_own_way(cluster: Cluster) -> None:
    """appliesOnCreate of the KEP became optionalOldSelf."""
    rule = {
        "rule": "self.size() >= 5 || oldSelf.optMap(old, old.size() < self.size()).orValue(false)",
        "optionalOldSelf": True,
        "message": "New objects need names longer or equal to 5.",
    }
    cluster.define(name=STRING)
    assert cluster.create(name="abc").status_code == 201
    cluster.define(name={"type": "string", "maxLength": 20, "x-kubernetes-validations": [rule]})
    wrong = "New objects need names longer or equal to 5."
    assert causes(cluster.create("two", name="abc")) == [f'name: Invalid value: "abc": {wrong}']
    assert cluster.create("two", name="abcde").status_code == 201
    assert cluster.put(name="abcd").status_code == 200
    assert causes(cluster.put(name="xyz")) == [f'name: Invalid value: "xyz": {wrong}']
    assert causes(cluster.put()) == [f'name: Invalid value: "abcd": {wrong}']  # transition rules are not forgiven


# User stories

STATUS = {"type": "object", "properties": {"phase": STRING}}


def test_an_author_tightens_a_field_and_the_controller_goes_on(cluster: Cluster) -> None:
    cluster.define(spec={"type": "object", "properties": {"size": {"type": "integer"}}}, status=STATUS)
    assert cluster.create(spec={"size": 1000}).status_code == 201
    assert cluster.patch({"status": {"phase": "Pending"}}, "status").status_code == 200
    cluster.define(spec={"type": "object", "properties": {"size": {"type": "integer", "maximum": 10}}}, status=STATUS)
    answer = cluster.patch({"status": {"phase": "Ready"}}, "status")
    assert answer.json()["status"] == {"phase": "Ready"}
    assert answer.json()["spec"] == {"size": 1000}
    assert cluster.patch({"metadata": {"labels": {"seen": "yes"}}}).status_code == 200


def test_a_format_that_came_to_be_known(cluster: Cluster) -> None:
    cluster.define(host={"type": "string", "format": "subdomain-to-come"}, other=STRING)
    assert cluster.create(host="Not A Domain").status_code == 201
    cluster.define(host={"type": "string", "format": "hostname"}, other=STRING)
    assert cluster.put(other="changed").status_code == 200
    assert cluster.create("two", host="Not A Domain").status_code == 422
    assert cluster.put(host="Another One").status_code == 422


def test_a_widened_format_that_is_taken_back(cluster: Cluster) -> None:
    cluster.define(data={"type": "string", "minLength": 1}, other=STRING)
    assert cluster.create(data="").status_code == 422
    cluster.define(data=STRING, other=STRING)
    assert cluster.create(data="").status_code == 201
    cluster.define(data={"type": "string", "minLength": 1}, other=STRING)
    assert cluster.put(other="changed").status_code == 200
    assert cluster.create("two", data="").status_code == 422


# The test plan


def test_upgrade_downgrade_upgrade(cluster: Cluster) -> None:
    loose, tight = {"a": STRING, "b": STRING}, {"a": SHORT, "b": STRING}
    cluster.define(**loose)
    assert cluster.create(a="long", b="0").status_code == 201
    cluster.define(**tight)
    assert cluster.put(b="1").status_code == 200
    assert cluster.put(a="longer").status_code == 422
    cluster.define(**loose)
    assert cluster.put(a="longer", b="2").status_code == 200
    cluster.define(**tight)
    assert cluster.put(b="3").status_code == 200
    assert cluster.put(a="long").status_code == 422
    assert cluster.put(a="ok").status_code == 200
    assert cluster.put(a="long").status_code == 422
    assert cluster.get()["a"] == "ok"
    assert cluster.get()["b"] == "3"


OBJECT = {"type": "object", "properties": {"x": STRING}}
CLASSES = {
    "type": (STRING, {"type": "integer"}, "five", "six"),
    "minItems": ({"type": "array", "items": STRING}, {"type": "array", "items": STRING, "minItems": 2}, ["a"], ["b"]),
    "maxItems": ({"type": "array", "items": STRING}, {"type": "array", "items": STRING, "maxItems": 0}, ["a"], ["b"]),
    "required": (OBJECT, {**OBJECT, "required": ["y"]}, {"x": "1"}, {"x": "2"}),
    "maxProperties": (OBJECT, {**OBJECT, "maxProperties": 0}, {"x": "1"}, {"x": "2"}),
    "enum": (STRING, {"type": "string", "enum": ["a"]}, "b", "c"),
    "pattern": (STRING, {"type": "string", "pattern": "^a"}, "b", "c"),
    "maximum": ({"type": "integer"}, {"type": "integer", "maximum": 1}, 2, 3),
    "format": (STRING, {"type": "string", "format": "ipv4"}, "b", "c"),
    "rule": ({"type": "integer"}, ODD, 3, 5),
    "nested": (STRING, {"type": "string", "anyOf": [{"maxLength": 1}, {"pattern": "^a"}]}, "bb", "cc"),
}


@pytest.mark.parametrize(("before", "after", "value", "another"), CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("gate", [True, False], ids=["on", "off"])
def test_classes_of_validations(before: Any, after: Any, value: Any, another: Any, gate: bool) -> None:
    """Creates are not affected; unchanged values are forgiven if the feature is on; changed values are not."""
    cluster = Cluster(gate=gate)
    cluster.define(v=before, other=STRING)
    assert cluster.create(v=value).status_code == 201
    cluster.define(v=after, other=STRING)
    assert cluster.create("two", v=value).status_code == 422
    assert cluster.put(other="changed").status_code == (200 if gate else 422)
    assert cluster.patch({"metadata": {"labels": {"x": "y"}}}).status_code == (200 if gate else 422)
    assert cluster.put(v=another).status_code == 422


def test_sets_that_had_repeats(cluster: Cluster) -> None:
    plain = {"type": "array", "items": STRING}
    cluster.define(v=plain, other=STRING)
    assert cluster.create(v=["a", "a"]).status_code == 201
    cluster.define(v={**plain, "x-kubernetes-list-type": "set"}, other=STRING)
    assert cluster.create("two", v=["a", "a"]).status_code == 422
    assert cluster.put(other="changed").status_code == 200
    assert cluster.put(v=["a"]).status_code == 200
    assert cluster.put(v=["a", "a"]).status_code == 422


def test_transition_rules_are_not_forgiven(cluster: Cluster) -> None:
    cluster.define(v={"type": "integer"}, other=STRING)
    assert cluster.create(v=3).status_code == 201
    rule = {"rule": "self > oldSelf", "message": "must grow"}
    cluster.define(v={"type": "integer", "x-kubernetes-validations": [rule]}, other=STRING)
    assert causes(cluster.put(other="changed")) == ["v: Invalid value: 3: must grow"]
    assert cluster.put(v=4).status_code == 200
