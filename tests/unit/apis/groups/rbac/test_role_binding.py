"""Tests of role bindings: subjects and rows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import cells, columns, kind_named, sent

GROUP = "rbac.authorization.k8s.io"
ROLE = {"kind": "Role", "name": "r"}


@pytest.mark.parametrize("kind", ["RoleBinding", "ClusterRoleBinding"])
@pytest.mark.parametrize(
    ("given", "filled"),
    [
        pytest.param({"kind": "User", "name": "u"}, {"kind": "User", "name": "u", "apiGroup": GROUP}, id="user"),
        pytest.param({"kind": "Group", "name": "g"}, {"kind": "Group", "name": "g", "apiGroup": GROUP}, id="group"),
        pytest.param({"kind": "ServiceAccount", "name": "s"}, {"kind": "ServiceAccount", "name": "s"}, id="account"),
        pytest.param({"kind": "Odd", "name": "o"}, {"kind": "Odd", "name": "o"}, id="odd"),
        pytest.param(
            {"kind": "User", "name": "u", "apiGroup": "x"}, {"kind": "User", "name": "u", "apiGroup": "x"}, id="given"
        ),
    ],
)
def test_groups_are_filled_in(kind: str, given: dict[str, Any], filled: dict[str, Any]) -> None:
    binding = sent(kind_named(kind), subjects=[given], roleRef=ROLE)
    assert binding["subjects"] == [filled]
    assert binding["roleRef"] == {**ROLE, "apiGroup": GROUP}


@pytest.mark.parametrize("kind", ["RoleBinding", "ClusterRoleBinding"])
def test_rows(kind: str) -> None:
    subjects = [
        {"kind": "User", "name": "a"},
        {"kind": "ServiceAccount", "name": "s", "namespace": "n"},
        {"kind": "User", "name": "b"},
        {"kind": "Group", "name": "g"},
    ]
    made = kind_named(kind)
    assert columns(made) == ["Name", "Role", "Age", "Users", "Groups", "ServiceAccounts"]
    row = cells(made, sent(made, subjects=subjects, roleRef=ROLE))
    assert row == ["one", "Role/r", "<unknown>", "a, b", "g", "n/s"]
    assert cells(made, sent(made, roleRef=ROLE))[3:] == ["", "", ""]
