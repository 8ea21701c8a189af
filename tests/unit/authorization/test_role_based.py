"""Tests of rights by roles and bindings."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.role_policy import Policy, rule

from kapivara.authorization.access import Access, Decision
from kapivara.authorization.user_info import UserInfo

POLICY = Policy(
    roles={
        "reader": [rule("get,list", "", "pods,secrets/x"), rule("get", urls="/api,/metrics/*")],
        "named": [rule("get", "apps", "deployments", names="a,b")],
        "logs": [rule("get", "*", "*/log")],
        "all": [rule("*", "*", "*"), rule("*", urls="*")],
        "n/local": [rule("delete", "", "pods")],
    },
    bindings={
        "b-reader": ("ClusterRole reader", "User:jane Group:readers"),
        "a-reader": ("ClusterRole reader", "User:tom"),
        "named": ("ClusterRole named", "User:jane"),
        "broken": ("ClusterRole gone", "User:ann"),
        "n/local": ("Role local", "User:jane ServiceAccount:robot ServiceAccount:m:other"),
        "n/all": ("ClusterRole all", "Group:admins"),
        "n/logs": ("ClusterRole logs", "User:jane"),
        "n/broken": ("Role gone", "User:ann"),
    },
)
PODS = {"verb": "get", "resource": "pods"}


def user(name: str, *groups: str) -> UserInfo:
    return UserInfo(name, "", groups)


def by(binding: str, role: str, subject: str) -> Decision:
    return Decision(True, f"RBAC: allowed by {binding} of {role} to {subject}")


def globally(name: str, role: str = "reader", subject: str = 'User "jane"') -> Decision:
    return by(f'ClusterRoleBinding "{name}"', f'ClusterRole "{role}"', subject)


DENIED = Decision(False)
LOCAL = 'Role "local"'


@pytest.mark.parametrize(
    ("who", "what", "decision"),
    [
        pytest.param(user("x", "system:masters"), PODS, Decision(True), id="masters"),
        pytest.param(user("x"), PODS, DENIED, id="nobody"),
        pytest.param(user("jane"), PODS, globally("b-reader"), id="user"),
        pytest.param(user("x", "readers"), PODS, globally("b-reader", subject='Group "readers"'), id="group"),
        pytest.param(user("jane"), {**PODS, "namespace": "m"}, globally("b-reader"), id="in any namespace"),
        pytest.param(user("jane"), {**PODS, "verb": "watch"}, DENIED, id="verb"),
        pytest.param(user("jane"), {**PODS, "group": "apps"}, DENIED, id="group of the resource"),
        pytest.param(user("jane"), {**PODS, "resource": "nodes"}, DENIED, id="resource"),
        pytest.param(user("jane"), {**PODS, "subresource": "x"}, DENIED, id="subresource"),
        pytest.param(
            user("jane"), {"verb": "get", "resource": "secrets", "subresource": "x"}, globally("b-reader"), id="whole"
        ),
        pytest.param(
            user("jane"),
            {"verb": "get", "resource": "deployments", "group": "apps", "name": "a"},
            globally("named", "named"),
            id="name",
        ),
        pytest.param(
            user("jane"),
            {"verb": "get", "resource": "deployments", "group": "apps", "name": "c"},
            DENIED,
            id="other name",
        ),
        pytest.param(user("jane"), {"verb": "get", "resource": "deployments", "group": "apps"}, DENIED, id="no name"),
        pytest.param(
            user("jane"),
            {"verb": "delete", "resource": "pods", "namespace": "n"},
            by('RoleBinding "local/n"', LOCAL, 'User "jane"'),
            id="in its namespace",
        ),
        pytest.param(user("jane"), {"verb": "delete", "resource": "pods", "namespace": "m"}, DENIED, id="elsewhere"),
        pytest.param(user("jane"), {"verb": "delete", "resource": "pods"}, DENIED, id="everywhere"),
        pytest.param(
            user("jane"),
            {"verb": "get", "resource": "jobs", "subresource": "log", "namespace": "n"},
            by('RoleBinding "logs/n"', 'ClusterRole "logs"', 'User "jane"'),
            id="subresource of all",
        ),
        pytest.param(
            user("system:serviceaccount:n:robot"),
            {"verb": "delete", "resource": "pods", "namespace": "n"},
            by('RoleBinding "local/n"', LOCAL, 'ServiceAccount "robot/n"'),
            id="account of the namespace",
        ),
        pytest.param(
            user("system:serviceaccount:m:other"),
            {"verb": "delete", "resource": "pods", "namespace": "n"},
            by('RoleBinding "local/n"', LOCAL, 'ServiceAccount "other/m"'),
            id="account of another",
        ),
        pytest.param(user("jane"), {"verb": "get", "path": "/api"}, globally("b-reader"), id="URL"),
        pytest.param(user("jane"), {"verb": "get", "path": "/metrics/x"}, globally("b-reader"), id="URLs"),
        pytest.param(user("jane"), {"verb": "get", "path": "/metric"}, DENIED, id="other URL"),
        pytest.param(user("jane"), {"verb": "get", "path": ""}, DENIED, id="no URL"),
        pytest.param(
            user("x", "admins"),
            {"verb": "odd", "resource": "things", "subresource": "s", "namespace": "n"},
            by('RoleBinding "all/n"', 'ClusterRole "all"', 'Group "admins"'),
            id="everything",
        ),
        pytest.param(
            user("ann"),
            PODS,
            Decision(False, 'rbac: RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found'),
            id="no such role",
        ),
        pytest.param(
            user("ann"),
            {**PODS, "namespace": "n"},
            Decision(
                False,
                'rbac: RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, '
                'role.rbac.authorization.k8s.io "gone" not found]',
            ),
            id="no such roles",
        ),
    ],
)
def test_decisions(who: UserInfo, what: dict[str, Any], decision: Decision) -> None:
    assert POLICY.authorizer.decide(Access(who, **what)) == decision


def test_rules() -> None:
    access = POLICY.authorizer
    assert len(access.rules(user("jane"), "m")) == 3
    assert len(access.rules(user("jane"), "n")) == 5
    assert access.rules(user("nobody"), "n") == []
    assert access.rules(user("ann"), "n") == []


def test_what_changes_counts_at_once() -> None:
    policy = Policy({"reader": [rule("get", "", "pods")], "writer": [rule("create", "", "pods")]}, {})
    decide, tables = policy.authorizer.decide, policy.tables
    get, create = Access(user("ann"), "get", "", "pods"), Access(user("ann"), "create", "", "pods")
    seen = []

    def look() -> None:
        seen.append((decide(get).allowed, decide(create).allowed, policy.authorizer.version()))

    look()
    policy.bind("ann", "ClusterRole reader", "User:ann")
    look()
    policy.bind("ann", "ClusterRole writer", "User:ann Group:x")
    look()
    tables.cluster_roles.put("writer", {"rules": [rule("get", "", "pods")]})
    look()
    tables.cluster_roles.drop("writer")
    look()
    tables.cluster_bindings.drop("ann")
    look()
    policy.bind("ann", "ClusterRole reader", "User:ann")
    tables.cluster_bindings.clear()
    look()
    answers = [(get, create) for get, create, _ in seen]
    assert answers == [
        (False, False),
        (True, False),
        (False, True),
        (True, False),
        (False, False),
        (False, False),
        (False, False),
    ]
    versions = [version for *_, version in seen]
    assert versions == sorted(set(versions))


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kapivara.authorization.role_based._MOST_KNOWN", 3)
    for position in range(10):
        jane = Access(user("jane"), f"verb{position}", "", "pods", namespace="n")
        assert not POLICY.authorizer.decide(jane).allowed
        assert not POLICY.authorizer.decide(Access(user(f"user{position}"), "get", "", "pods")).allowed
        assert len(POLICY.authorizer._known) <= 3
        assert len(POLICY.authorizer._grants(user("jane"), "n")._by_action) <= 3
