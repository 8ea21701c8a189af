"""Tests of controllers with real kubectls: the deletion of namespaces, and of dependents by propagation policy."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.kubectl import Kubectl, Manifest, find_programs, require_kubectl

pytestmark = pytest.mark.slow

HANGS = 60


@pytest.fixture(
    scope="module",
    params=[*find_programs()[-1:], *find_programs()[:-1][:1]] or [None],
    ids=lambda program: Path(program).name if program else "none",
)
def kubectl(
    request: pytest.FixtureRequest, start_server: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Kubectl]:
    """The newest kubectl and the oldest, with a server each."""
    require_kubectl(request.param)
    config = tmp_path_factory.mktemp("kubectl") / "config"
    server = start_server("--memory", "--kubeconfig", str(config))
    yield Kubectl(request.param, config)
    server.stop()


def config_map(name: str, namespace: str, owner: Manifest | None = None, **metadata: Any) -> Manifest:
    if owner is not None:
        named = {"name": owner["metadata"]["name"], "uid": owner["metadata"]["uid"], "blockOwnerDeletion": True}
        metadata["ownerReferences"] = [{"apiVersion": "v1", "kind": "ConfigMap", **named}]
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": namespace, **metadata}}


def names(kubectl: Kubectl, namespace: str) -> list[str]:
    found = kubectl("get", "configmaps", "-n", namespace, "-o", "name").split()
    return [name for each in found if (name := each.removeprefix("configmap/")) != "kube-root-ca.crt"]


def eventually(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + HANGS
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def test_a_namespace_is_deleted_with_all_that_is_in_it(kubectl: Kubectl) -> None:
    kubectl("create", "namespace", "zoo")
    kubectl("create", "configmap", "one", "-n", "zoo")
    kubectl("run", "web", "--image", "i", "-n", "zoo")
    kubectl("create", "deployment", "web", "--image", "i", "-n", "zoo")
    assert kubectl("delete", "namespace", "zoo", "--wait", "--timeout=60s") == 'namespace "zoo" deleted\n'
    assert "not found" in kubectl.refused("get", "namespace", "zoo")
    kubectl("create", "namespace", "zoo")
    assert names(kubectl, "zoo") == []
    kubectl("delete", "namespace", "zoo")


def test_a_namespace_waits_for_finalizers_and_says_so(kubectl: Kubectl) -> None:
    kubectl("create", "namespace", "held")
    kubectl("create", "-f", "-", manifest=config_map("one", "held", finalizers=["example.com/hold"]))
    kubectl("delete", "namespace", "held", "--wait=false")
    condition = "--for=condition=NamespaceFinalizersRemaining"
    kubectl("wait", "namespace/held", condition, "--timeout=60s")
    assert "SomeFinalizersRemain" in kubectl("describe", "namespace", "held")
    kubectl("patch", "configmap", "one", "-n", "held", "--type=merge", "-p", '{"metadata":{"finalizers":null}}')
    kubectl("wait", "namespace/held", "--for=delete", "--timeout=60s")


@pytest.mark.parametrize(
    ("cascade", "left"), [("background", []), ("foreground", []), ("orphan", ["child", "grandchild"])]
)
def test_dependents_go_as_a_deletion_asks_for(kubectl: Kubectl, cascade: str, left: list[str]) -> None:
    namespace = f"family-{cascade}"
    kubectl("create", "namespace", namespace)
    owner: Manifest | None = None
    for name in ("owner", "child", "grandchild"):
        made = config_map(name, namespace, owner)
        owner = json.loads(kubectl("create", "-f", "-", "-o", "json", manifest=made))
    kubectl("delete", "configmap", "owner", "-n", namespace, f"--cascade={cascade}", "--timeout=60s")
    eventually(lambda: names(kubectl, namespace) == left)
    if left:
        child = json.loads(kubectl("get", "configmap", "child", "-n", namespace, "-o", "json"))
        assert "ownerReferences" not in child["metadata"]
    kubectl("delete", "namespace", namespace, "--timeout=60s")


def test_namespaces_have_an_account_and_the_certificate_that_clients_trust(kubectl: Kubectl) -> None:
    kubectl("create", "namespace", "furnished")
    eventually(lambda: not kubectl.run("get", "serviceaccount", "default", "-n", "furnished").returncode)
    eventually(lambda: not kubectl.run("get", "configmap", "kube-root-ca.crt", "-n", "furnished").returncode)
    path = "jsonpath={.data.ca\\.crt}"
    assert "BEGIN CERTIFICATE" in kubectl("get", "configmap", "kube-root-ca.crt", "-n", "furnished", "-o", path)
    kubectl("delete", "namespace", "furnished", "--timeout=60s")


def test_a_definition_takes_its_objects_along(kubectl: Kubectl) -> None:
    schema = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
    spec = {
        "group": "example.com",
        "names": {"plural": "widgets", "kind": "Widget"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
    }
    metadata = {"name": "widgets.example.com"}
    made = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": metadata}
    kubectl("create", "-f", "-", manifest={**made, "spec": spec})
    widget = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "one"}}
    kubectl("create", "-f", "-", manifest=widget)
    kubectl("delete", "crd", "widgets.example.com", "--timeout=60s")
    kubectl("create", "-f", "-", manifest={**made, "spec": spec})
    assert kubectl("get", "widgets", "-o", "name") == ""
