"""Tests of similar objects of one kind, created in sequence: later ones are returned and stored as the first."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

DEPLOYMENTS = GroupVersionResource("apps", "v1", "deployments")


@pytest.fixture
def registry() -> Registry:
    return Registry(MemoryStorage())


def create(registry: Registry, number: int, *, image: str = "a", dry_run: bool = False, **metadata: Any) -> Any:
    port = {"containerPort": 80, "name": "web"}
    template = {
        "metadata": {"labels": {"a": "b"}},
        "spec": {"containers": [{"name": "a", "image": image, "ports": [port]}]},
    }
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": template}
    named = {"name": f"d{number}", "labels": {"n": str(number)}, **metadata}
    body = orjson.dumps({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": named, "spec": spec})
    query = {"dryRun": ["All"]} if dry_run else {}
    request = Request("create", DEPLOYMENTS, "default", query=query, body=body, user_agent=f"agent{number}/1")
    return registry.handle(request)


def get(registry: Registry, number: int) -> Any:
    return registry.handle(Request("get", DEPLOYMENTS, "default", f"d{number}")).object


def without_identity(obj: Any) -> Any:
    metadata = {name: item for name, item in obj["metadata"].items() if name in ("labels", "generation", "namespace")}
    [entry] = obj["metadata"]["managedFields"]
    entry = {name: item for name, item in entry.items() if name != "time"}
    return {**obj, "metadata": {**metadata, "labels": list(metadata["labels"]), "managedFields": [entry]}}


def test_all_are_told_and_read_back_alike(registry: Registry) -> None:
    first = without_identity(create(registry, 0).object)
    for number in range(1, 30):
        outcome = create(registry, number)
        told = orjson.loads(outcome.document.to_json())
        assert told == outcome.object == get(registry, number)
        first["metadata"]["managedFields"][0]["manager"] = f"agent{number}"
        assert without_identity(told) == first


def test_what_a_caller_does_to_an_object_changes_no_other(registry: Registry) -> None:
    for number in range(20):
        fields = create(registry, number).object["metadata"]["managedFields"][0]["fieldsV1"]
        assert "f:mine" not in fields["f:spec"]
        fields["f:spec"]["f:mine"] = {}
    assert "f:mine" not in get(registry, 19)["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]


def test_values_may_differ_and_what_is_not_stored_is_told_alike(registry: Registry) -> None:
    for number in range(20):
        create(registry, number)
    expected = without_identity(get(registry, 19))["metadata"]["managedFields"][0]["fieldsV1"]
    for number, more in enumerate(({"image": "b"}, {"dry_run": True}, {"generateName": "g"}), start=20):
        entry = create(registry, number, **more).object["metadata"]["managedFields"][0]
        assert {**expected, "f:metadata": entry["fieldsV1"]["f:metadata"]} == entry["fieldsV1"]
    assert (
        "f:annotations"
        in create(registry, 30, annotations={"a": "b"}).object["metadata"]["managedFields"][0]["fieldsV1"]["f:metadata"]
    )
