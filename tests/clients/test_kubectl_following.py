"""Tests of every kubectl on the machine with commands that follow a status, which the test writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.clients.conftest import website
from tests.server.kubectl import Kubectl, find_programs, require_kubectl

from kapivara import Api

pytestmark = pytest.mark.slow
WEB = ("apps/v1", "Deployment", "web")
LABELS = {"app": "web"}
DEPLOYMENT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "web", "labels": LABELS},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": LABELS},
        "template": {"metadata": {"labels": LABELS}, "spec": {"containers": [{"name": "web", "image": "web:1"}]}},
    },
}


@pytest.fixture(params=find_programs() or [None], ids=lambda program: Path(program).name if program else "none")
def kubectl(request: pytest.FixtureRequest, kubeconfig: Path, tmp_path: Path) -> Kubectl:
    """A kubectl of one version with the kubeconfig of a test server."""
    require_kubectl(request.param)
    config = tmp_path / "config"  # with a cache of its own
    config.write_bytes(kubeconfig.read_bytes())
    return Kubectl(request.param, config)


def tell(api: Api, **status: Any) -> None:
    """Reports the progress of the Deployment, as a controller would."""
    api.patch(*WEB, {"status": status}, subresource="status").raise_for_status()


def test_watching(kubectl: Kubectl, websites: Api) -> None:
    with kubectl.start("get", "websites", "-w", "--no-headers", "--output-watch-events") as watching:
        assert watching.stdout is not None
        websites.create(website("home")).raise_for_status()
        assert watching.stdout.readline().split() == ["ADDED", "home", "Home"]
        page = {"status": {"page": "home-page"}}
        websites.patch("example.com/v1", "Website", "home", page, subresource="status").raise_for_status()
        assert watching.stdout.readline().split() == ["MODIFIED", "home", "Home", "home-page"]
        websites.delete("example.com/v1", "Website", "home").raise_for_status()
        assert watching.stdout.readline().split()[:2] == ["DELETED", "home"]


def test_waiting_for_a_condition(kubectl: Kubectl, kapivara_api: Api) -> None:
    kapivara_api.create(DEPLOYMENT).raise_for_status()
    with kubectl.start("wait", "deployment/web", "--for=condition=Available", "--timeout=50s") as waiting:
        condition = {"type": "Available", "status": "True"}
        tell(kapivara_api, conditions=[condition], observedGeneration=1)
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "deployment.apps/web condition met\n"
        assert waiting.wait(60) == 0


def test_following_a_rollout(kubectl: Kubectl, kapivara_api: Api) -> None:
    kapivara_api.create(DEPLOYMENT).raise_for_status()
    with kubectl.start("rollout", "status", "deployment/web") as following:
        assert following.stdout is not None
        assert "Waiting for deployment spec update to be observed" in following.stdout.readline()
        tell(kapivara_api, observedGeneration=1, replicas=2, updatedReplicas=1)
        assert "1 out of 2 new replicas have been updated" in following.stdout.readline()
        tell(kapivara_api, updatedReplicas=2, availableReplicas=1, readyReplicas=1)
        assert "1 of 2 updated replicas are available" in following.stdout.readline()
        tell(kapivara_api, availableReplicas=2, readyReplicas=2)
        assert following.stdout.readline() == 'deployment "web" successfully rolled out\n'
        assert following.wait(60) == 0


def test_describing_with_events(kubectl: Kubectl, kapivara_api: Api) -> None:
    uid = kapivara_api.create(DEPLOYMENT).raise_for_status().object["metadata"]["uid"]
    event = {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": "web.1", "namespace": "default"},
        "involvedObject": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": uid}
        | {"namespace": "default"},
        "reason": "ScalingReplicaSet",
        "message": "Scaled up to 2",
        "type": "Normal",
        "source": {"component": "a-test"},
        "firstTimestamp": "2024-01-01T00:00:00Z",
        "lastTimestamp": "2024-01-01T00:00:00Z",
        "count": 1,
    }
    kapivara_api.create(event).raise_for_status()
    described = kubectl("describe", "deployment", "web")
    assert "Replicas:               2 desired" in described
    assert "Scaled up to 2" in described.partition("Events:")[2]
    assert "ScalingReplicaSet" in kubectl("events", "--for=deployment/web")
    assert "Scaled up to 2" in kubectl("get", "events")
