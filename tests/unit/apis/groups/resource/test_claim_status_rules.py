"""Tests of the rules of a claim's status."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import kind_named, sent, updated

from kapivara.field import Operation, Verb

CLAIM = kind_named("ResourceClaim")
SPEC = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}]}}
RESULT = {"request": "r", "driver": "x.test", "pool": "p", "device": "d"}
DEVICE = {"driver": "x.test", "pool": "p", "device": "d"}
POD = {"resource": "pods", "name": "p", "uid": "1"}
NO_REQUEST = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
RESULTS = "status.allocation.devices.results[0]"


def told(status: Any, old: Any = None, **metadata: Any) -> list[str]:
    meta = {"name": "one", "namespace": "default", "resourceVersion": "1", **metadata}
    stored = sent(CLAIM, metadata=meta, spec=SPEC, status=old or {})
    new = updated(CLAIM, stored, "status", status=status)
    return [str(each) for each in CLAIM.verdict(Operation(Verb.UPDATE, subresource="status"), new, stored).errors]


def allocated(**parts: Any) -> Any:
    return {"allocation": {"devices": {"results": [{**RESULT, **parts}]}}}


@pytest.mark.parametrize(
    ("parts", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param({"request": "s"}, [f'{RESULTS}.request: Invalid value: "s": {NO_REQUEST}'], id="request"),
        pytest.param({"driver": ""}, [f"{RESULTS}.driver: Required value"], id="driver, told once"),
        pytest.param({"pool": ""}, [f"{RESULTS}.pool: Required value"], id="pool, told once"),
        pytest.param(
            {"shareID": "nope"},
            [f'{RESULTS}.shareID: Invalid value: "nope": must be a lowercase UUID in 8-4-4-4-12 format'],
            id="share, told once",
        ),
        pytest.param(
            {"bindingConditions": ["a", "a"], "bindingFailureConditions": ["a"]},
            [
                f'{RESULTS}.bindingConditions[1]: Duplicate value: "a"',
                f'{RESULTS}.bindingFailureConditions[0]: Invalid value: "a": '
                "bindingFailureConditions must not overlap with bindingConditions",
            ],
            id="conditions of both sorts",
        ),
        pytest.param(
            {"bindingFailureConditions": ["a"]},
            [
                f"{RESULTS}.bindingConditions: Invalid value: null: "
                "bindingConditions are required to use bindingFailureConditions"
            ],
            id="conditions of one sort",
        ),
    ],
)
def test_results(parts: Any, errors: list[str]) -> None:
    assert told(allocated(**parts)) == errors


def test_allocations_stay_or_go() -> None:
    assert told({}, allocated()) == []
    [error] = told(allocated(device="e"), allocated())
    assert error.startswith("status.allocation: Invalid value: ")


def test_configuration_says_where_it_is_from() -> None:
    config = {"source": "Elsewhere", "opaque": {"driver": "x", "parameters": {}}}
    assert told({"allocation": {"devices": {"config": [config]}}}) == [
        'status.allocation.devices.config[0].source: Unsupported value: "Elsewhere": '
        'supported values: "FromClaim", "FromClass"'
    ]


def test_only_what_is_allocated_is_used() -> None:
    assert told({"reservedFor": [POD]}) == [
        "status.reservedFor: Forbidden: may not be specified when `allocated` is not set"
    ]
    assert told({**allocated(), "reservedFor": [POD, {"uid": "2"}]}) == [
        "status.reservedFor[1].resource: Required value",
        "status.reservedFor[1].name: Required value",
    ]


def test_nobody_new_uses_what_goes_away() -> None:
    deleted = {"deletionTimestamp": "2030-01-01T00:00:00Z", "deletionGracePeriodSeconds": 0, "finalizers": ["a/b"]}
    old = {**allocated(), "reservedFor": [POD]}
    assert told(old, old, **deleted) == []
    assert told({**old, "reservedFor": [{**POD, "uid": "2"}]}, old, **deleted) == [
        "status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or "
        "`deletionTimestamp` are set"
    ]


@pytest.mark.parametrize(
    ("parts", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"device": "e"},
            [
                ': Invalid value: {"Driver":"x.test","Pool":"p","Device":"e","ShareID":""}: '
                "must be an allocated device in the claim"
            ],
            id="not allocated",
        ),
        pytest.param(
            {"data": [1]},
            ['.data: Invalid value: "<value omitted>": must be a valid JSON object'],
            id="data",
        ),
        pytest.param(
            {"networkData": {"interfaceName": "i" * 257, "hardwareAddress": "h" * 129, "ips": ["bad"]}},
            [
                '.networkData.ips[0]: Invalid value: "bad": must be a valid address in CIDR form, '
                "(e.g. 10.9.8.7/24 or 2001:db8::1/64)",
                ".networkData.interfaceName: Too long: may not be more than 256 bytes",
                ".networkData.hardwareAddress: Too long: may not be more than 128 bytes",
            ],
            id="network",
        ),
    ],
)
def test_devices(parts: Any, errors: list[str]) -> None:
    told_ = told({**allocated(), "devices": [{**DEVICE, **parts}]})
    assert told_ == [f"status.devices[0]{each}" for each in errors]
