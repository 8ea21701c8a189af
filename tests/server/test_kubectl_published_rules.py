"""Tests of kubectl with documents that contain declared rules: it explains fields by them and validates with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server.kubectl import Kubectl, require_kubectl

pytestmark = pytest.mark.slow

GATE = "DeclarativeValidationExtensionsInOpenAPI=true"


@pytest.fixture(scope="module")
def kubectl(start_server: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kubectl]:
    require_kubectl()
    config = tmp_path_factory.mktemp("kubectl") / "config"
    server = start_server("--memory", "--anonymous", "--kubeconfig", str(config), "--feature-gates", GATE)
    yield Kubectl("kubectl", config)
    server.stop()


def test_fields_are_explained(kubectl: Kubectl) -> None:
    explained = kubectl("explain", "hpa.spec")
    assert "maxReplicas\t<integer> -required-" in explained
    assert "scaleTargetRef\t<CrossVersionObjectReference> -required-" in explained
    assert "kind\t<string> -required-" in kubectl("explain", "hpa.spec.scaleTargetRef")
    assert "ENUM:" in kubectl("explain", "resourceclaim.spec.devices.requests.exactly.allocationMode")


def test_a_type_without_rules_is_explained_alike(kubectl: Kubectl) -> None:
    assert "ownerReferences\t<" in kubectl("explain", "deployment.spec.template.metadata")


def test_objects_are_sent(kubectl: Kubectl) -> None:
    hpa = {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": "web"},
        "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}, "maxReplicas": 3},
    }
    assert "created" in kubectl("create", "-f", "-", manifest=hpa)
    assert "created" in kubectl("create", "deployment", "web", "--image=nginx")
