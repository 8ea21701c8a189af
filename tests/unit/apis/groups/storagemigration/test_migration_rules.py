"""Tests of the rules of storage version migrations."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

KIND = "StorageVersionMigration"
SPEC = {"resource": {"group": "apps", "resource": "deployments"}}
TOOK_BACK = "Success condition cannot be set to false once it is true"


def condition(kind: str, status: str = "True") -> dict[str, str]:
    moment = "2024-01-01T00:00:00Z"
    return {"type": kind, "status": status, "lastTransitionTime": moment, "reason": "A", "message": ""}


def shown(kind: str, status: str = "True") -> str:
    return (
        f'{{"type":"{kind}","status":"{status}","lastTransitionTime":"2024-01-01T00:00:00Z","reason":"A","message":""}}'
    )


def test_what_is_stored_anew() -> None:
    assert refused(KIND, spec=SPEC) == []
    no_resource, no_group = refused(KIND, spec={"resource": {"group": "_", "resource": ""}})
    assert no_resource == "spec.resource.resource: Required value: resource is required to be set"
    assert no_group.startswith('spec.resource.group: Invalid value: "_": a lowercase RFC 1123 subdomain must')
    (odd,) = refused(KIND, spec={"resource": {"resource": "Odd"}})
    assert odd.startswith('spec.resource.resource: Invalid value: "Odd": a DNS-1035 label must')


def test_what_is_stored_anew_stays() -> None:
    other = {"resource": {"group": "", "resource": "pods"}}
    assert refused_change(KIND, {"spec": SPEC}, spec=other) == [
        'spec: Invalid value: {"Resource":{"group":"","resource":"pods"}}: field is immutable'
    ]


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        pytest.param({}, {"resourceVersion": "5", "conditions": [condition("Running")]}, [], id="good"),
        pytest.param(
            {},
            {"resourceVersion": "05"},
            ['status.resourceVersion: Invalid value: "05": resource version is not well formed: 05'],
            id="no version",
        ),
        pytest.param(
            {"resourceVersion": "5"},
            {"resourceVersion": "6"},
            ['status.resourceVersion: Invalid value: "6": field is immutable'],
            id="another version",
        ),
        pytest.param(
            {},
            {"conditions": [condition("Succeeded"), condition("Failed")]},
            [
                f"status.conditions: Invalid value: [{shown('Succeeded')},{shown('Failed')}]: "
                "Both success and failed conditions cannot be true at the same time"
            ],
            id="two ends",
        ),
        pytest.param(
            {"conditions": [condition("Succeeded")]},
            {"conditions": [condition("Succeeded", "False")]},
            [f"status.conditions: Invalid value: [{shown('Succeeded', 'False')}]: {TOOK_BACK}"],
            id="not ended any more",
        ),
        pytest.param(
            {"conditions": [condition("Succeeded")]},
            {},
            [f"status.conditions: Invalid value: null: {TOOK_BACK}"],
            id="no end any more",
        ),
        pytest.param(
            {"conditions": [condition("Succeeded")]},
            {"conditions": []},
            [f"status.conditions: Invalid value: []: {TOOK_BACK}"],
            id="a list without an end",
        ),
    ],
)
def test_status(old: dict[str, Any], new: dict[str, Any], errors: list[str]) -> None:
    from kapivara.apis.groups.storagemigration.migration_rules import validate_migration_status

    assert [str(each) for each in validate_migration_status(new, old)] == errors  # type: ignore[arg-type]
