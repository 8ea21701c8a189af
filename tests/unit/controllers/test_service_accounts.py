"""Tests of the service account of each namespace."""

from tests.unit.controllers.conftest import NAMESPACES, SERVICE_ACCOUNTS, Cluster


def accounts(cluster, namespace):
    return [each["metadata"]["name"] for each in cluster("list", SERVICE_ACCOUNTS, namespace=namespace).object["items"]]


def test_every_namespace_gets_one_and_gets_it_back(storage):
    cluster = Cluster(storage, "serviceaccount-controller")
    assert accounts(cluster, "default") == []
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    cluster.run_until_idle()
    for namespace in ("default", "kube-system", "kube-public", "kube-node-lease", "zoo"):
        assert accounts(cluster, namespace) == ["default"]
    made = cluster("get", SERVICE_ACCOUNTS, "default", namespace="zoo").object["metadata"]
    assert made["name"] == "default"
    assert cluster("delete", SERVICE_ACCOUNTS, "default", namespace="zoo").ok
    cluster.run_until_idle()
    assert cluster("get", SERVICE_ACCOUNTS, "default", namespace="zoo").object["metadata"]["uid"] != made["uid"]


def test_none_is_made_in_a_namespace_that_goes(storage):
    cluster = Cluster(storage, "serviceaccount-controller")
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    assert cluster("delete", NAMESPACES, "zoo").ok
    cluster.run_until_idle()
    assert accounts(cluster, "zoo") == []


def test_others_accounts_are_left_alone(storage):
    cluster = Cluster(storage, "serviceaccount-controller")
    cluster.make("mine", resource=SERVICE_ACCOUNTS)
    cluster.run_until_idle()
    assert cluster("delete", SERVICE_ACCOUNTS, "mine").ok
    cluster.run_until_idle()
    assert accounts(cluster, "default") == ["default"]
