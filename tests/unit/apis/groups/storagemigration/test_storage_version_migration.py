"""Tests of storage version migrations: rows."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import cells, kind_named, prepared, sent, updated

MIGRATION = kind_named("StorageVersionMigration")


@pytest.mark.parametrize(
    ("conditions", "state"),
    [
        ([], "Unknown"),
        ([("Running", "False")], "Unknown"),
        ([("Running", "True"), ("Odd", "True")], "Running"),
        ([("Running", "True"), ("Failed", "True")], "Failed"),
    ],
)
def test_rows(conditions: list[tuple[str, str]], state: str) -> None:
    told = [{"type": name, "status": status} for name, status in conditions]
    obj = sent(MIGRATION, spec={"resource": {"group": "apps", "resource": "deployments"}}, status={"conditions": told})
    assert cells(MIGRATION, obj) == ["one", "deployments.apps", state]


def test_a_status_leaves_all_else_alone() -> None:
    old = prepared(MIGRATION, spec={"resource": {"group": "", "resource": "pods"}}, status={"resourceVersion": "1"})
    assert old["status"] == {}
    new = updated(
        MIGRATION,
        old,
        "status",
        metadata={"name": "one", "labels": {"a": "b"}},
        spec={},
        status={"resourceVersion": "1"},
    )
    assert ("labels" in new["metadata"], new["spec"], new["status"]) == (False, old["spec"], {"resourceVersion": "1"})
