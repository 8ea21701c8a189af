"""Tests of autoscalers: defaults, conversion between v1 and v2, generations and rows."""

from __future__ import annotations

import json

import pytest
from tests.unit.apis.alone import Alone, read
from tests.unit.apis.steps import Object, cells, kind_named, prepared, sent, updated

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.body import Body
from kapivara.values import copy_json

V2 = kind_named("HorizontalPodAutoscaler")
[ROW] = [each for each in CATALOG if each.kind == "HorizontalPodAutoscaler"]
V1: Kind = ROW.load().at(ROW.at("v1"), Alone())
TARGET = {"scaleTargetRef": {"kind": "Deployment", "name": "web", "apiVersion": "apps/v1"}, "maxReplicas": 5}
PREFIX = "autoscaling.alpha.kubernetes.io/"
PERCENT = {"type": "Percent", "value": 100, "periodSeconds": 15}


def cpu(utilization: int) -> Object:
    target = {"type": "Utilization", "averageUtilization": utilization}
    return {"type": "Resource", "resource": {"name": "cpu", "target": target}}


def test_defaults() -> None:
    for given in ({}, {"metrics": []}):
        spec = sent(V2, spec={**TARGET, **given})["spec"]
        assert spec == {**TARGET, "minReplicas": 1, "metrics": [cpu(80)]}


@pytest.mark.parametrize(
    ("given", "up", "down"),
    [
        pytest.param(
            {},
            {
                "stabilizationWindowSeconds": 0,
                "selectPolicy": "Max",
                "policies": [{"type": "Pods", "value": 4, "periodSeconds": 15}, PERCENT],
            },
            {"selectPolicy": "Max", "policies": [PERCENT]},
            id="nothing",
        ),
        pytest.param(
            {"scaleUp": {"policies": [PERCENT], "tolerance": "0.1"}, "scaleDown": {"selectPolicy": "Disabled"}},
            {"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "policies": [PERCENT], "tolerance": "100m"},
            {"selectPolicy": "Disabled", "policies": [PERCENT]},
            id="told",
        ),
    ],
)
def test_behavior(given: Object, up: Object, down: Object) -> None:
    assert sent(V2, spec={**TARGET, "behavior": given})["spec"]["behavior"] == {"scaleUp": up, "scaleDown": down}


def test_no_policies_stay_none() -> None:
    spec = {**TARGET, "behavior": {"scaleUp": {"policies": []}}}
    obj = V2.codec.decode(Body({"metadata": {"name": "one"}, "spec": spec})).obj
    assert obj["spec"]["behavior"]["scaleUp"]["policies"] == []


def test_annotations_of_other_versions_are_dropped() -> None:
    annotations = {PREFIX + "metrics": "[]", PREFIX + "scale-up-tolerance": "1", "mine": "x"}
    assert sent(V2, metadata={"name": "one", "annotations": annotations}, spec=TARGET)["metadata"]["annotations"] == {
        "mine": "x"
    }


def test_generations_and_status() -> None:
    for kind in (V1, V2):
        old = prepared(kind, spec=TARGET, status={"desiredReplicas": 3})
        assert (old["metadata"]["generation"], old["status"]["desiredReplicas"]) == (1, 0)
        assert updated(kind, old, spec={**TARGET, "maxReplicas": 6})["metadata"]["generation"] == 2
        assert updated(kind, old, status={"desiredReplicas": 3})["metadata"]["generation"] == 1
        status = updated(kind, old, "status", spec={**TARGET, "maxReplicas": 6}, status={"desiredReplicas": 3})
        assert (status["spec"]["maxReplicas"], status["status"]["desiredReplicas"]) == (5, 3)


@pytest.mark.parametrize(
    ("v1", "metrics"),
    [
        pytest.param({}, [cpu(80)], id="default"),
        pytest.param({"targetCPUUtilizationPercentage": 60}, [cpu(60)], id="told"),
    ],
)
def test_the_use_of_the_cpu(v1: Object, metrics: list[Object]) -> None:
    obj = sent(V1, spec={**TARGET, **v1})
    assert obj["spec"]["targetCPUUtilizationPercentage"] == metrics[0]["resource"]["target"]["averageUtilization"]
    assert V1.to_hub(obj)["spec"]["metrics"] == metrics


SELECTOR = {"matchLabels": {"a": "b"}}
THING = {"kind": "Thing", "name": "t"}


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        (
            '{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}',
            {"resource": {"name": "memory", "target": {"type": "AverageValue", "averageValue": "1Gi"}}},
        ),
        (
            '{"type":"ContainerResource","containerResource":'
            '{"name":"cpu","targetAverageUtilization":50,"container":"c"}}',
            {
                "containerResource": {
                    "name": "cpu",
                    "container": "c",
                    "target": {"type": "Utilization", "averageUtilization": 50},
                }
            },
        ),
        (
            '{"type":"Pods","pods":{"metricName":"a\\u003cb","targetAverageValue":"3",'
            '"selector":{"matchLabels":{"a":"b"}}}}',
            {
                "pods": {
                    "metric": {"name": "a<b", "selector": SELECTOR},
                    "target": {"type": "AverageValue", "averageValue": "3"},
                }
            },
        ),
        (
            '{"type":"Object","object":{"target":{"kind":"Thing","name":"t"},"metricName":"m","targetValue":"0",'
            '"averageValue":"2"}}',
            {
                "object": {
                    "describedObject": THING,
                    "metric": {"name": "m"},
                    "target": {"type": "AverageValue", "averageValue": "2"},
                }
            },
        ),
        (
            '{"type":"Object","object":{"target":{"kind":"Thing","name":"t"},"metricName":"m","targetValue":"5"}}',
            {
                "object": {
                    "describedObject": THING,
                    "metric": {"name": "m"},
                    "target": {"type": "Value", "value": "5"},
                }
            },
        ),
        (
            '{"type":"External","external":{"metricName":"m","metricSelector":{"matchLabels":{"a":"b"}},'
            '"targetValue":"5"}}',
            {"external": {"metric": {"name": "m", "selector": SELECTOR}, "target": {"type": "Value", "value": "5"}}},
        ),
        (
            '{"type":"External","external":{"metricName":"m","targetAverageValue":"5"}}',
            {"external": {"metric": {"name": "m"}, "target": {"type": "AverageValue", "averageValue": "5"}}},
        ),
    ],
    ids=["resource", "container", "pods", "object-average", "object", "external", "external-average"],
)
def test_other_metrics_go_into_an_annotation_and_back(text: str, metric: Object) -> None:
    metric = {"type": json.loads(text)["type"], **metric}
    hub = sent(V2, spec={**TARGET, "metrics": [cpu(50), metric]})
    old = V1.from_hub(hub)
    assert old["metadata"]["annotations"] == {PREFIX + "metrics": f"[{text}]"}
    assert old["spec"]["targetCPUUtilizationPercentage"] == 50
    assert V1.to_hub(old)["spec"]["metrics"] == [metric, cpu(50)]
    assert sent(V1, **old) == old


