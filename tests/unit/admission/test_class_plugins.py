"""Tests of the plugins that set fields from classes, and of finalizers and taints of new objects."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api


def create(api: Api, api_version: str, kind: str, name: str, /, **body: Any) -> Any:
    metadata = {"name": name, **body.pop("metadata", {})}
    outcome = api.create({"apiVersion": api_version, "kind": kind, "metadata": metadata, **body})
    assert outcome.object is not None, outcome.status
    return outcome.object


def claim(api: Api, name: str, **spec: Any) -> Any:
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, **spec}
    return create(api, "v1", "PersistentVolumeClaim", name, spec=spec)


def pod(api: Api, name: str, **spec: Any) -> Any:
    return create(api, "v1", "Pod", name, spec={"containers": [{"name": "main", "image": "app:1"}], **spec})


def test_storage_is_protected() -> None:
    assert claim(Api(), "one")["metadata"]["finalizers"] == ["kubernetes.io/pvc-protection"]


def test_new_nodes_are_tainted() -> None:
    taint = {"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"}
    assert create(Api(), "v1", "Node", "one")["spec"]["taints"] == [taint]
    assert create(Api(), "v1", "Node", "one", spec={"taints": [taint]})["spec"]["taints"] == [taint]


def test_claims_take_the_default_class() -> None:
    api = Api()
    assert "storageClassName" not in claim(api, "before")["spec"]
    for name, default in (("a", "false"), ("c", "true"), ("b", "true")):
        metadata = {"annotations": {"storageclass.kubernetes.io/is-default-class": default}}
        create(api, "storage.k8s.io/v1", "StorageClass", name, provisioner="example.com/p", metadata=metadata)
    assert claim(api, "one")["spec"]["storageClassName"] in ("b", "c")  # the newest, or the first by name
    assert claim(api, "two", storageClassName="")["spec"]["storageClassName"] == ""


def test_ingresses_take_the_default_class() -> None:
    api = Api()
    metadata = {"annotations": {"ingressclass.kubernetes.io/is-default-class": "true"}}
    create(
        api, "networking.k8s.io/v1", "IngressClass", "usual", spec={"controller": "example.com/c"}, metadata=metadata
    )
    spec = {"defaultBackend": {"service": {"name": "a", "port": {"number": 80}}}}
    made = create(api, "networking.k8s.io/v1", "Ingress", "one", spec=spec)
    assert made["spec"]["ingressClassName"] == "usual"
    metadata = {"annotations": {"kubernetes.io/ingress.class": "old"}}
    assert (
        "ingressClassName"
        not in create(api, "networking.k8s.io/v1", "Ingress", "two", spec=spec, metadata=metadata)["spec"]
    )


@pytest.fixture
def runtimes() -> Api:
    api = Api()
    toleration = {"key": "sandbox", "operator": "Exists"}
    create(
        api,
        "node.k8s.io/v1",
        "RuntimeClass",
        "sandboxed",
        handler="sandbox",
        overhead={"podFixed": {"cpu": "100m"}},
        scheduling={"nodeSelector": {"kind": "sandbox"}, "tolerations": [toleration]},
    )
    return api


def test_pods_take_what_their_runtime_class_says(runtimes: Api) -> None:
    spec = pod(runtimes, "one", runtimeClassName="sandboxed", nodeSelector={"disk": "fast"})["spec"]
    assert spec["overhead"] == {"cpu": "100m"}
    assert spec["nodeSelector"] == {"disk": "fast", "kind": "sandbox"}
    assert {"key": "sandbox", "operator": "Exists"} in spec["tolerations"]


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        pytest.param({"runtimeClassName": "none"}, 'pod rejected: RuntimeClass "none" not found', id="no class"),
        pytest.param(
            {"runtimeClassName": "sandboxed", "overhead": {"cpu": "1"}},
            "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
            id="another overhead",
        ),
        pytest.param(
            {"overhead": {"cpu": "1"}},
            "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
            id="overhead without class",
        ),
        pytest.param(
            {"runtimeClassName": "sandboxed", "nodeSelector": {"kind": "metal"}},
            "conflict: runtimeClass.scheduling.nodeSelector[kind] = sandbox; pod.spec.nodeSelector[kind] = metal",
            id="another node",
        ),
    ],
)
def test_pods_that_do_not_fit_their_runtime_class(runtimes: Api, spec: dict[str, Any], problem: str) -> None:
    containers = [{"name": "main", "image": "app:1"}]
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one"}, "spec": {"containers": containers, **spec}}
    status = runtimes.create(body).status
    assert status is not None
    assert (status.code, status.message) == (403, f'pods "one" is forbidden: {problem}')


def grown(api: Api, name: str, size: str, **spec: Any) -> Any:
    """Creates a bound claim and requests another size."""
    bound = claim(api, name, **spec)
    bound["status"] = {"phase": "Bound", "capacity": {"storage": "1Gi"}}
    outcome = api.update(bound, subresource="status")
    assert outcome.object is not None, outcome.status
    wanted = outcome.object
    wanted["spec"]["resources"]["requests"]["storage"] = size
    return api.update(wanted)


@pytest.mark.parametrize(
    ("storage_class", "size", "code"),
    [
        pytest.param("elastic", "2Gi", 200, id="may grow"),
        pytest.param("rigid", "2Gi", 403, id="may not grow"),
        pytest.param("none", "2Gi", 403, id="no such class"),
        pytest.param("", "2Gi", 403, id="no class"),
        pytest.param("rigid", "1024Mi", 200, id="the same size"),
    ],
)
def test_claims_grow_where_their_class_lets_them(storage_class: str, size: str, code: int) -> None:
    api = Api()
    for name in ("elastic", "rigid"):
        expands = name == "elastic"
        create(
            api, "storage.k8s.io/v1", "StorageClass", name, provisioner="example.com/p", allowVolumeExpansion=expands
        )
    assert grown(api, "one", size, storageClassName=storage_class, volumeName="disk").code == code


def test_claims_that_are_not_bound_do_not_grow() -> None:
    api = Api()
    wanted = claim(api, "one", storageClassName="any")
    wanted["spec"]["resources"]["requests"]["storage"] = "2Gi"
    status = api.update(wanted).status
    assert status is not None
    assert status.code in (403, 422)  # rules of claims come first
