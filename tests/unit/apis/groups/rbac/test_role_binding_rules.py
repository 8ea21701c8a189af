"""Tests of the rules of role bindings: immutable role, and subjects."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

GROUP = "rbac.authorization.k8s.io"
ROLE = {"apiGroup": GROUP, "kind": "ClusterRole", "name": "r"}


@pytest.mark.parametrize(
    ("kind", "subject", "errors"),
    [
        pytest.param("RoleBinding", {"kind": "User", "name": "u", "apiGroup": GROUP}, [], id="user"),
        pytest.param("RoleBinding", {"kind": "ServiceAccount", "name": "s"}, [], id="account of the namespace"),
        pytest.param(
            "ClusterRoleBinding",
            {"kind": "ServiceAccount", "name": "s"},
            ["subjects[0].namespace: Required value"],
            id="account of no namespace",
        ),
        pytest.param(
            "RoleBinding",
            {"kind": "Robot", "name": "u"},
            ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
            id="kind",
        ),
        pytest.param(
            "RoleBinding",
            {"kind": "Group", "name": "u", "apiGroup": "x"},
            [f'subjects[0].apiGroup: Unsupported value: "x": supported values: "{GROUP}"'],
            id="group",
        ),
        pytest.param(
            "RoleBinding",
            {"kind": "ServiceAccount", "name": "s", "apiGroup": "x"},
            ['subjects[0].apiGroup: Unsupported value: "x": supported values: ""'],
            id="group of an account",
        ),
    ],
)
def test_subjects(kind: str, subject: dict[str, Any], errors: list[str]) -> None:
    assert refused(kind, roleRef=ROLE, subjects=[subject]) == errors


def test_roles_that_can_be_bound() -> None:
    assert refused("ClusterRoleBinding", roleRef={**ROLE, "kind": "Role", "name": "a/b"}) == [
        'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
        "roleRef.name: Invalid value: \"a/b\": may not contain '/'",
    ]


def test_the_role_stays() -> None:
    old = {"roleRef": ROLE}
    assert refused_change("RoleBinding", old, roleRef={**ROLE, "name": "other"}) == [
        f'roleRef: Invalid value: {{"APIGroup":"{GROUP}","Kind":"ClusterRole","Name":"other"}}: field is immutable'
    ]
    assert refused_change("RoleBinding", old) == []
