"""Tests of merging built-in objects by the list types, keys and structs of their declarations."""

from __future__ import annotations

import pytest

from kapivara.codec.typed.described import described
from kapivara.patch.merging.described_types import object_meta_type, read_described_type
from kapivara.patch.merging.merge_type import ANY_SCALAR, ATOMIC, BOOLEAN, DEDUCED, NUMERIC, STRING, ListType, MergeType

DEFINITIONS = described("apis.groups.apiextensions.v1")
NAMESPACE = read_described_type(described("apis.groups.core.v1").struct("Namespace"))
DEFINITION = read_described_type(DEFINITIONS.struct("CustomResourceDefinition"))
SCHEMA = read_described_type(DEFINITIONS.struct("JSONSchemaProps"))
REVISION = read_described_type(described("apis.groups.apps.v1").struct("ControllerRevision"))
BUDGET = read_described_type(described("apis.groups.policy.v1").struct("PodDisruptionBudget"))


def at(kind: MergeType, path: str) -> MergeType:
    for name in path.split("."):
        assert kind.members is not None
        found = kind.members.member(name)
        assert found is not None, name
        kind = found
    return kind


def list_at(kind: MergeType, path: str) -> ListType:
    found = at(kind, path).items
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("kind", "path", "keys", "defaults"),
    [
        (NAMESPACE, "status.conditions", ("type",), {"type": ""}),
        (NAMESPACE, "metadata.ownerReferences", ("uid",), {"uid": ""}),
        (NAMESPACE, "metadata.finalizers", (), {}),
        (DEFINITION, "status.conditions", ("type",), {"type": ""}),
        (SCHEMA, "x-kubernetes-validations", ("rule",), {"rule": ""}),
    ],
)
def test_lists_of_several_owners(kind: MergeType, path: str, keys: tuple[str, ...], defaults: dict[str, str]) -> None:
    found = list_at(kind, path)
    assert (found.atomic, found.keys, found.defaults) == (False, keys, defaults)


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        (NAMESPACE, "spec.finalizers"),
        (NAMESPACE, "metadata.managedFields"),
        (DEFINITION, "spec.versions"),
        (DEFINITION, "status.storedVersions"),
        (SCHEMA, "required"),
    ],
)
def test_lists_that_are_one_value(kind: MergeType, path: str) -> None:
    assert list_at(kind, path).atomic


@pytest.mark.parametrize(
    ("kind", "path", "expected"),
    [
        (NAMESPACE, "status.phase", STRING),
        (NAMESPACE, "metadata.generation", NUMERIC),
        (NAMESPACE, "metadata.creationTimestamp", ANY_SCALAR),
        (DEFINITION, "spec.preserveUnknownFields", BOOLEAN),
        (DEFINITION, "spec.conversion.webhook.clientConfig.caBundle", STRING),
        (SCHEMA, "maximum", NUMERIC),
        (SCHEMA, "default", ATOMIC),
        (BUDGET, "spec.minAvailable", DEDUCED),
        (REVISION, "data", ATOMIC),
        (SCHEMA, "additionalProperties", ATOMIC),
    ],
)
def test_values(kind: MergeType, path: str, expected: MergeType) -> None:
    assert at(kind, path) is expected


def test_maps() -> None:
    owner = list_at(NAMESPACE, "metadata.ownerReferences").of.members
    assert owner is not None
    assert owner.atomic
    assert at(SCHEMA, "properties.anything.properties.else.type") is STRING
    labels = at(NAMESPACE, "metadata.labels").members
    assert labels is not None
    assert not labels.atomic
    assert labels.member("any") is STRING


def test_metadata_is_the_same_everywhere() -> None:
    assert at(NAMESPACE, "metadata") is object_meta_type()
    assert at(DEFINITION, "metadata") is object_meta_type()


def test_a_field_says_otherwise_than_its_type() -> None:
    core = described("apis.groups.core.v1")
    reference, volume = (read_described_type(core.struct(name)) for name in ("ObjectReference", "PersistentVolume"))
    members = reference.members, at(volume, "spec.claimRef").members
    assert [each is not None and each.atomic for each in members] == [True, False]
