"""Tests of responses of kinds: warnings of deletions, and annotations outside the metadata."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.rows import CATALOG
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request, ShownAs
from kapivara.storage.memory import MemoryStorage

ROWS = {row.kind: row for row in CATALOG}
POD = {
    "metadata": {"labels": {"a": "b"}},
    "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]},
}
SCALED = {"scaleTargetRef": {"kind": "Deployment", "name": "d", "apiVersion": "apps/v1"}, "maxReplicas": 3}
ROLLBACK = "deprecated.deployment.rollback.to"
METRICS = "autoscaling.alpha.kubernetes.io/metrics"
METRIC = '[{"type":"Pods","pods":{"metricName":"a","targetAverageValue":"3"}}]'


@pytest.fixture
def talk() -> Talk:
    return Talk(Registry(MemoryStorage()))


@pytest.mark.parametrize(
    ("query", "warned"),
    [
        ({}, True),
        ({"propagationPolicy": "Background"}, False),
        ({"orphanDependents": "false"}, False),
    ],
)
@pytest.mark.parametrize("verb", ["delete", "deletecollection"])
def test_jobs_leave_their_pods_behind(talk: Talk, verb: str, query: dict[str, str], warned: bool) -> None:
    jobs = ROWS["Job"].gvr()
    talk("create", jobs, body={"metadata": {"name": "one"}, "spec": {"template": POD}})
    deleted = talk(verb, jobs, "one" if verb == "delete" else "", **query)
    assert deleted.ok
    assert [text.startswith("child pods are preserved by default") for text in deleted.warnings] == [True] * warned
    finalizers = talk("get", jobs, "one").object["metadata"]["finalizers"] if warned else None
    assert finalizers == (["orphan"] if warned else None)


def spec(kind: str) -> dict[str, Any]:
    pods = {
        "selector": {"matchLabels": {"a": "b"}},
        "template": {**POD, "spec": {"containers": POD["spec"]["containers"]}},
    }
    return SCALED if kind == "HorizontalPodAutoscaler" else pods


@pytest.mark.parametrize(
    ("kind", "annotation", "text"),
    [
        ("Deployment", ROLLBACK, "3"),
        ("DaemonSet", "deprecated.daemonset.template.generation", "4"),
        ("HorizontalPodAutoscaler", METRICS, METRIC),
    ],
)
@pytest.mark.parametrize("others", [{}, {"mine": "x"}], ids=["alone", "beside"])
def test_annotations_that_stand_for_fields(
    talk: Talk, kind: str, annotation: str, text: str, others: dict[str, str]
) -> None:
    gvr = ROWS[kind].gvr("v1")
    body = {"metadata": {"name": "one", "annotations": {annotation: text, **others}}, "spec": spec(kind)}
    created = talk("create", gvr, body=body)
    assert created.code == 201, created.status
    assert created.object["metadata"]["annotations"] == {annotation: text, **others}

    def shown(name: str, shown_as: str) -> Any:
        verb = "get" if name else "list"
        return talk.registry.handle(Request(verb, gvr, "default", name, shown_as=ShownAs(shown_as, "v1"))).object

    for metadata in (
        shown("one", "PartialObjectMetadata")["metadata"],
        shown("", "PartialObjectMetadataList")["items"][0]["metadata"],
        shown("one", "Table")["rows"][0]["object"]["metadata"],
    ):
        assert metadata.get("annotations", {}) == others
