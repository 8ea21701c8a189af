"""Tests of the rules of autoscalers, at both versions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import Alone
from tests.unit.apis.refusals import refused, refused_change

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds.kind import Kind

TARGET = {"kind": "Deployment", "name": "a", "apiVersion": "apps/v1"}
CPU = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}


def at(version: str) -> Kind:
    [row] = [each for each in CATALOG if each.kind == "HorizontalPodAutoscaler"]
    kind: Kind = row.load().at(row.at(version), Alone())
    return kind


def autoscaler(**spec: Any) -> dict[str, Any]:
    return {"scaleTargetRef": TARGET, "maxReplicas": 3, **spec}


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({"metrics": [CPU]}, [], id="good"),
        pytest.param(
            {"minReplicas": 5},
            ["maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`"],
            id="bounds",
        ),
        pytest.param(
            {"minReplicas": 0},
            [
                "metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero "
                "replicas"
            ],
            id="zero",
        ),
        pytest.param(
            {"scaleTargetRef": {"kind": "a/b", "name": "c", "apiVersion": "v1"}},
            [
                "scaleTargetRef.kind: Invalid value: \"a/b\": may not contain '/'",
                'scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
            ],
            id="target",
        ),
        pytest.param(
            {"scaleTargetRef": {"kind": "ReplicationController", "name": "c", "apiVersion": "v1"}}, [], id="old kind"
        ),
        pytest.param(
            {"behavior": {"scaleUp": {"selectPolicy": "Odd", "tolerance": "-1"}}},
            [
                'behavior.scaleUp.selectPolicy: Unsupported value: "Odd": supported values: "Disabled", "Max", "Min"',
                'behavior.scaleUp.tolerance: Invalid value: "-1": must be greater than or equal to 0',
            ],
            id="behavior",
        ),
        pytest.param(
            {
                "behavior": {
                    "scaleDown": {
                        "stabilizationWindowSeconds": 3601,
                        "policies": [{"type": "Odd", "value": 0, "periodSeconds": 1801}],
                    }
                }
            },
            [
                "behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal "
                "to 3600",
                'behavior.scaleDown.policies[0].type: Unsupported value: "Odd": supported values: "Percent", "Pods"',
                "behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero",
                "behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800",
            ],
            id="policies",
        ),
    ],
)
def test_new_ones(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused(at("v2"), spec=autoscaler(**spec)) == [f"spec.{each}" for each in errors]


def of_pods(**target: Any) -> dict[str, Any]:
    return {"type": "Pods", "pods": {"metric": {"name": "m"}, "target": {"type": "AverageValue", **target}}}


def external(**target: Any) -> dict[str, Any]:
    return {"type": "External", "external": {"metric": {"name": "m"}, "target": {"type": "Value", **target}}}


@pytest.mark.parametrize(
    ("metric", "errors"),
    [
        pytest.param(of_pods(averageValue="1"), [], id="pods"),
        pytest.param(
            of_pods(),
            [".pods.target.averageValue: Required value: must specify a positive target averageValue"],
            id="pods without a target",
        ),
        pytest.param(
            external(value="0", averageValue="1"),
            [
                '.external.target.value: Invalid value: "0": must be positive',
                ".external.target.value: Forbidden: may not set both a target value for metric and a per-pod target",
            ],
            id="external",
        ),
        pytest.param(
            {"type": "Resource", **{key: value for key, value in of_pods(averageValue="1").items() if key != "type"}},
            [
                ".resource: Required value: must populate information for the given metric source",
            ],
            id="another source",
        ),
        pytest.param(
            {**CPU, **{key: value for key, value in of_pods(averageValue="1").items() if key != "type"}},
            [".pods: Forbidden: must populate the given metric source only"],
            id="two sources",
        ),
        pytest.param(
            {"type": "ContainerResource", "containerResource": {"target": {"type": "Odd"}}},
            [
                ".containerResource.name: Required value: must specify a resource name",
                ".containerResource.container: Required value: must specify a container",
                '.containerResource.target.type: Invalid value: "Odd": must be either Utilization, Value, or '
                "AverageValue",
                ".containerResource.target.averageUtilization: Required value: must set either a target raw value or a "
                "target utilization",
            ],
            id="container",
        ),
        pytest.param(
            {
                "type": "Object",
                "object": {
                    "describedObject": {"kind": "", "name": "n", "apiVersion": "a/b/c"},
                    "metric": {"name": "a%b"},
                    "target": {"type": "Value"},
                },
            },
            [
                ".object.describedObject.kind: Required value",
                '.object.describedObject.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
                ".object.metric.name: Invalid value: \"a%b\": may not contain '%'",
                ".object.target.averageValue: Required value: must set either a target value or averageValue",
            ],
            id="object",
        ),
        pytest.param(
            {"type": "Odd"},
            [
                '.type: Unsupported value: "Odd": supported values: "ContainerResource", "External", "Object", "Pods", '
                '"Resource"'
            ],
            id="type",
        ),
    ],
)
def test_metrics(metric: dict[str, Any], errors: list[str]) -> None:
    found = refused(at("v2"), spec=autoscaler(metrics=[metric]))
    assert found == [f"spec.metrics[0]{each}" for each in errors]


def test_the_old_version_is_judged_at_the_new_one() -> None:
    [error] = refused(at("v1"), spec=autoscaler(targetCPUUtilizationPercentage=-1))
    assert error == "spec.metrics[0].resource.target.averageUtilization: Invalid value: -1: must be greater than 0"


def test_a_target_that_was_wrong_may_stay() -> None:
    spec = autoscaler(scaleTargetRef={"kind": "Deployment", "name": "a", "apiVersion": "a/b/c"})
    assert len(refused(at("v2"), spec=spec)) == 1
    assert refused_change(at("v2"), {"spec": spec}) == []


def test_statuses() -> None:
    status = {"currentReplicas": -1, "conditions": [{"type": "A", "status": "True", "observedGeneration": -2}]}
    detail = "must be greater than or equal to 0"
    assert refused_change(at("v2"), {"spec": autoscaler()}, "status", status=status) == [
        f"status.conditions[0].observedGeneration: Invalid value: -2: {detail}",
        f"status.currentReplicas: Invalid value: -1: {detail}",
    ]
