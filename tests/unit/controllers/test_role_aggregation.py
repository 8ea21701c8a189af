"""Tests of ClusterRoles that aggregate the rules of others."""

from __future__ import annotations

from typing import Any

from tests.unit.controllers.conftest import Cluster

from kapivara.meta import GroupVersionResource

ROLES = GroupVersionResource("rbac.authorization.k8s.io", "v1", "clusterroles")
NAME = "clusterrole-aggregation-controller"
GATHERS = {
    "aggregationRule": {"clusterRoleSelectors": [{"matchLabels": {"part": "true"}}, {"matchLabels": {"b": "c"}}]}
}


def role(name: str, *verbs: str, labels: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    rules = [{"verbs": [verb], "apiGroups": [""], "resources": ["pods"]} for verb in verbs]
    return {"metadata": {"name": name, "labels": labels or {}}, "rules": rules, **more}


def verbs_of(cluster: Any, name: str) -> list[str]:
    rules = cluster("get", ROLES, name).object.get("rules") or []
    return [verb for rule in rules for verb in rule["verbs"]]


def test_rules_are_gathered_and_go_with_their_roles(storage: Any) -> None:
    cluster = Cluster(storage, NAME)
    part = {"part": "true"}
    cluster("create", ROLES, body=role("z", "get", "list", labels=part))
    cluster("create", ROLES, body=role("y", "watch", "get", labels=part))
    cluster("create", ROLES, body=role("x", "delete", labels={"b": "c"}))
    cluster("create", ROLES, body=role("all", "patch", labels=part, **GATHERS))
    cluster("create", ROLES, body=role("other", "update"))
    cluster.run_until_idle()
    assert verbs_of(cluster, "all") == ["watch", "get", "list", "delete"]
    managers = cluster("get", ROLES, "all").object["metadata"]["managedFields"]
    assert NAME in [each["manager"] for each in managers]
    assert cluster("delete", ROLES, "y").ok
    cluster.run_until_idle()
    assert verbs_of(cluster, "all") == ["get", "list", "delete"]
    assert verbs_of(cluster, "other") == ["update"]


def test_the_roles_of_every_server(storage: Any) -> None:
    cluster = Cluster(storage, NAME)
    assert verbs_of(cluster, "view") == []
    cluster.run_until_idle()
    view, edit, admin = (len(verbs_of(cluster, name)) for name in ("view", "edit", "admin"))
    assert 0 < view < edit < admin
