"""Tests of the rules of leases."""

from __future__ import annotations

from tests.unit.apis.refusals import refused, refused_change

GOOD = {"leaseDurationSeconds": 1, "leaseTransitions": 0}
BAD = {"leaseDurationSeconds": 0, "leaseTransitions": -1}
ERRORS = [
    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
    "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
]


def test_leases() -> None:
    assert refused("Lease", spec=GOOD) == refused("Lease", spec={}) == []
    assert refused("Lease", spec=BAD) == ERRORS
    assert refused_change("Lease", {"spec": GOOD}, spec=BAD) == ERRORS
