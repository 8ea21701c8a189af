"""Tests of certificate requests: the recorded user, and changes of conditions by subresource."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import NOW
from tests.unit.apis.steps import Object, cells, created, kind_named, updated

KIND = kind_named("CertificateSigningRequest")
SPEC = {"request": "YQ==", "signerName": "example.com/s", "usages": ["any"]}
ASKED = {"username": "jane", "uid": "1", "groups": ["readers"]}
EARLIER = "2029-01-01T00:00:00Z"
LATER = "2031-01-01T00:00:00Z"


def condition(kind: str, status: str = "True", **fields: Any) -> Object:
    return {"type": kind, "status": status, **fields}


def dated(kind: str, status: str = "True", update: str = NOW, transition: str = NOW, **fields: Any) -> Object:
    return condition(kind, status, lastUpdateTime=update, lastTransitionTime=transition, **fields)


def request(**status: Any) -> Object:
    """Returns a stored request with a status."""
    return {**created(KIND, spec=SPEC), "status": status}


def test_who_asks_is_written_down() -> None:
    lies = {"username": "root", "uid": "0", "groups": ["system:masters"], "extra": {"a": ["b"]}}
    obj = created(KIND, spec={**SPEC, **lies}, status={"certificate": "YQ=="})
    assert obj["spec"] == {**SPEC, **ASKED}
    assert obj["status"] == {}


@pytest.mark.parametrize("name", ["Upper", "x y", "csr:one", ".."])
def test_any_name_will_do(name: str) -> None:
    assert KIND.check_name(name, prefix=False) == []


def test_an_update_changes_metadata_alone() -> None:
    old = request(certificate="YQ==")
    new = updated(KIND, old, spec={**SPEC, "signerName": "example.com/t"}, status={})
    assert (new["spec"], new["status"]) == (old["spec"], old["status"])


def test_an_approval_changes_conditions_alone() -> None:
    old = request(certificate="YQ==")
    wanted = {"conditions": [condition("Approved")], "certificate": "Yg=="}
    new = updated(KIND, old, "approval", spec={**SPEC, "signerName": "example.com/t"}, status=wanted)
    assert new["spec"] == old["spec"]
    assert new["status"] == {"certificate": "YQ==", "conditions": [dated("Approved")]}


def test_conditions_can_be_taken_away_by_an_approval() -> None:
    old = request(conditions=[dated("Custom")], certificate="YQ==")
    assert updated(KIND, old, "approval", status={})["status"] == {"certificate": "YQ=="}


@pytest.mark.parametrize(
    ("given", "stored", "kept"),
    [
        pytest.param(condition("A"), [], dated("A"), id="new"),
        pytest.param(condition("A"), [dated("A", transition=EARLIER)], dated("A", transition=EARLIER), id="known"),
        pytest.param(condition("A", "False"), [dated("A", transition=EARLIER)], dated("A", "False"), id="turned"),
        pytest.param(dated("A", "True", LATER, LATER), [dated("A")], dated("A", "True", LATER, LATER), id="told"),
    ],
)
@pytest.mark.parametrize("way", ["approval", "status"])
def test_dates_of_conditions(way: str, given: Object, stored: list[Object], kept: Object) -> None:
    old = request(conditions=stored)
    assert updated(KIND, old, way, status={"conditions": [given]})["status"]["conditions"] == [kept]


@pytest.mark.parametrize("kind", ["Approved", "Denied"])
def test_a_status_leaves_decisions_as_they_are(kind: str) -> None:
    old = request(conditions=[dated(kind, reason="mine")])
    wanted = [condition("Failed"), condition(kind, reason="yours")]
    new = updated(KIND, old, "status", status={"conditions": wanted, "certificate": "YQ=="})
    assert new["status"] == {"conditions": [dated("Failed"), dated(kind, reason="mine")], "certificate": "YQ=="}


def test_decisions_that_come_or_go_with_a_status_are_left_to_validation() -> None:
    old = request(conditions=[dated("Approved")])
    assert updated(KIND, old, "status", status={})["status"] == {}


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ({}, "Pending"),
        ({"conditions": [dated("Approved")]}, "Approved"),
        ({"conditions": [dated("Approved"), dated("Denied"), dated("Failed")]}, "Denied,Failed"),
        ({"conditions": [dated("Approved")], "certificate": "YQ=="}, "Approved,Issued"),
    ],
)
def test_rows(status: Object, state: str) -> None:
    assert cells(KIND, request(**status)) == ["one", "<unknown>", "example.com/s", "jane", "<none>", state]


def test_a_requested_duration_is_shown() -> None:
    obj = created(KIND, spec={**SPEC, "expirationSeconds": 90_000})
    assert cells(KIND, obj)[4] == "25h"


def test_requests_are_selected_by_their_signer() -> None:
    assert KIND.selectable_fields(request()) == {"metadata.name": "one", "spec.signerName": "example.com/s"}


def test_large_requests_may_take_long() -> None:
    kind = kind_named("CertificateSigningRequest")
    assert not kind.may_take_long(b"x" * 1000)
    assert kind.may_take_long(b"x" * 100_000)
