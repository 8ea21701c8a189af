"""Tests of the names of operations."""

from __future__ import annotations

import pytest

from kapivara.registry.openapi.operation_names import describe_operation, operation_id, operation_tag


@pytest.mark.parametrize(
    ("operation", "path", "name", "tag"),
    [
        ("getAPIVersions", "/api/", "getCoreAPIVersions", "core"),
        ("getAPIVersions", "/apis/", "getAPIVersions", "apis"),
        ("getAPIGroup", "/apis/apps/", "getAppsAPIGroup", "apps"),
        ("getAPIResources", "/apis/storage.k8s.io/v1/", "getStorageV1APIResources", "storage_v1"),
        ("getCodeVersion", "/version/", "getCodeVersion", "version"),
        ("getX", "/.well-known/openid-configuration/", "getX", "WellKnown"),
        ("listPodForAllNamespaces", "/api/v1/pods", "listCoreV1PodForAllNamespaces", "core_v1"),
        (
            "deletecollectionNamespacedRole",
            "/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/roles",
            "deleteRbacAuthorizationV1CollectionNamespacedRole",
            "rbacAuthorization_v1",
        ),
        (
            "replaceNode",
            "/apis/a-b.example.com/v1beta1/nodes/{name}",
            "replaceABExampleComV1beta1Node",
            "aBExampleCom_v1beta1",
        ),
        ("readThing", "/apis/9lives.example.com/v1/things/{name}", "readLivesExampleComV1Thing", "LivesExampleCom_v1"),
    ],
)
def test_ids_and_tags(operation: str, path: str, name: str, tag: str) -> None:
    assert (operation_id(operation, path), operation_tag(path)) == (name, tag)


@pytest.mark.parametrize(
    ("operation", "kind", "subresource", "text"),
    [
        ("list", "Pod", "", "list objects of kind Pod"),
        ("create", "Widget", "", "create a Widget"),
        ("create", "Apple", "", "create an Apple"),
        ("create", "Shoes", "", "create Shoes"),
        ("delete", "Class", "", "delete a Class"),
        ("create", "Pod", "binding", "create binding of a Pod"),
        ("deletecollection", "Pod", "", "delete collection of Pod"),
        ("patch", "Pod", "status", "partially update status of the specified Pod"),
        ("read", "Pod", "", "read the specified Pod"),
        ("connect", "Pod", "exec", "connect to exec of the specified Pod"),
    ],
)
def test_descriptions_mind_the_article(operation: str, kind: str, subresource: str, text: str) -> None:
    assert describe_operation(operation, kind, subresource) == text
