"""Tests of the paths of resources: the catalog and CRDs as operations."""

from __future__ import annotations

import pytest

from kapivara.apis.catalog.api_resource import ApiResource, ApiSubresource
from kapivara.apis.catalog.rows import CATALOG
from kapivara.meta import GroupVersionKind
from kapivara.registry.openapi.documents import built_in_paths
from kapivara.registry.openapi.operation import Operation, PathItem
from kapivara.values.record import replace

STORED = ("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")
POD = GroupVersionKind("", "v1", "Pod")
ONE = "/api/v1/namespaces/{namespace}/pods/{name}"


def resource(*subresources: ApiSubresource, **changes: object) -> ApiResource:
    made = ApiResource(POD, "PodList", "pods", "pod", True, STORED, subresources)
    return replace(made, **changes)


def described(api: ApiResource) -> dict[str, PathItem]:
    return {item.path: item for item in built_in_paths(api)}


def operations(api: ApiResource) -> dict[tuple[str, str], Operation]:
    return {(each.method, item.path): each for item in built_in_paths(api) for each in item.operations}


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        (
            {},
            {
                "/api/v1/pods": "get",
                "/api/v1/watch/pods": "get",
                "/api/v1/namespaces/{namespace}/pods": "delete get post",
                "/api/v1/watch/namespaces/{namespace}/pods": "get",
                ONE: "delete get patch put",
                "/api/v1/watch/namespaces/{namespace}/pods/{name}": "get",
            },
        ),
        (
            {"namespaced": False, "verbs": ("get", "list")},
            {"/api/v1/pods": "get", "/api/v1/pods/{name}": "get"},
        ),
        ({"verbs": ("create",)}, {"/api/v1/namespaces/{namespace}/pods": "post"}),
    ],
    ids=["all", "only read", "only created"],
)
def test_verbs_are_methods_at_paths(changes: dict[str, object], paths: dict[str, str]) -> None:
    found = described(resource(**changes))
    assert {path: " ".join(sorted(each.method for each in item.operations)) for path, item in found.items()} == paths


def test_what_only_creates_takes_all_its_parameters_by_the_path() -> None:
    (item,) = built_in_paths(resource(ApiSubresource("binding", ("create",)), verbs=()))
    assert item.own_parameters(item.operations[0]) == []
    common = [each.name for each in item.common_parameters().values()]
    assert common == ["dryRun", "fieldManager", "fieldValidation", "name", "namespace", "pretty"]


def test_a_subresource_may_show_another_kind() -> None:
    scale = GroupVersionKind("autoscaling", "v1", "Scale")
    found = operations(resource(ApiSubresource("scale", ("get", "update"), scale), ApiSubresource("status", ("get",))))
    read, status = found["get", f"{ONE}/scale"], found["get", f"{ONE}/status"]
    assert (read.model.name, read.kind) == ("io.k8s.api.autoscaling.v1.Scale", scale)
    assert (status.model.name, status.kind) == ("io.k8s.api.core.v1.Pod", POD)
    written = found["put", f"{ONE}/scale"].body
    assert written is not None
    assert written.model == read.model


def test_connections_take_the_fields_of_their_options() -> None:
    options = GroupVersionKind("", "v1", "PodExecOptions")
    found = operations(resource(ApiSubresource("exec", ("create", "get"), options, "PodExecOptions")))
    connections = {method: each for (method, path), each in found.items() if path == f"{ONE}/exec"}
    assert sorted(connections) == ["get", "post"]
    connect = connections["post"]
    assert (connect.id, connect.action, connect.kind) == ("connectCoreV1PostNamespacedPodExec", "connect", options)
    assert (connect.consumes, connect.produces, connect.model.name) == (("*/*",), ("*/*",), "string")
    taken = {each.name: each.type for each in connect.parameters if each.place == "query"}
    flags = dict.fromkeys(("stdin", "stdout", "stderr", "tty"), "boolean")
    assert taken == {**flags, "container": "string", "command": "string"}


def test_a_proxy_takes_every_method_on_any_path() -> None:
    options = GroupVersionKind("", "v1", "PodProxyOptions")
    verbs = ("create", "delete", "get", "patch", "update")
    found = operations(resource(ApiSubresource("proxy", verbs, options, "PodProxyOptions")))
    for ending in ("", "/{path}"):
        methods = sorted(method for method, path in found if path == f"{ONE}/proxy{ending}")
        assert methods == ["delete", "get", "head", "options", "patch", "post", "put"]
    assert found["head", f"{ONE}/proxy/{{path}}"].id == "connectCoreV1HeadNamespacedPodProxyWithPath"
    taken = [each.key for each in found["get", f"{ONE}/proxy/{{path}}"].parameters]
    assert sorted(taken) == [("name", "path"), ("namespace", "path"), ("path", "path"), ("path", "query")]


def test_what_is_no_object_has_a_media_type_of_its_own() -> None:
    log = ApiSubresource("log", ("get",), options="PodLogOptions", media_type="text/plain")
    read = operations(resource(log))["get", f"{ONE}/log"]
    assert (read.produces[0], read.model.name, read.kind) == ("text/plain", "string", POD)
    names = {each.name for each in read.parameters}
    assert {"container", "tailLines", "pretty"} < names
    assert "sinceTime" not in names, "times are objects to the server"


@pytest.mark.parametrize("shown", [False, True])
def test_deletions_answer_with_what_the_row_says(shown: bool) -> None:
    delete = operations(resource(returns_deleted=shown))["delete", ONE]
    assert delete.model.name.rpartition(".")[2] == ("Pod" if shown else "Status")
    assert delete.body is not None
    assert not delete.body.required


def test_operations_of_all_kinds_have_names_of_their_own() -> None:
    ids = [
        each.id
        for row in CATALOG
        for version in row.versions
        for item in built_in_paths(row.at(version))
        for each in item.operations
    ]
    assert len(ids) == len(set(ids))
