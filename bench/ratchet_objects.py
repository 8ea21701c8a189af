"""The objects of the ratcheting benchmarks: widgets with a list of type map, and a CRD that was tightened."""

from __future__ import annotations

import json
from typing import Any

from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.field import Operation, Verb
from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
WIDGETS = GroupVersionResource("example.com", "v1", "widgets")
UPDATE = Operation(Verb.UPDATE)
MAX_WEIGHT = 100


def schema(*, tight: bool) -> dict[str, Any]:
    """Returns the schema of widgets; the tight one limits the weight of items and the length of titles."""
    item = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "minLength": 1},
            "image": {"type": "string", "pattern": "^[a-z0-9./:-]+$"},
            "weight": {"type": "integer", "minimum": 0, **({"maximum": MAX_WEIGHT} if tight else {})},
            "tags": {"type": "array", "items": {"type": "string", "maxLength": 20}},
        },
    }
    items = {
        "type": "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        "items": item,
    }
    title = {"type": "string", **({"maxLength": 10} if tight else {})}
    spec = {"type": "object", "properties": {"title": title, "note": {"type": "string"}, "items": items}}
    return {"type": "object", "properties": {"spec": spec}}


def widget(name: str, items: int, title: str = "fine") -> dict[str, Any]:
    """Returns a widget with this many items."""
    listed = [
        {"name": f"item-{number}", "image": "registry/image:1.0", "weight": number % MAX_WEIGHT, "tags": ["a", "b"]}
        for number in range(items)
    ]
    return {
        "apiVersion": "example.com/v1",
        "kind": "Widget",
        "metadata": {"name": name},
        "spec": {"title": title, "note": "old", "items": listed},
    }


class World:
    """A registry whose CRD of widgets was tightened after the widgets were stored."""

    def __init__(self, *widgets: dict[str, Any], ratcheting: bool = True):
        gates = FeatureGates({"CRDValidationRatcheting": ratcheting})
        self._registry = Registry(MemoryStorage(), assume_namespaces=True, feature_gates=gates)
        self._send("create", DEFINITIONS, body=_definition(tight=False))
        for each in widgets:
            self._send("create", WIDGETS, body=each)
        patch = {"spec": _definition(tight=True)["spec"]}
        self._send("patch", DEFINITIONS, "widgets.example.com", body=patch, media_type=MERGE_PATCH)

    def update(self, name: str) -> Request:
        """Returns the request that updates the note of a widget, as a dry run that can be repeated."""
        found = self._registry.handle(Request("get", WIDGETS, "default", name)).object
        assert found is not None
        found["spec"]["note"] = "new"
        return Request("update", WIDGETS, "default", name, "", {"dryRun": ["All"]}, json.dumps(found).encode())

    def handle(self, request: Request) -> None:
        """Handles a request, which must succeed."""
        outcome = self._registry.handle(request)
        if not outcome.ok:
            raise AssertionError(f"the update is refused: {outcome.status}")

    def _send(self, verb: str, resource: GroupVersionResource, name: str = "", **more: Any) -> None:
        body = json.dumps(more.pop("body")).encode()
        namespace = "" if resource is DEFINITIONS else "default"
        self.handle(Request(verb, resource, namespace, name, body=body, **more))


def _definition(*, tight: bool) -> dict[str, Any]:
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema(tight=tight)}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"plural": "widgets", "kind": "Widget"},
            "scope": "Namespaced",
            "versions": [version],
        },
    }
