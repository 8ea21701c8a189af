"""Tests of AppArmor profiles: conversion of annotations to fields, and warnings."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.pods.warnings.app_armor import (
    ANNOTATION_PREFIX,
    annotation_warnings,
    profile_of,
    take_over_annotations,
)

DEFAULT = {"type": "RuntimeDefault"}
WARNING = f'metadata.annotations[{ANNOTATION_PREFIX}c]: deprecated since v1.30; use the "appArmorProfile" field instead'


@pytest.mark.parametrize(
    ("annotation", "profile"),
    [
        ("unconfined", {"type": "Unconfined"}),
        ("runtime/default", DEFAULT),
        ("localhost/x", {"type": "Localhost", "localhostProfile": "x"}),
        ("localhost/", None),
        ("other", None),
    ],
)
def test_profiles(annotation: str, profile: Any) -> None:
    assert profile_of(annotation) == profile


@pytest.mark.parametrize(
    ("annotation", "spec", "field", "warns"),
    [
        pytest.param("runtime/default", {}, DEFAULT, True, id="taken over"),
        pytest.param(
            "runtime/default", {"securityContext": {"appArmorProfile": DEFAULT}}, None, False, id="as the pod"
        ),
        pytest.param("nonsense", {}, None, True, id="no profile"),
        pytest.param("localhost/ x", {}, None, True, id="not valid"),
        pytest.param("runtime/default", {"os": {"name": "windows"}}, None, False, id="windows"),
    ],
)
def test_annotations_of_a_new_pod(annotation: str, spec: Any, field: Any, warns: bool) -> None:
    metadata = {"name": "p", "annotations": {ANNOTATION_PREFIX + "c": annotation}}
    pod: Any = {"metadata": metadata, "spec": {"containers": [{"name": "c"}], **spec}}
    assert annotation_warnings(pod) == ([WARNING] if warns else [])
    take_over_annotations(pod)
    assert pod["spec"]["containers"][0].get("securityContext", {}).get("appArmorProfile") == field


def test_fields_win() -> None:
    container = {"name": "c", "securityContext": {"appArmorProfile": {"type": "Unconfined"}}}
    annotations = {ANNOTATION_PREFIX + "c": "runtime/default"}
    pod: Any = {"metadata": {"annotations": annotations}, "spec": {"containers": [container]}}
    assert annotation_warnings(pod) == []
    take_over_annotations(pod)
    assert container["securityContext"] == {"appArmorProfile": {"type": "Unconfined"}}
