"""Tests of leases: disabled features and rows."""

from __future__ import annotations

from tests.unit.apis.steps import cells, kind_named, prepared, sent, updated

LEASE = kind_named("Lease")


def test_coordinated_elections_are_off() -> None:
    old = prepared(LEASE, spec={"strategy": "OldestEmulationVersion", "preferredHolder": "x", "holderIdentity": "me"})
    assert old["spec"] == {"holderIdentity": "me"}
    had = sent(LEASE, spec={"strategy": "OldestEmulationVersion"})
    new = updated(LEASE, had, spec={"strategy": "Other", "preferredHolder": "x"})
    assert new["spec"] == {"strategy": "Other"}


def test_rows() -> None:
    assert [cells(LEASE, sent(LEASE, spec=spec))[1] for spec in ({}, {"holderIdentity": "me"})] == ["", "me"]


def test_puts() -> None:
    assert LEASE.create_on_update
    assert not LEASE.unconditional_update
