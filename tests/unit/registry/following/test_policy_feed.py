"""Tests that roles and bindings in memory follow the storage."""

from __future__ import annotations

import pytest

from kapivara.authorization.access import Access
from kapivara.authorization.user_info import UserInfo
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.request_budget import RequestBudget

RBAC = "rbac.authorization.k8s.io"
MONITOR = UserInfo("x", "", ("system:monitoring",))


def test_nothing_is_read_before_somebody_asks() -> None:
    registry = Registry(MemoryStorage())
    assert not registry.policy.is_ready
    before = registry.revision
    decision = registry.policy.authorizer.decide(Access(MONITOR, "get", path="/metrics"))
    assert decision.reason == (
        'RBAC: allowed by ClusterRoleBinding "system:monitoring" of ClusterRole "system:monitoring" to Group '
        '"system:monitoring"'
    )
    assert registry.policy.is_ready
    assert registry.revision > before


def test_nobody_is_held_up_while_the_tables_are_filled() -> None:
    """One request fills them while others wait, so this never happens in a turn on the event loop."""
    registry = Registry(MemoryStorage())
    registry.handle(Request("list", GroupVersionResource(RBAC, "v1", "clusterroles")))  # creates initial objects
    deadline = Deadline(60)
    deadline.begin_turn(60)
    access = Access(MONITOR, "get", path="/metrics")
    with RequestBudget(deadline), pytest.raises(DeadlineExceededError):
        registry.policy.authorizer.decide(access)
    assert deadline.end_turn()
    with RequestBudget(deadline):
        assert registry.policy.authorizer.decide(access).allowed
    deadline.begin_turn(60)
    with RequestBudget(deadline):
        assert registry.policy.authorizer.decide(access).allowed, "they are there now"


def test_servers_over_one_storage_agree() -> None:
    storage = MemoryStorage()
    one, other = Registry(storage), Registry(storage)
    access = Access(MONITOR, "get", path="/metrics")
    assert one.policy.authorizer.decide(access).allowed
    assert other.policy.authorizer.decide(access).allowed
    binding = GroupVersionResource(RBAC, "v1", "clusterrolebindings")
    assert one.handle(Request("delete", binding, name="system:monitoring")).code == 200
    assert not one.policy.authorizer.decide(access).allowed
    assert not other.policy.authorizer.decide(access).allowed
