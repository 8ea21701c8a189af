"""Which field was meant by an unknown one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kapivara.api import Api
from kapivara.cli.fields.tree import fields_of
from kapivara.cli.findings import Finding, Result, Verdict
from kapivara.cli.hints.fields import FieldHints, hint_for
from kapivara.cli.inputs.manifests import Manifest, manifests_in
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


def test_other_errors_are_left_alone() -> None:
    manifest = manifest_of({"apiVersion": "v1", "kind": "Pod"})
    error = Finding(manifest.place, "spec", "FieldValueRequired", "Required value")
    result = Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,))
    assert FieldHints().add(result, manifest, kind_of("v1", "Pod")).errors == (error,)


def test_a_hint_stands_behind_why_an_error_was_not_forgiven() -> None:
    manifest = manifest_of({"apiVersion": "v1", "kind": "Pod", "spec": {"restartPolicy": "alway"}})
    text = 'Unsupported value: "alway": supported values: "Always", "OnFailure", "Never"'
    error = Finding(manifest.place, "spec.restartPolicy", "FieldValueNotSupported", text, note="not forgiven: new")
    result = Result(manifest.place, manifest.identity, Verdict.INVALID, next=(error,))
    (found,) = FieldHints().add(result, manifest, kind_of("v1", "Pod")).next
    assert found.note == "not forgiven: new; did you mean Always?"


def test_why_a_field_that_is_given_twice_has_another_name() -> None:
    (document,) = read_documents(b"apiVersion: v1\nkind: Pod\nspec:\n  on: 1\n  y: 2\n", "a.yaml")
    (manifest,) = manifests_in(document)
    error = Finding(manifest.find("spec.true"), "spec.true", "BadRequest", 'duplicate field "spec.true"')
    result = Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,))
    (found,) = FieldHints().add(result, manifest, kind_of("v1", "Pod")).errors
    assert found.note == (
        "y is the boolean true in YAML 1.1, unless it is in quotes; kubectl would silently send the last one"
    )
