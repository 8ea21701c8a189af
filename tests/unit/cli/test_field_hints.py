"""Which field was meant by an unknown one, and where a value stands that cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kapivara.api import Api
from kapivara.cli.field_hints import FieldHints, hint_for
from kapivara.cli.field_nodes import fields_of
from kapivara.cli.findings import Finding, Location, Result, Verdict
from kapivara.cli.manifests import Manifest, manifests_in
from kapivara.codec import read_documents

API = Api()


def kind_of(api_version: str, kind: str) -> Any:
    return API.registry.find_kind(api_version, kind)


@pytest.mark.parametrize(
    ("kind", "path", "hint"),
    [
        ("Deployment", "spec.replica", "did you mean replicas?"),
        ("Deployment", "spec.template.spec.containers.Image", "did you mean image?"),
        ("Deployment", "spec.restartPolicy", "there is spec.template.spec.restartPolicy"),
        ("Deployment", "replicas", "there are spec.replicas, status.replicas"),
        ("Deployment", "spec.template.spec.containers.matchLabels", "there is spec.selector.matchLabels"),
        ("Deployment", "spec.xyzzy", ""),
        ("Deployment", "nowhere.at.all", ""),
    ],
)
def test_fields_that_were_meant(kind: str, path: str, hint: str) -> None:
    assert hint_for(fields_of(kind_of("apps/v1", kind)), path.split(".")) == hint


def test_keys_of_maps_are_passed_over() -> None:
    root = fields_of(kind_of("apiextensions.k8s.io/v1", "CustomResourceDefinition"))
    path = "spec.versions.schema.openAPIV3Schema.properties.spec.properties.size.minimun"
    assert hint_for(root, path.split(".")) == "did you mean minimum?"


def manifest_of(value: Any) -> Manifest:
    (document,) = read_documents(json.dumps(value, indent=1).encode(), "a.json")
    (manifest,) = manifests_in(document)
    return manifest


def test_values_that_cannot_be_read_are_pointed_at() -> None:
    container = {"name": "a", "resources": {"limits": {"cpu": "1x"}}}
    manifest = manifest_of({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "b"}, container]}})
    text = 'Pod in version "v1" cannot be handled as a Pod: quantities must match the regular expression'
    error = Finding(manifest.place, "", "BadRequest", text)
    result = Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,))
    (found,) = FieldHints().add(result, manifest, kind_of("v1", "Pod")).errors
    assert found.field == "spec.containers[1].resources.limits.cpu"
    assert found.place == Location("a.json", 13, 7)
    assert found.message == text


def test_other_errors_are_left_alone() -> None:
    manifest = manifest_of({"apiVersion": "v1", "kind": "Pod"})
    error = Finding(manifest.place, "spec", "FieldValueRequired", "Required value")
    result = Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,))
    assert FieldHints().add(result, manifest, kind_of("v1", "Pod")).errors == (error,)
