"""Tests of resource slices."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import Object, cells, columns, created, kind_named, sent, updated

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

KIND = kind_named("ResourceSlice")
POOL = {"name": "p", "generation": 1, "resourceSliceCount": 1}
SPEC = {"driver": "d", "pool": POOL, "nodeName": "n"}
LISTS = {"ints": [1], "bools": [True], "strings": ["a"], "versions": ["1.0.0"]}


def devices(**fields: Any) -> Object:
    return {**SPEC, "devices": [{"name": "a", **fields}]}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        pytest.param({**SPEC, "partitionTypeAttribute": "a"}, SPEC, id="partition types"),
        pytest.param({**SPEC, "skipNodeOperations": ["a"]}, SPEC, id="node operations"),
        pytest.param(devices(nodeAllocatableResources={"cpu": {}}), devices(), id="node resources"),
        pytest.param(
            devices(attributes={"x": {"int": 1, **LISTS}, "y": LISTS}),
            devices(attributes={"x": {"int": 1}, "y": {}}),
            id="lists of attributes",
        ),
        pytest.param(
            devices(consumesCounters=[{"counterSet": "c", "compatibilityGroups": ["g"]}]),
            devices(consumesCounters=[{"counterSet": "c"}]),
            id="compatibility groups",
        ),
    ],
)
def test_what_is_disabled_is_dropped_unless_it_is_in_use(given: Object, kept: Object) -> None:
    plain = created(KIND, spec=SPEC)
    assert created(KIND, spec=given)["spec"] == kept
    assert updated(KIND, plain, spec=given)["spec"] == kept
    assert updated(KIND, {**plain, "spec": given}, spec=given)["spec"] == given


def test_generations_are_counted_before_anything_is_dropped() -> None:
    old = created(KIND, spec=SPEC)
    assert old["metadata"]["generation"] == 1
    assert updated(KIND, old)["metadata"]["generation"] == 1
    assert updated(KIND, old, spec={**SPEC, "skipNodeOperations": ["a"]})["metadata"]["generation"] == 2


def test_taints_are_dated() -> None:
    taints = [{"key": "k", "effect": "NoSchedule"}, {"key": "l", "effect": "None", "timeAdded": "2020-01-01T00:00:00Z"}]
    [dated, given] = sent(KIND, spec=devices(taints=taints))["spec"]["devices"][0]["taints"]
    assert dated["timeAdded"] > "2020-01-01T00:00:00Z"
    assert given["timeAdded"] == "2020-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("driver", "warned"),
    [
        ("d.example.com", []),
        ("D.example", ['spec.driver: driver names should be lowercase; "D.example" contains uppercase characters']),
    ],
)
def test_drivers_in_upper_case(driver: str, warned: list[str]) -> None:
    obj = sent(KIND, spec={**SPEC, "driver": driver})
    assert KIND.warnings(Operation(Verb.CREATE), obj, ABSENT) == warned


def test_rows_and_selection() -> None:
    obj = created(KIND, spec=SPEC)
    assert columns(KIND) == ["Name", "Node", "Driver", "Pool", "Age"]
    assert cells(KIND, obj)[:4] == ["one", "n", "d", "p"]
    fields = {"metadata.name": "one", "spec.nodeName": "n", "spec.driver": "d", "spec.pool.name": "p"}
    assert KIND.selectable_fields(obj) == fields
    assert set(KIND.field_labels or ()) == set(fields)
    refusal = KIND.unsupported_field.format(field="spec.x")
    assert refusal == "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.x"