@pytest.mark.parametrize(
    ("current", "percentage"),
    [
        (
            {
                "type": "Resource",
                "resource": {"name": "cpu", "current": {"averageUtilization": 7, "averageValue": "1"}},
            },
            7,
        ),
        ({"type": "Pods", "pods": {"metric": {"name": "m"}, "current": {"averageValue": "1"}}}, None),
        (
            {"type": "External", "external": {"metric": {"name": "m"}, "current": {"value": "0", "averageValue": "1"}}},
            None,
        ),
        (
            {
                "type": "Object",
                "object": {"metric": {"name": "m"}, "current": {"value": "3"}, "describedObject": THING},
            },
            None,
        ),
    ],
    ids=["resource", "pods", "external", "object"],
)
def test_what_was_measured(current: Object, percentage: int | None) -> None:
    conditions = [{"type": "AbleToScale", "status": "True", "lastTransitionTime": None, "reason": "x"}]
    status = {"desiredReplicas": 2, "currentReplicas": 1, "currentMetrics": [current], "conditions": conditions}
    hub = sent(V2, spec=TARGET, status=status)
    old = V1.from_hub(hub)
    assert old["status"].get("currentCPUUtilizationPercentage") == percentage
    back = V1.to_hub(old)["status"]
    assert (back["currentMetrics"], back["conditions"]) == ([current], conditions)
    text = '[{"type":"AbleToScale","status":"True","lastTransitionTime":null,"reason":"x"}]'
    assert old["metadata"]["annotations"][PREFIX + "conditions"] == text


