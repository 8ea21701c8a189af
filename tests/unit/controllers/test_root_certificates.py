"""Tests of the ConfigMap with the certificate in each namespace."""

import pytest
from tests.unit.controllers.conftest import CONFIG_MAPS, NAMESPACES, Cluster

NAME, PEM = "kube-root-ca.crt", "-----BEGIN CERTIFICATE-----\n"


@pytest.fixture
def cluster(storage):
    cluster = Cluster(storage, "root-ca-certificate-publisher-controller", authority=PEM)
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    cluster.run_until_idle()
    return cluster


def published(cluster, namespace="zoo"):
    return cluster("get", CONFIG_MAPS, NAME, namespace=namespace).object


def test_it_is_published_in_every_namespace(cluster):
    for namespace in ("default", "kube-system", "zoo"):
        found = published(cluster, namespace)
        assert found["data"] == {"ca.crt": PEM}
        assert "kubernetes.io/description" in found["metadata"]["annotations"]
        assert {each["manager"] for each in found["metadata"]["managedFields"]} == {"kube-controller-manager"}


@pytest.mark.parametrize(
    "patch",
    [{"data": {"ca.crt": "no"}}, {"data": {"more": "x"}}, {"metadata": {"annotations": None}}],
    ids=["another", "more", "no annotation"],
)
def test_what_is_changed_is_put_right(cluster, patch):
    cluster.change(NAME, patch, namespace="zoo")
    cluster.run_until_idle()
    assert published(cluster)["data"] == {"ca.crt": PEM}
    assert published(cluster)["metadata"]["annotations"]


def test_other_annotations_stay_and_are_no_reason_to_write(cluster):
    changed = cluster.change(NAME, {"metadata": {"annotations": {"mine": "1"}}}, namespace="zoo")
    cluster.run_until_idle()
    assert published(cluster) == changed


def test_what_is_deleted_comes_back(cluster):
    assert cluster("delete", CONFIG_MAPS, NAME, namespace="zoo").ok
    cluster.run_until_idle()
    assert published(cluster)["data"] == {"ca.crt": PEM}


def test_none_is_published_in_a_namespace_that_goes(cluster):
    assert cluster("delete", NAMESPACES, "zoo").ok
    assert cluster("delete", CONFIG_MAPS, NAME, namespace="zoo").ok
    cluster.run_until_idle()
    assert cluster("get", CONFIG_MAPS, NAME, namespace="zoo").code == 404
