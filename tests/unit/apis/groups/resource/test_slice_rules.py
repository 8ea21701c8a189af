"""Tests of the rules of slices and their devices."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

POOL = {"name": "p", "generation": 0, "resourceSliceCount": 1}
GOOD = {"driver": "x.test", "pool": POOL, "allNodes": True}
ONE_OF = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required"
OWN = (
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true "
    "in the ResourceSlice spec"
)


def told(**parts: Any) -> list[str]:
    return refused("ResourceSlice", spec={**GOOD, **parts})


@pytest.mark.parametrize(
    ("parts", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param({"driver": ""}, ["spec.driver: Required value"], id="driver"),
        pytest.param(
            {"pool": {**POOL, "resourceSliceCount": 0, "generation": -1}},
            [
                "spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero",
                "spec.pool.generation: Invalid value: -1: must be greater than or equal to zero",
            ],
            id="pool",
        ),
        pytest.param(
            {"allNodes": False},
            [
                "spec.allNodes: Invalid value: false: must be either unset or set to true",
                f"spec: Required value: {ONE_OF}",
            ],
            id="nowhere",
        ),
        pytest.param(
            {"nodeName": "n"},
            [f'spec: Invalid value: "{{`nodeName`, `allNodes`}}": {ONE_OF}, but multiple fields are set'],
            id="two places",
        ),
        pytest.param(
            {"allNodes": None, "nodeSelector": {"nodeSelectorTerms": [{}, {}]}},
            [
                "spec.nodeSelector.nodeSelectorTerms: Invalid value: "
                '[{"MatchExpressions":null,"MatchFields":null},{"MatchExpressions":null,"MatchFields":null}]: '
                "must have exactly one node selector term"
            ],
            id="two terms",
        ),
        pytest.param(
            {"devices": [{"name": "d"}], "sharedCounters": [{"name": "s", "counters": {"c": {"value": "1"}}}]},
            ['spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed'],
            id="both",
        ),
        pytest.param(
            {"sharedCounters": [{"name": "s"}]}, ["spec.sharedCounters[0].counters: Required value"], id="no counters"
        ),
        pytest.param(
            {"devices": [{"name": f"d{number}"} for number in range(129)]},
            ["spec.devices: Too many: 129: must have at most 128 items"],
            id="many",
        ),
        pytest.param(
            {"devices": [{"name": f"d{number}", "taints": [{"key": "k", "effect": "None"}]} for number in range(65)]},
            ["spec.devices: Too many: 65: must have at most 64 items"],
            id="many with taints",
        ),
        pytest.param(
            {"devices": [{"name": "d"}, {"name": "d"}]}, ['spec.devices[1]: Duplicate value: "d"'], id="twice"
        ),
    ],
)
def test_slices(parts: Any, errors: list[str]) -> None:
    assert told(**parts) == errors


def test_what_names_a_slice_stays() -> None:
    new = {"driver": "y.test", "pool": {**POOL, "name": "q"}, "nodeName": "n"}
    assert refused_change("ResourceSlice", {"spec": GOOD}, spec=new) == [
        'spec.pool.name: Invalid value: "q": field is immutable',
        'spec.driver: Invalid value: "y.test": field is immutable',
        'spec.nodeName: Invalid value: "n": field is immutable',
    ]


@pytest.mark.parametrize(
    ("device", "errors"),
    [
        pytest.param({"attributes": {"a": {"int": 1}, "x.test/b": {"string": "s"}}}, [], id="good"),
        pytest.param(
            {"attributes": {f"a{number}": {"int": 1} for number in range(33)}},
            [": Invalid value: 33: the total number of attributes and capacities must not exceed 32"],
            id="many",
        ),
        pytest.param(
            {"attributes": {"/b": {"int": 1}}},
            ['.attributes: Invalid value: "": the domain must not be empty'],
            id="no domain",
        ),
        pytest.param(
            {"attributes": {"b" * 120: {"version": "1"}}},
            [
                ".attributes: Too long: may not be more than 32 bytes",
                f".attributes[{'b' * 47}...{'b' * 46}].version: "
                'Invalid value: "1": must be a string compatible with semver.org spec 2.0.0',
            ],
            id="a long name",
        ),
        pytest.param(
            {"attributes": {"a": {"string": "s" * 65}}},
            [".attributes[a].string: Too long: may not be more than 64 bytes"],
            id="a long value",
        ),
        pytest.param(
            {"nodeName": "n"},
            [
                ": Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if "
                "`perDeviceNodeSelection` is set to true in the ResourceSlice spec"
            ],
            id="a node",
        ),
        pytest.param(
            {"taints": [{"key": "k", "value": "!", "effect": "Never"}]},
            [
                '.taints[0].value: Invalid value: "!": a valid label must be an empty string or consist of '
                "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
                "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
                "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
                '.taints[0].effect: Unsupported value: "Never": supported values: "NoExecute", "NoSchedule", "None"',
            ],
            id="taint",
        ),
        pytest.param(
            {"consumesCounters": [{"counterSet": "s"}]},
            [".consumesCounters[0].counters: Required value"],
            id="counters",
        ),
    ],
)
def test_devices(device: Any, errors: list[str]) -> None:
    assert told(devices=[{"name": "d", **device}]) == [f"spec.devices[0]{each}" for each in errors]


@pytest.mark.parametrize(
    ("device", "errors"),
    [
        ({"nodeName": "n"}, []),
        ({}, [f": Required value: {OWN}"]),
        ({"nodeName": "n", "allNodes": True}, [f': Invalid value: "{{`nodeName`, `allNodes`}}": {OWN}']),
        ({"nodeName": "", "allNodes": True}, ['.nodeName: Invalid value: "": must not be empty']),
    ],
)
def test_devices_with_nodes_of_their_own(device: Any, errors: list[str]) -> None:
    parts: Any = {"allNodes": None, "perDeviceNodeSelection": True, "devices": [{"name": "d", **device}]}
    assert told(**parts) == [f"spec.devices[0]{each}" for each in errors]


def test_taints_and_capacity_that_stay_may_be_wrong() -> None:
    device = {
        "name": "d",
        "taints": [{"key": "!", "effect": "None", "timeAdded": "2020-01-01T00:00:00Z"}],
        "capacity": {"1": {"value": "1"}},
    }
    old = {"spec": {**GOOD, "devices": [device]}}
    assert refused_change("ResourceSlice", old) == []
    assert refused_change("ResourceSlice", old, spec={**GOOD, "devices": [{**device, "name": "e"}]})
