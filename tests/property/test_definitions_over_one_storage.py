"""Tests invariants of two servers over one storage under random writes of CRDs and their objects."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
STORED_DEFINITIONS = "/registry/apiextensions.k8s.io/customresourcedefinitions/"
PLURALS = ("apples", "pears", "plums")
NAMES = st.sampled_from(("a", "b", "c"))
KINDS = st.sampled_from(("Apple", "Pear"))
SERVERS = st.integers(0, 1)
HOLD = "example.com/hold"


def resource(plural: str) -> GroupVersionResource:
    return GroupVersionResource("example.com", "v1", plural)


def definition(plural: str, kind: str, short_name: str) -> dict[str, Any]:
    schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Cluster",
            "names": {"plural": plural, "kind": kind, "shortNames": [short_name]},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}],
        },
    }


def resource_names(names: dict[str, Any]) -> set[str]:
    found = {names.get("plural"), names.get("singular"), *(names.get("shortNames") or ())}
    return {each for each in found if each}


def kind_names(names: dict[str, Any]) -> set[str]:
    return {each for each in (names.get("kind"), names.get("listKind")) if each}


def condition(crd: dict[str, Any], wanted: str) -> bool:
    return any(each["type"] == wanted and each["status"] == "True" for each in crd["status"]["conditions"])


class TwoServers(RuleBasedStateMachine):
    """Two registries over one storage, whose history is compacted now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.storage = MemoryStorage()
        self.servers = [Registry(self.storage) for _ in range(2)]

    def ask(self, server: int, verb: str, of: GroupVersionResource, name: str = "", body: Any = None) -> int:
        data = b"" if body is None else json.dumps(body).encode()
        media_type = MERGE_PATCH if verb == "patch" else "application/json"
        return self.servers[server].handle(Request(verb, of, name=name, body=data, media_type=media_type)).code

    @rule(server=SERVERS, plural=st.sampled_from(PLURALS), kind=KINDS, short_name=NAMES)
    def define(self, server: int, plural: str, kind: str, short_name: str) -> None:
        code = self.ask(server, "create", DEFINITIONS, body=definition(plural, kind, short_name))
        assert code in (201, 409)

    @rule(server=SERVERS, plural=st.sampled_from(PLURALS), short_name=NAMES)
    def rename(self, server: int, plural: str, short_name: str) -> None:
        change = {"spec": {"names": {"shortNames": [short_name]}}}
        assert self.ask(server, "patch", DEFINITIONS, f"{plural}.example.com", change) in (200, 404)

    @rule(server=SERVERS, plural=st.sampled_from(PLURALS))
    def undefine(self, server: int, plural: str) -> None:
        assert self.ask(server, "delete", DEFINITIONS, f"{plural}.example.com") in (200, 404)

    @rule(server=SERVERS)
    def undefine_all(self, server: int) -> None:
        assert self.ask(server, "deletecollection", DEFINITIONS) == 200

    @rule(server=SERVERS, plural=st.sampled_from(PLURALS), name=NAMES, held=st.booleans())
    def create(self, server: int, plural: str, name: str, held: bool) -> None:
        kind = self.servers[server].kind(resource(plural))
        if kind is not None:
            metadata = {"name": name, "finalizers": [HOLD] if held else []}
            body = {"apiVersion": "example.com/v1", "kind": kind.gvk.kind, "metadata": metadata}
            assert self.ask(server, "create", resource(plural), body=body) in (201, 403, 409)

    @rule(server=SERVERS, plural=st.sampled_from(PLURALS), name=NAMES)
    def delete(self, server: int, plural: str, name: str) -> None:
        assert self.ask(server, "delete", resource(plural), name) in (200, 404)

    @rule(server=SERVERS, plural=st.sampled_from(PLURALS), name=NAMES)
    def release(self, server: int, plural: str, name: str) -> None:
        assert self.ask(server, "patch", resource(plural), name, {"metadata": {"finalizers": None}}) in (200, 404)

    @rule()
    def forget_history(self) -> None:
        self.storage.compact(self.storage.revision)

    def definitions(self) -> list[dict[str, Any]]:
        return [json.loads(stored.value) for stored in self.storage.list(STORED_DEFINITIONS).items]

    def objects(self, plural: str) -> list[dict[str, Any]]:
        return [json.loads(stored.value) for stored in self.storage.list(f"/registry/example.com/{plural}/").items]

    @invariant()
    def both_serve_what_is_stored(self) -> None:
        served = {each["spec"]["names"]["plural"] for each in self.definitions() if condition(each, "Established")}
        for server in self.servers:
            assert {plural for plural in PLURALS if server.kind(resource(plural)) is not None} == served

    @invariant()
    def a_name_has_one_holder(self) -> None:
        accepted = [each["status"]["acceptedNames"] for each in self.definitions()]
        for names_of in (resource_names, kind_names):
            held = list(chain.from_iterable(map(names_of, accepted)))
            assert sorted(held) == sorted(set(held))

    @invariant()
    def who_waits_for_a_name_waits_for_its_holder(self) -> None:
        """Or it wants its own names back; kept: the server does not look at names then, and the condition stays."""
        crds = self.definitions()
        for crd in crds:
            wanted = crd["spec"]["names"]
            if not condition(crd, "NamesAccepted") and wanted != crd["status"]["acceptedNames"]:
                others = [each["status"]["acceptedNames"] for each in crds if each is not crd]
                assert any(resource_names(wanted) & resource_names(each) for each in others) or any(
                    kind_names(wanted) & kind_names(each) for each in others
                )

    @invariant()
    def no_object_is_left_behind(self) -> None:
        defined = {each["spec"]["names"]["plural"] for each in self.definitions()}
        for plural in PLURALS:
            assert plural in defined or not self.objects(plural)

    @invariant()
    def what_terminates_waits_for_something(self) -> None:
        for crd in self.definitions():
            if "deletionTimestamp" in crd["metadata"]:
                left = self.objects(crd["spec"]["names"]["plural"])
                assert left
                assert all(each["metadata"]["finalizers"] for each in left)


TestTwoServers = TwoServers.TestCase
TestTwoServers.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