def test_a_percentage_alone_is_a_metric() -> None:
    given = {"metadata": {"name": "one"}, "spec": TARGET, "status": {"currentCPUUtilizationPercentage": 9}}
    hub = V1.to_hub(read(V1, given).value)
    (metric,) = hub["status"]["currentMetrics"]
    assert metric == {"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 9}}}


def test_behavior_is_written_as_the_internal_type() -> None:
    up = {"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "policies": [PERCENT], "tolerance": "100m"}
    hub = sent(V2, spec={**TARGET, "behavior": {"scaleUp": up, "scaleDown": {"policies": [PERCENT]}}})
    old = V1.from_hub(hub)
    policies = '"Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}]'
    assert old["metadata"]["annotations"] == {
        PREFIX + "behavior": f'{{"ScaleUp":{{"StabilizationWindowSeconds":0,"SelectPolicy":"Max",{policies},'
        f'"Tolerance":"100m"}},"ScaleDown":{{"StabilizationWindowSeconds":null,"SelectPolicy":"Max",{policies},'
        '"Tolerance":null}}'
    }
    assert V1.to_hub(old)["spec"]["behavior"] == hub["spec"]["behavior"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("metrics", "no json"),
        ("metrics", '[{"type":1}]'),
        ("behavior", "{}"),
        ("behavior", '{"scaleUp": 1}'),
        ("current-metrics", "null"),
        ("conditions", "[1]"),
    ],
)
def test_annotations_that_cannot_be_read_are_dropped(name: str, text: str) -> None:
    obj = sent(V1, metadata={"name": "one", "annotations": {PREFIX + name: text}}, spec=TARGET)
    assert "annotations" not in obj["metadata"]
    assert obj["spec"]["targetCPUUtilizationPercentage"] == 80


def test_fields_of_annotations_may_be_written_in_any_case() -> None:
    text = '{"scaleup":{"POLICIES":[{"type":"Pods","Value":3,"periodSeconds":20}]}}'
    obj = sent(V1, metadata={"name": "one", "annotations": {PREFIX + "behavior": text}}, spec=TARGET)
    behavior = V1.to_hub(obj)["spec"]["behavior"]
    assert behavior == {"scaleUp": {"policies": [{"type": "Pods", "value": 3, "periodSeconds": 20}]}}


def test_stored_objects_have_the_defaults_of_the_hub() -> None:
    text = '{"ScaleDown":{"SelectPolicy":"Min"}}'
    obj = prepared(V1, metadata={"name": "one", "annotations": {PREFIX + "behavior": text}}, spec=TARGET)
    read = V1.codec.from_storage(V1.codec.to_storage(copy_json(obj)))
    down = V1.to_hub(read)["spec"]["behavior"]["scaleDown"]
    assert down == {"selectPolicy": "Min", "policies": [PERCENT]}


@pytest.mark.parametrize(
    ("metrics", "current", "shown"),
    [
        ([cpu(50)], [], "cpu: <unknown>/50%"),
        (
            [cpu(50)],
            [{"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 7}}}],
            "cpu: 7%/50%",
        ),
        (
            [
                {"type": "Pods", "pods": {"metric": {"name": "m"}, "target": {"averageValue": "3"}}},
                {"type": "External", "external": {"metric": {"name": "m"}, "target": {"averageValue": "4"}}},
                cpu(1),
                cpu(2),
            ],
            [{"type": "Pods", "pods": {"metric": {"name": "m"}, "current": {"averageValue": "1"}}}],
            "1/3, <unknown>/4 (avg) + 2 more...",
        ),
        (
            [
                {"type": "Object", "object": {"target": {"value": "3"}}},
                {"type": "Resource", "resource": {"name": "memory", "target": {"averageValue": "1Gi"}}},
            ],
            [],
            "<unknown>/3, memory: <unknown>/1Gi",
        ),
        (
            [{"type": "Resource", "resource": {"name": "cpu", "target": {}}}, {"type": "Odd"}],
            [],
            "cpu: <unknown>/<auto>, <unknown type>",
        ),
    ],
)
def test_rows(metrics: list[Object], current: list[Object], shown: str) -> None:
    obj = sent(V2, spec={**TARGET, "metrics": metrics}, status={"currentMetrics": current, "currentReplicas": 2})
    assert cells(V2, obj)[1:6] == ["Deployment/web", shown, "1", 5, 2]
    assert cells(V1, V1.from_hub(obj))[1] == "Deployment/web"
