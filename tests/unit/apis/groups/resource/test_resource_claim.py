"""Tests of resource claims and claim templates."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import Object, cells, columns, created, kind_named, updated

CLAIM, TEMPLATE = kind_named("ResourceClaim"), kind_named("ResourceClaimTemplate")
META = {"name": "one", "namespace": "n"}
EXACT = {"deviceClassName": "c", "allocationMode": "ExactCount", "count": 1}


def claim(**parts: Any) -> Object:
    return created(CLAIM, metadata=META, **parts)


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        pytest.param({"deviceClassName": "c"}, EXACT, id="one"),
        pytest.param({"deviceClassName": "c", "count": 3}, {**EXACT, "count": 3}, id="told"),
        pytest.param(
            {"deviceClassName": "c", "allocationMode": "All"},
            {"deviceClassName": "c", "allocationMode": "All"},
            id="all",
        ),
        pytest.param(
            {"deviceClassName": "c", "tolerations": [{"key": "k"}, {"operator": "Exists"}]},
            {**EXACT, "tolerations": [{"key": "k", "operator": "Equal"}, {"operator": "Exists"}]},
            id="tolerations",
        ),
        pytest.param(
            {"deviceClassName": "c", "derivedAttributes": [{"name": "a", "expression": "e"}]}, EXACT, id="disabled"
        ),
    ],
)
def test_requests(given: Object, filled: Object) -> None:
    requests = [{"name": "r", "exactly": given}, {"name": "s", "firstAvailable": [{"name": "t", **given}]}]
    wanted = [{"name": "r", "exactly": filled}, {"name": "s", "firstAvailable": [{"name": "t", **filled}]}]
    assert claim(spec={"devices": {"requests": requests}})["spec"]["devices"]["requests"] == wanted
    template = created(TEMPLATE, metadata=META, spec={"spec": {"devices": {"requests": requests}}})
    assert template["spec"]["spec"]["devices"]["requests"] == wanted


def test_what_is_in_use_is_not_dropped() -> None:
    old = claim()
    used = {"name": "r", "exactly": {**EXACT, "derivedAttributes": [{"name": "a", "expression": "e"}]}}
    spec = {"devices": {"requests": [used]}}
    assert updated(CLAIM, old, spec=spec)["spec"]["devices"]["requests"] == [{"name": "r", "exactly": EXACT}]
    assert updated(CLAIM, {**old, "spec": spec}, spec=spec)["spec"] == spec


def device(name: str, **fields: Any) -> Object:
    return {"driver": "d", "pool": "p", "device": name, **fields}


def allocated(*names: str, **fields: Any) -> Object:
    return {"allocation": {"devices": {"results": [device(each, request="r", **fields) for each in names]}}}


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        pytest.param(allocated("a", "b"), allocated("a"), ["a", "c"], id="given back"),
        pytest.param(allocated("a"), {}, ["b", "c"], id="all given back"),
        pytest.param({}, {}, ["a", "b", "c"], id="never had any"),
        pytest.param(allocated("a", shareID="1"), allocated("b"), ["a", "b", "c"], id="a share is another device"),
    ],
)
def test_nothing_is_told_of_devices_that_were_given_back(old: Object, new: Object, kept: list[str]) -> None:
    told = [device(each) for each in "abc"]
    status = updated(CLAIM, {**claim(), "status": old}, "status", status={**new, "devices": told})["status"]
    assert [each["device"] for each in status["devices"]] == kept


def test_a_status_without_devices_says_so() -> None:
    old = {**claim(), "status": allocated("a")}
    assert updated(CLAIM, old, "status", status={"devices": [device("a")]})["status"] == {}


def test_a_status_drops_what_is_disabled() -> None:
    status = allocated("a", skipNodeOperations=["x"])
    assert updated(CLAIM, claim(), "status", status=status)["status"] == allocated("a")


def test_a_status_leaves_metadata_and_spec_alone() -> None:
    old = claim()
    changed = {"metadata": {**META, "labels": {"a": "b"}}, "spec": {"devices": {"requests": [{"name": "r"}]}}}
    assert updated(CLAIM, old, "status", **changed) == old


@pytest.mark.parametrize(
    ("deleted", "status", "state"),
    [
        (False, {}, "pending"),
        (True, {}, "deleted"),
        (False, allocated("a"), "allocated"),
        (True, {**allocated("a"), "reservedFor": [{"name": "p"}]}, "deleted,allocated,reserved"),
    ],
)
def test_rows(deleted: bool, status: Object, state: str) -> None:
    obj = {**claim(), "status": status}
    if deleted:
        obj["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z"
    assert columns(CLAIM) == ["Name", "State", "Age"]
    assert cells(CLAIM, obj) == ["one", state, "<unknown>"]
    assert columns(TEMPLATE) == columns(kind_named("DeviceClass")) == ["Name", "Age"]
