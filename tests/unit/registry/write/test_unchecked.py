"""Tests of objects that are stored without validation."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api


def definition(size: dict[str, Any], **status: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"size": size}}}}
    versions = [
        {"name": name, "served": True, "storage": name == "v1", "schema": {"openAPIV3Schema": schema}}
        for name in ("v1", "v0")
    ]
    names = {"plural": "widgets", "kind": "Widget"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": names, "versions": versions},
        "status": status,
    }


def widget(**more: Any) -> dict[str, Any]:
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a"}, **more}


@pytest.fixture
def api() -> Api:
    api = Api(assume_namespaces=True)
    assert api.store_unchecked(definition({"type": "integer", "minimum": 5})).code == 201
    return api


def test_an_invalid_object_is_stored_and_forgiven(api: Api) -> None:
    placed = api.store_unchecked(widget(spec={"size": 1, "unknown": True}, status={"any": 1}))
    assert (placed.code, placed.object["spec"]) == (201, {"size": 1})
    kept = api.update(placed.object, dry_run=True)
    assert (kept.ok, [each.place for each in kept.ratcheted]) == (True, ["spec.size"])


def test_what_an_object_holds_is_kept(api: Api) -> None:
    held = {"uid": "abc", "generation": 7, "creationTimestamp": "2020-01-01T00:00:00Z"}
    placed = api.store_unchecked(widget(metadata={"name": "a", **held}))
    assert placed.object["metadata"].items() >= held.items()


def test_a_definition_keeps_its_stored_versions() -> None:
    status = {"storedVersions": ["v0"], "conditions": [], "acceptedNames": {}}
    placed = Api().store_unchecked(definition({"type": "integer"}, **status))
    assert placed.object["status"]["storedVersions"] == ["v0", "v1"]


@pytest.mark.parametrize(
    ("manifest", "code"),
    [
        pytest.param(widget(metadata={}), 400, id="without a name"),
        pytest.param(widget(metadata={"name": "a/b"}), 400, id="a name that is no key"),
        pytest.param(widget(metadata={"name": 1}), 400, id="not readable"),
        pytest.param(definition({"type": "integer", "minimum": "x"}), 400, id="a definition that cannot be read"),
        pytest.param(definition({"type": "integer"}), 409, id="there already"),
        pytest.param({**definition({}), "metadata": {"name": "other"}, "spec": {}}, 422, id="a definition of nothing"),
    ],
)
def test_what_cannot_be_placed(api: Api, manifest: dict[str, Any], code: int) -> None:
    assert api.store_unchecked(manifest).code == code
