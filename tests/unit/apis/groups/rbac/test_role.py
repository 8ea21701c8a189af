"""Tests of roles: names, and creation by PUT."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import columns, created, kind_named

KINDS = ["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("system:thing", []),
        ("Upper_Case", []),
        ("a b", []),
        ("..", ["may not be '..'"]),
        ("a/b", ["may not contain '/'"]),
    ],
)
def test_names(kind: str, name: str, problems: list[str]) -> None:
    assert kind_named(kind).check_name(name, prefix=False) == problems


@pytest.mark.parametrize("kind", KINDS)
def test_a_put_creates_them(kind: str) -> None:
    assert kind_named(kind).create_on_update
    assert kind_named(kind).unconditional_update


def test_roles_have_no_columns_of_their_own() -> None:
    assert columns(kind_named("Role")) == ["Name", "Created At"]
    assert columns(kind_named("ClusterRole")) == ["Name", "Created At"]


def test_generations_are_not_counted() -> None:
    namespaced = {"metadata": {"name": "one", "namespace": "default"}}
    assert "generation" not in created(kind_named("Role"), **namespaced)["metadata"]
