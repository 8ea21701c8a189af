"""Tests of the initial roles and bindings."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import created, kind_named

from kapivara.apis.groups.rbac.bootstrap import bindings, roles

LABELS = {"kubernetes.io/bootstrapping": "rbac-defaults"}
ANNOTATIONS = {"rbac.authorization.kubernetes.io/autoupdate": "true"}
GROUP = "rbac.authorization.k8s.io"


def metadata(name: str, *labels: str, **more: str) -> dict[str, Any]:
    return {"name": name, **more, "labels": {**LABELS, **dict.fromkeys(labels, "true")}, "annotations": ANNOTATIONS}


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        pytest.param(
            "ClusterRole",
            {
                "metadata": metadata("cluster-admin"),
                "rules": [
                    {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]},
                    {"verbs": ["*"], "nonResourceURLs": ["*"]},
                ],
            },
            id="rules",
        ),
        pytest.param(
            "ClusterRole",
            {
                "metadata": metadata("edit", "rbac.authorization.k8s.io/aggregate-to-admin"),
                "rules": None,
                "aggregationRule": {
                    "clusterRoleSelectors": [{"matchLabels": {"rbac.authorization.k8s.io/aggregate-to-edit": "true"}}]
                },
            },
            id="aggregated",
        ),
        pytest.param(
            "Role",
            {
                "metadata": metadata("extension-apiserver-authentication-reader", namespace="kube-system"),
                "rules": [
                    {
                        "verbs": ["get", "list", "watch"],
                        "apiGroups": [""],
                        "resources": ["configmaps"],
                        "resourceNames": ["extension-apiserver-authentication"],
                    }
                ],
            },
            id="names",
        ),
    ],
)
def test_roles(kind: str, role: dict[str, Any]) -> None:
    found = {each.obj["metadata"]["name"]: each.obj for each in roles(kind)}
    assert found[role["metadata"]["name"]] == role


@pytest.mark.parametrize(
    ("kind", "role_kind", "binding"),
    [
        pytest.param(
            "ClusterRoleBinding",
            "ClusterRole",
            {
                "metadata": metadata("cluster-admin"),
                "roleRef": {"apiGroup": GROUP, "kind": "ClusterRole", "name": "cluster-admin"},
                "subjects": [{"apiGroup": GROUP, "kind": "Group", "name": "system:masters"}],
            },
            id="group",
        ),
        pytest.param(
            "RoleBinding",
            "Role",
            {
                "metadata": metadata("system::leader-locking-kube-scheduler", namespace="kube-system"),
                "roleRef": {"apiGroup": GROUP, "kind": "Role", "name": "system::leader-locking-kube-scheduler"},
                "subjects": [
                    {"apiGroup": GROUP, "kind": "User", "name": "system:kube-scheduler"},
                    {"kind": "ServiceAccount", "name": "kube-scheduler", "namespace": "kube-system"},
                ],
            },
            id="user and account",
        ),
        pytest.param(
            "ClusterRoleBinding",
            "ClusterRole",
            {
                "metadata": metadata("system:node"),
                "roleRef": {"apiGroup": GROUP, "kind": "ClusterRole", "name": "system:node"},
                "subjects": [],
            },
            id="nobody",
        ),
    ],
)
def test_bindings(kind: str, role_kind: str, binding: dict[str, Any]) -> None:
    found = {each.obj["metadata"]["name"]: each.obj for each in bindings(kind, role_kind)}
    assert found[binding["metadata"]["name"]] == binding


@pytest.mark.parametrize(
    ("kind", "count"), [("ClusterRole", 73), ("Role", 7), ("ClusterRoleBinding", 54), ("RoleBinding", 7)]
)
def test_every_one_passes(kind: str, count: int) -> None:
    made = kind_named(kind)
    initial = [each.obj for each in made.initial_objects()]
    assert len(initial) == count
    for obj in initial:
        stored = created(made, **obj)
        for each in stored.get("rules") or []:
            assert each["verbs"]
