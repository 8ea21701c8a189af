"""Tests of the deletion of namespaces: emptied, reported in conditions, and removed."""

import pytest
from tests.unit.controllers.conftest import CONFIG_MAPS, NAMESPACES, SERVICE_ACCOUNTS, Cluster

from kapivara.meta import GroupVersionResource

PODS = GroupVersionResource("", "v1", "pods")


@pytest.fixture
def cluster(storage):
    cluster = Cluster(storage, "namespace-controller")
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    return cluster


def delete(cluster):
    assert cluster("delete", NAMESPACES, "zoo").object["status"]["phase"] == "Terminating"
    cluster.run_until_idle()


def told(cluster):
    namespace = cluster("get", NAMESPACES, "zoo").object
    return {
        each["type"]: (each["status"], each["reason"], each["message"]) for each in namespace["status"]["conditions"]
    }


def test_an_empty_namespace_goes(cluster):
    delete(cluster)
    assert cluster("get", NAMESPACES, "zoo").code == 404


def test_all_that_is_in_it_goes_first(cluster):
    [widgets] = cluster.define()
    for resource in (CONFIG_MAPS, SERVICE_ACCOUNTS, widgets):
        cluster.make("one", resource=resource, namespace="zoo")
        cluster.make("one", resource=resource)
    delete(cluster)
    assert cluster("get", NAMESPACES, "zoo").code == 404
    for resource in (CONFIG_MAPS, SERVICE_ACCOUNTS, widgets):
        assert cluster.names(resource, "zoo") == []
        assert cluster.names(resource) == ["one"]


def test_what_finalizers_hold_is_waited_for_and_told(cluster):
    cluster.make("one", namespace="zoo", finalizers=["example.com/hold"])
    cluster.make("two", namespace="zoo", finalizers=["example.com/hold", "example.com/keep"])
    delete(cluster)
    assert told(cluster) == {
        "NamespaceDeletionDiscoveryFailure": ("False", "ResourcesDiscovered", "All resources successfully discovered"),
        "NamespaceDeletionGroupVersionParsingFailure": (
            "False",
            "ParsedGroupVersions",
            "All legacy kube types successfully parsed",
        ),
        "NamespaceDeletionContentFailure": (
            "False",
            "ContentDeleted",
            "All content successfully deleted, may be waiting on finalization",
        ),
        "NamespaceContentRemaining": (
            "True",
            "SomeResourcesRemain",
            "Some resources are remaining: configmaps. has 2 resource instances",
        ),
        "NamespaceFinalizersRemaining": (
            "True",
            "SomeFinalizersRemain",
            "Some content in the namespace has finalizers remaining: "
            "example.com/hold in 2 resource instances, example.com/keep in 1 resource instances",
        ),
    }
    for name in ("one", "two"):
        cluster.change(name, {"metadata": {"finalizers": None}}, namespace="zoo")
    cluster.run_until_idle()
    assert cluster("get", NAMESPACES, "zoo").code == 404


def pod(name, **spec):
    spec = {"containers": [{"name": "c", "image": "i"}], **spec}
    return {"metadata": {"name": name}, "spec": spec}


def test_pods_go_before_all_others(cluster):
    assert cluster("create", PODS, body=pod("bound", nodeName="n"), namespace="zoo").ok
    cluster.make("one", namespace="zoo")
    delete(cluster)
    assert cluster.names(PODS, "zoo") == ["bound"]
    assert cluster.names(namespace="zoo") == ["one"]
    assert told(cluster)["NamespaceContentRemaining"][0] == "False"  # it is not checked before pods are gone
    assert cluster("delete", PODS, "bound", namespace="zoo", gracePeriodSeconds="0").ok
    cluster.run_until_idle()
    assert cluster("get", NAMESPACES, "zoo").code == 404


def test_other_finalizers_of_the_namespace_stay(storage):
    cluster = Cluster(storage, "namespace-controller")
    body = {"metadata": {"name": "zoo"}, "spec": {"finalizers": ["example.com/mine"]}}
    assert cluster("create", NAMESPACES, body=body).ok
    delete(cluster)
    assert cluster("get", NAMESPACES, "zoo").object["spec"]["finalizers"] == ["example.com/mine"]


def test_a_deletion_that_was_left_over_is_found_at_the_start(storage):
    before = Cluster(storage, "-*")
    assert before("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    before.make("one", namespace="zoo")
    delete(before)
    assert before("get", NAMESPACES, "zoo").ok
    after = Cluster(storage, "namespace-controller")
    after.run_until_idle()
    assert after("get", NAMESPACES, "zoo").code == 404


def test_it_goes_with_all_controllers_running(storage):
    cluster = Cluster(storage)
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    owner = cluster.make("owner", namespace="zoo")
    cluster.make("child", owner, namespace="zoo", block=True)
    cluster.run_until_idle()
    assert cluster("delete", NAMESPACES, "zoo", propagationPolicy="Foreground").ok
    cluster.run_until_idle()
    assert cluster("get", NAMESPACES, "zoo").code == 404
    assert cluster("list", SERVICE_ACCOUNTS, namespace="zoo").object["items"] == []


def test_a_latecomer_is_removed_with_its_place(cluster, storage):
    cluster.make("one")
    cluster.run_until_idle()
    late = storage.get("/registry/configmaps/default/one").value.replace(
        b'"namespace":"default"', b'"namespace":"gone"'
    )
    storage.create("/registry/configmaps/gone/one", late)
    cluster.controllers._controllers[0].plan("gone")
    cluster.run_until_idle()
    assert cluster.names(namespace="gone") == []


def test_thousands_of_objects_go_page_by_page(cluster, monkeypatch):
    monkeypatch.setattr("kapivara.controllers.objects._PAGE", 10)
    for number in range(35):
        cluster.make(f"c{number}", namespace="zoo")
    delete(cluster)
    assert cluster("get", NAMESPACES, "zoo").code == 404
