"""Tests of access with a real kubectl: the written kubeconfig, identity and rights, and missing objects."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.kubectl import Kubectl, find_programs, require_kubectl

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=find_programs() or [None], ids=lambda each: Path(each).name if each else "none")
def kubectl(
    request: pytest.FixtureRequest, start_server: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Kubectl]:
    """A kubectl with the kubeconfig that a server writes by default."""
    require_kubectl(request.param)
    config = tmp_path_factory.mktemp("kubectl") / "config"
    server = start_server("--kubeconfig", str(config))
    yield Kubectl(request.param, config)
    server.stop()


def test_what_cluster_it_is(kubectl: Kubectl) -> None:
    told = kubectl("cluster-info")
    assert "Kubernetes control plane" in told
    assert "https://127.0.0.1:" in told
    assert json.loads(kubectl("get", "--raw", "/version"))["minor"] == "37"
    assert kubectl("get", "--raw", "/readyz?verbose").endswith("readyz check passed\n")
    assert "apiserver_request_total" in kubectl("get", "--raw", "/metrics")


def test_who_one_is_and_what_one_may(kubectl: Kubectl) -> None:
    assert kubectl("auth", "can-i", "delete", "pods", "-A") == "yes\n"
    stranger = kubectl.run("auth", "can-i", "delete", "pods", "--as", "jane")
    assert (stranger.returncode, stranger.stdout) == (1, "no\n")
    assert "*.*" in kubectl("auth", "can-i", "--list")
    whoami = kubectl.run("auth", "whoami", "-o", "json")
    if not whoami.returncode:  # older ones have it elsewhere
        assert json.loads(whoami.stdout)["status"]["userInfo"]["username"] == "admin"


def test_metrics_of_pods_are_missing_as_in_a_cluster_without_them(kubectl: Kubectl) -> None:
    for what in ("pods", "nodes"):
        assert kubectl.refused("top", what) == "error: Metrics API not available\n"


def test_events_and_descriptions(kubectl: Kubectl) -> None:
    assert "Status:       Active" in kubectl("describe", "namespace", "default")
    event = {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": "e", "namespace": "default"},
        "involvedObject": {"apiVersion": "v1", "kind": "Pod", "name": "web", "namespace": "default"},
        "reason": "Started",
        "type": "Normal",
    }
    kubectl("create", "-f", "-", manifest=event)
    assert "Started" in kubectl("events", "--for", "pod/web")
