"""Tests of garbage collection: deleted, blocking and remaining dependents."""

import pytest
from tests.unit.controllers.conftest import CLUSTER_ROLES, CONFIG_MAPS, NAMESPACES, Cluster, refer

KIND = "garbage-collector-controller"


@pytest.fixture
def cluster(storage):
    return Cluster(storage, KIND)


@pytest.fixture
def owner(cluster):
    return cluster.make("owner")


def delete(cluster, name="owner", policy="Background", resource=CONFIG_MAPS):
    outcome = cluster("delete", resource, name, propagationPolicy=policy)
    assert outcome.ok, outcome.status
    cluster.run_until_idle()


def test_dependents_go_after_their_owner_in_the_background(cluster, owner):
    child = cluster.make("child", owner)
    cluster.make("grandchild", child)
    cluster.make("stranger")
    cluster.run_until_idle()
    assert cluster.names() == ["child", "grandchild", "owner", "stranger"]
    delete(cluster)
    assert cluster.names() == ["stranger"]


def test_an_object_with_another_owner_forgets_the_one_that_is_gone(cluster, owner):
    other = cluster.make("other")
    cluster.make("child", owner, other)
    delete(cluster)
    child = cluster("get", CONFIG_MAPS, "child").object
    assert child["metadata"]["ownerReferences"] == [refer(other)]


def test_dependents_that_stay_forget_their_owner(cluster, owner):
    cluster.make("child", owner)
    delete(cluster, policy="Orphan")
    assert cluster.names() == ["child"]
    assert "ownerReferences" not in cluster("get", CONFIG_MAPS, "child").object["metadata"]


def test_an_owner_goes_last_in_the_foreground(cluster, owner):
    cluster.make("child", owner, block=True, finalizers=["example.com/hold"])
    delete(cluster, policy="Foreground")
    assert cluster.names() == ["child", "owner"]
    held = cluster("get", CONFIG_MAPS, "owner").object["metadata"]
    assert held["finalizers"] == ["foregroundDeletion"]
    assert held["deletionTimestamp"]
    assert cluster("get", CONFIG_MAPS, "child").object["metadata"]["deletionTimestamp"]
    cluster.change("child", {"metadata": {"finalizers": None}})
    cluster.run_until_idle()
    assert cluster.names() == []


def test_dependents_that_do_not_block_are_not_waited_for(cluster, owner):
    cluster.make("child", owner, finalizers=["example.com/hold"])
    delete(cluster, policy="Foreground")
    assert cluster.names() == ["child"]


def test_a_dependent_that_blocks_no_longer_lets_its_owner_go(cluster, owner):
    cluster.make("child", owner, block=True, finalizers=["example.com/hold"])
    delete(cluster, policy="Foreground")
    assert cluster.names() == ["child", "owner"]
    cluster.change("child", {"metadata": {"ownerReferences": [refer(owner, blockOwnerDeletion=False)]}})
    cluster.run_until_idle()
    assert cluster.names() == ["child"]


def test_whole_families_go_in_the_foreground(cluster, owner):
    child = cluster.make("child", owner, block=True)
    cluster.make("grandchild", child, block=True)
    delete(cluster, policy="Foreground")
    assert cluster.names() == []


def test_owners_that_own_each_other_go_all_the_same(cluster, owner):
    child = cluster.make("child", owner, block=True)
    cluster.change("owner", {"metadata": {"ownerReferences": [refer(child, block=True)]}})
    delete(cluster, policy="Foreground")
    assert cluster.names() == []


@pytest.mark.parametrize(
    "changes",
    [{"uid": "11111111-1111-1111-1111-111111111111"}, {"name": "nobody"}, {"kind": "Secret"}],
    ids=["another uid", "another name", "another kind"],
)
def test_who_names_an_owner_that_is_not_there_goes(cluster, owner, changes):
    cluster.make("sound", owner)
    child = {"metadata": {"name": "child", "ownerReferences": [refer(owner, **changes)]}}
    assert cluster("create", CONFIG_MAPS, body=child).ok
    cluster.run_until_idle()
    assert cluster.names() == ["owner", "sound"]


def test_an_owner_in_another_namespace_is_none(cluster, owner):
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "other"}}).ok
    cluster.make("child", owner, namespace="other")
    cluster.run_until_idle()
    assert cluster.names(namespace="other") == []


def test_owners_outside_of_all_namespaces_own_objects_anywhere(cluster):
    role = cluster.make("owner", resource=CLUSTER_ROLES)
    cluster.make("child", role)
    cluster.make("child", role, resource=CLUSTER_ROLES)
    cluster.run_until_idle()
    assert cluster.names() == ["child"]
    delete(cluster, resource=CLUSTER_ROLES)
    assert cluster.names() == []
    assert cluster("get", CLUSTER_ROLES, "child").code == 404


def test_an_owner_in_a_namespace_of_an_object_outside_is_left_alone(cluster, owner):
    cluster.make("child", owner, resource=CLUSTER_ROLES)
    cluster.run_until_idle()
    delete(cluster)
    assert cluster("get", CLUSTER_ROLES, "child").ok


def test_whether_an_owner_of_an_unknown_kind_exists_nobody_can_tell(cluster, owner):
    reference = refer(owner, apiVersion="example.com/v1", kind="Widget")
    assert cluster("create", CONFIG_MAPS, body={"metadata": {"name": "child", "ownerReferences": [reference]}}).ok
    cluster.run_until_idle()
    assert cluster.names() == ["child", "owner"]


def test_custom_resources_own_and_are_owned(cluster, owner):
    [widgets] = cluster.define()
    widget = cluster.make("widget", owner, resource=widgets)
    cluster.make("child", widget)
    delete(cluster)
    assert cluster.names(widgets) == cluster.names() == []


def test_what_was_left_over_is_found_at_the_start(storage):
    before = Cluster(storage, "-*")
    before.make("child", before.make("owner"))
    assert before("delete", CONFIG_MAPS, "owner").ok
    held = before.make("held")
    before.make("orphan", held)
    assert before("delete", CONFIG_MAPS, "held", propagationPolicy="Orphan").ok
    before.run_until_idle()
    assert before.names() == ["child", "held", "orphan"]
    after = Cluster(storage, KIND)
    after.run_until_idle()
    assert after.names() == ["orphan"]


def test_several_servers_do_it_together(storage):
    one, other = Cluster(storage, KIND), Cluster(storage, KIND)
    owner = one.make("owner")
    for number in range(20):
        other.make(f"child-{number}", owner, block=True)
    one.run_until_idle()
    assert other("delete", CONFIG_MAPS, "owner", propagationPolicy="Foreground").ok
    for _ in range(3):
        one.run_until_idle()
        other.run_until_idle()
    assert one.names() == []


def test_events_are_never_collected(cluster, owner):
    events = CONFIG_MAPS.__class__("", "v1", "events")
    event = {"involvedObject": {"namespace": "default"}, "metadata": {"name": "e", "ownerReferences": [refer(owner)]}}
    assert cluster("create", events, body=event).ok
    delete(cluster)
    assert cluster.names(events) == ["e"]
