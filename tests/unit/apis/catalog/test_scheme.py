"""Tests of bodies of another kind or version than requested."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.rows import CATALOG
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")
DEFINITIONS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
RESOURCES = {row.kind: row.gvr() for row in reversed(CATALOG)}
LEGACY = "pkg/api/legacyscheme/scheme.go:30"
OF_DEFINITIONS = "k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:56"


@pytest.fixture(scope="module")
def talk() -> Talk:
    return Talk(Registry(MemoryStorage()))


def told(talk: Talk, resource: GroupVersionResource, api_version: str, kind: str, **more: Any) -> str:
    refused = talk("create", resource, body={"apiVersion": api_version, "kind": kind, **more})
    assert refused.code == 400
    text: str = refused.status.message
    return text.partition(": ")[2]


@pytest.mark.parametrize(
    ("resource", "api_version", "kind", "pair"),
    [
        (CONFIG_MAPS, "v1", "Pod", "(v1.Pod) to (core.ConfigMap)"),
        (CONFIG_MAPS, "v1", "ConfigMapList", "(v1.ConfigMapList) to (core.ConfigMap)"),
        (CONFIG_MAPS, "apps/v1", "DeleteOptions", "(v1.DeleteOptions) to (core.ConfigMap)"),
        (CONFIG_MAPS, "v1", "List", "(v1.List) to (core.ConfigMap)"),
        (CONFIG_MAPS, "nowhere/v7", "Status", "(v7.Status) to (core.ConfigMap)"),
        (CONFIG_MAPS, "v1", "PodExecOptions", "(v1.PodExecOptions) to (core.ConfigMap)"),
        (CONFIG_MAPS, "extensions/v1beta1", "Ingress", "(v1beta1.Ingress) to (core.ConfigMap)"),
        (RESOURCES["Deployment"], "apps/v1", "StatefulSet", "(v1.StatefulSet) to (apps.Deployment)"),
        (DEFINITIONS, "v1", "Status", "(v1.Status) to (apiextensions.CustomResourceDefinition)"),
    ],
)
def test_other_kinds(talk: Talk, resource: GroupVersionResource, api_version: str, kind: str, pair: str) -> None:
    assert told(talk, resource, api_version, kind, strange=1) == f"converting {pair}: unknown conversion"


def test_scales_of_groups_that_are_gone(talk: Talk) -> None:
    body = {"apiVersion": "extensions/v1beta1", "kind": "Scale", "metadata": {"name": "x"}}
    told = talk("update", RESOURCES["Deployment"], "x", body, sub="scale").status.message
    expected = "does not match the expected API version (autoscaling/v1)"
    assert told == f"the API version in the data (extensions/v1beta1) {expected}"


def test_other_kinds_are_read_first(talk: Talk) -> None:
    text = told(talk, CONFIG_MAPS, "v1", "Pod", spec={"containers": 1})
    assert text == "json: cannot unmarshal number into Go struct field PodSpec.spec.containers of type []v1.Container"


@pytest.mark.parametrize(
    ("resource", "api_version", "kind", "scheme"),
    [
        (CONFIG_MAPS, "v1", "Foo", LEGACY),
        (CONFIG_MAPS, "foo/v1", "ConfigMap", LEGACY),
        (CONFIG_MAPS, "v1", "PodSpec", LEGACY),
        (CONFIG_MAPS, "v1", "PodStatusResult", LEGACY),
        (CONFIG_MAPS, "apps/v1", "Scale", LEGACY),
        (CONFIG_MAPS, "apiextensions.k8s.io/v1", "CustomResourceDefinition", LEGACY),
        (DEFINITIONS, "v1", "Pod", OF_DEFINITIONS),
    ],
)
def test_what_is_not_registered(
    talk: Talk, resource: GroupVersionResource, api_version: str, kind: str, scheme: str
) -> None:
    problem = f'no kind "{kind}" is registered for version "{api_version}" in scheme "{scheme}"'
    assert told(talk, resource, api_version, kind) == problem


@pytest.mark.parametrize(
    ("kind", "api_version", "more"),
    [
        ("CronJob", "batch/v1beta1", {}),
        ("HorizontalPodAutoscaler", "autoscaling/v1", {"spec": {"targetCPUUtilizationPercentage": 3}}),
        ("Ingress", "extensions/v1beta1", {}),
        ("Deployment", "extensions/v1beta1", {}),
        ("Event", "events.k8s.io/v1", {"note": "n"}),
    ],
)
def test_other_versions(talk: Talk, kind: str, api_version: str, more: Any) -> None:
    wanted = RESOURCES[kind]
    body = {"apiVersion": api_version, "kind": kind, "metadata": {"name": "a"}, **more}
    refused = talk("create", wanted, body=body, fieldValidation="Strict")
    versions = f"({api_version}) does not match the expected API version ({wanted.api_version})"
    assert (refused.code, refused.status.message) == (400, f"the API version in the data {versions}")
    strict = talk("create", wanted, body={**body, "strange": 1}, fieldValidation="Strict")
    assert strict.status.message.endswith('strict decoding error: unknown field "strange"')
