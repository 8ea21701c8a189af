"""Tests of the list of declarative rules and their levels."""

from __future__ import annotations

import pytest

from kapivara.apis.machinery.validation.declared_levels import DeclaredRule, declared_rules_of, has_rules_of_its_own
from kapivara.codec.typed.described import described


@pytest.mark.parametrize(
    ("folder", "kind", "its_own"),
    [
        ("apis.groups.autoscaling.v1", "Scale", False),
        ("apis.groups.certificates.v1", "CertificateSigningRequest", False),
        ("apis.groups.storage.v1", "StorageClass", False),
        ("apis.groups.core.v1", "Node", True),
        ("apis.groups.core.v1", "ReplicationController", True),
        ("apis.groups.core.v1", "ConfigMap", False),
    ],
)
def test_rules_that_are_only_declared(folder: str, kind: str, its_own: bool) -> None:
    assert has_rules_of_its_own(described(folder).struct(kind)) is its_own


def test_what_refuses_nothing_is_no_rule_and_opaque_types_are_not_looked_into() -> None:
    tag = '+k8s:beta(since: "1.37")=+k8s:minimum=0'
    assert list(declared_rules_of(described("apis.groups.autoscaling.v1").struct("Scale"))) == [
        DeclaredRule("ScaleSpec", "replicas", tag, "beta")
    ]


def test_rules_of_plain_types_count_once() -> None:
    rules = list(declared_rules_of(described("apis.groups.certificates.v1").struct("CertificateSigningRequest")))
    assert [each.level for each in rules if each.type == "ManagedFieldsOperationType"] == ["alpha"]
    assert {each.level for each in rules if each.type == "CertificateSigningRequestStatus"} == {"beta"}
    assert len(rules) == len(set(rules))
