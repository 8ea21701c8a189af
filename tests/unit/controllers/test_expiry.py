"""Tests of the expiry of events and of leases of API servers."""

import time

from tests.unit.controllers.conftest import Cluster

from kapivara.meta import GroupVersionResource

EVENTS = GroupVersionResource("", "v1", "events")
NEW_EVENTS = GroupVersionResource("events.k8s.io", "v1", "events")
GRACE = 120
"""An etcd deletes events by leases, a little later; the controller deletes those without a lease."""
LEASES = GroupVersionResource("coordination.k8s.io", "v1", "leases")


def make_event(cluster, name, **metadata):
    body = {"metadata": {"name": name, **metadata}, "involvedObject": {"namespace": "default"}}
    assert cluster("create", EVENTS, body=body).ok


def test_events_go_an_hour_after_they_were_last_written(storage):
    cluster = Cluster(storage, "event-ttl")
    make_event(cluster, "old", finalizers=["example.com/hold"])
    make_event(cluster, "renewed")
    cluster.run_until_idle()
    cluster.ahead = 1800
    cluster.change("renewed", {"count": 2}, EVENTS)
    cluster.run_until_idle()
    assert cluster.names(EVENTS) == ["old", "renewed"]
    cluster.ahead = 3700 + GRACE
    cluster.run_until_idle()
    assert cluster.names(EVENTS) == cluster.names(NEW_EVENTS) == ["renewed"]
    cluster.ahead = 5600
    cluster.run_until_idle()
    assert cluster.names(EVENTS) == []


def test_events_of_an_earlier_run_keep_their_time(storage):
    make_event(Cluster(storage, "-*"), "old")
    cluster = Cluster(storage, "event-ttl")
    cluster.ahead = 3000
    cluster.run_until_idle()
    cluster.ahead = 3700 + GRACE
    cluster.run_until_idle()
    assert cluster.names(EVENTS) == []


def test_the_time_of_events_may_be_another(storage):
    cluster = Cluster(storage, "event-ttl", event_seconds=10)
    make_event(cluster, "old")
    cluster.run_until_idle()
    cluster.ahead = 11 + GRACE
    cluster.run_until_idle()
    assert cluster.names(EVENTS) == []


def make_lease(cluster, name, label="kube-apiserver", **spec):
    body = {"metadata": {"name": name, "labels": {"apiserver.kubernetes.io/identity": label}}, "spec": spec}
    outcome = cluster("create", LEASES, body=body, namespace="kube-system")
    assert outcome.ok, outcome.status


def test_leases_of_servers_that_are_gone_go(storage):
    cluster = Cluster(storage, "kube-apiserver-identity-lease-garbage-collector")
    old = {"renewTime": "2020-01-01T00:00:00.000000Z", "leaseDurationSeconds": 3600, "holderIdentity": "h"}
    make_lease(cluster, "over", **old)
    make_lease(cluster, "endless")
    make_lease(cluster, "other", label="other", **old)
    make_lease(cluster, "alive", **{**old, "renewTime": time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime())})
    cluster.run_until_idle()
    assert cluster.names(LEASES, "kube-system") == ["alive", "other"]
    cluster.ahead = 3700 + GRACE
    cluster.run_until_idle()
    assert cluster.names(LEASES, "kube-system") == ["other"]
