"""Tests of dropping `optionalOldSelf` without ratcheting."""

from __future__ import annotations

from typing import Any

from tests.unit.apis.alone import Alone, kind_of

from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.apis.groups.apiextensions.kind import (
    drop_optional_old_self,
    has_optional_old_self,
)
from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.values import copy_json

RULE = {"rule": "oldSelf.hasValue()", "optionalOldSelf": True}


def crd(*rules: Any) -> Any:
    items = {"type": "array", "items": {"type": "string", "x-kubernetes-validations": list(rules)}}
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"list": items}}}
    versions = [{"name": "v1", "storage": True, "schema": schema}, {"name": "v2", "storage": False}]
    return {"metadata": {}, "spec": {"versions": versions}, "status": {"storedVersions": ["v1"]}}


def test_it_is_found_and_dropped_wherever_it_stands() -> None:
    definition = crd({"rule": "true"}, dict(RULE))
    assert has_optional_old_self(definition)
    drop_optional_old_self(definition)
    assert definition == crd({"rule": "true"}, {"rule": "oldSelf.hasValue()"})
    assert not has_optional_old_self(definition)


def test_without_ratcheting_it_goes_unless_it_was_there() -> None:
    kind = kind_of(DEFINITIONS, Alone(FeatureGates({"CRDValidationRatcheting": False})))
    created, updated, kept = crd(dict(RULE)), crd(dict(RULE)), crd(dict(RULE))
    kind.prepare_for_create(created)
    assert not has_optional_old_self(created)
    kind.prepare_for_update(updated, crd())
    assert not has_optional_old_self(updated)
    kind.prepare_for_update(kept, crd(dict(RULE)))
    assert has_optional_old_self(kept)


def test_with_ratcheting_it_stays() -> None:
    definition = crd(dict(RULE))
    expected = copy_json(definition["spec"])
    kind_of(DEFINITIONS).prepare_for_create(definition)
    assert definition["spec"] == expected
