"""Tests of `registry/openapi/model.py`."""

from __future__ import annotations

import pytest

from kapivara.codec.typed.described import described
from kapivara.registry.openapi.model import kind_of, model_name

EXTENSIONS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1"


@pytest.mark.parametrize(
    ("folder", "name", "kind"),
    [
        ("meta.v1", "Status", "v1 Status"),
        ("meta.v1", "ObjectMeta", ""),
        ("apis.groups.autoscaling.v1", "Scale", "autoscaling/v1 Scale"),
        ("apis.groups.core.v1", "ObjectReference", ""),
    ],
)
def test_which_types_are_kinds(folder: str, name: str, kind: str) -> None:
    found = kind_of(described(folder).struct(name))
    assert ("" if found is None else f"{found.group_version} {found.kind}") == kind


def test_models_are_named_after_their_packages() -> None:
    assert (
        model_name(described("apis.groups.apiextensions.v1").struct("JSONSchemaProps"))
        == f"{EXTENSIONS}.JSONSchemaProps"
    )
    assert model_name(described("meta.version").struct("Info")) == "io.k8s.apimachinery.pkg.version.Info"
