"""Tests of the APIServices of the server's own groups."""

from __future__ import annotations

from tests.unit.apis.refusals import refused
from tests.unit.apis.steps import kind_named, prepared

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.groups.apiregistration.bootstrap import api_services

SERVICES = {each.obj["metadata"]["name"]: each.obj for each in api_services()}


def test_one_for_each_group_and_version() -> None:
    served = {f"{version}.{row.group}" for row in CATALOG for version in row.versions}
    assert set(SERVICES) == served - {"v1.apiregistration.k8s.io"}


def test_priorities() -> None:
    assert SERVICES["v1."]["spec"] == {"version": "v1", "groupPriorityMinimum": 18000, "versionPriority": 1}
    newer = {"group": "autoscaling", "version": "v2", "groupPriorityMinimum": 17500, "versionPriority": 30}
    assert SERVICES["v2.autoscaling"]["spec"] == newer
    assert SERVICES["v1.autoscaling"]["spec"]["versionPriority"] == 15
    assert SERVICES["v1.apps"]["metadata"]["labels"] == {"kube-aggregator.kubernetes.io/automanaged": "onstart"}


def test_every_one_passes() -> None:
    for each in SERVICES.values():
        assert refused("APIService", **each) == []
        assert prepared(kind_named("APIService"), **each)["status"]["conditions"]
