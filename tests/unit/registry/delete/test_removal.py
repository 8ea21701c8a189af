"""Tests of deletion: finalizers, preconditions, policies, collections, namespaces."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.machinery.kinds.garbage_collection import GarbageCollectionPolicy
from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.delete.removal import begin_grace, wanted_finalizers
from kapivara.registry.requests.options import DeleteOptions

NAMESPACES = GroupVersionResource("", "v1", "namespaces")


@pytest.mark.parametrize(
    ("present", "options", "wanted"),
    [
        pytest.param([], {}, [], id="none"),
        pytest.param(["a"], {}, ["a"], id="own"),
        pytest.param(["a"], {"propagation_policy": "Foreground"}, ["a", "foregroundDeletion"], id="foreground"),
        pytest.param(["a"], {"propagation_policy": "Orphan"}, ["a", "orphan"], id="orphan"),
        pytest.param(["orphan", "a"], {"propagation_policy": "Background"}, ["a"], id="background"),
        pytest.param(["orphan", "a"], {}, ["orphan", "a"], id="kept-in-place"),
        pytest.param([], {"orphan_dependents": True}, ["orphan"], id="old-orphan"),
        pytest.param(["foregroundDeletion"], {"orphan_dependents": False}, [], id="old-not-orphan"),
    ],
)
def test_wanted_finalizers(present, options, wanted):
    obj = {"metadata": {"finalizers": present}}
    assert wanted_finalizers(obj, DeleteOptions(**options), GarbageCollectionPolicy.DELETE_DEPENDENTS) == wanted


@pytest.mark.parametrize(
    ("policy", "present", "options", "wanted"),
    [
        pytest.param("OrphanDependents", [], {}, ["orphan"], id="default"),
        pytest.param("OrphanDependents", [], {"propagation_policy": "Background"}, [], id="asked-otherwise"),
        pytest.param("OrphanDependents", [], {"orphan_dependents": False}, [], id="asked-otherwise-as-of-old"),
        pytest.param("OrphanDependents", ["foregroundDeletion"], {}, ["foregroundDeletion"], id="by-finalizer"),
        pytest.param("Unsupported", ["a"], {"propagation_policy": "Orphan"}, ["a"], id="unsupported"),
    ],
)
def test_the_policy_of_a_kind(policy, present, options, wanted):
    obj = {"metadata": {"finalizers": present}}
    assert wanted_finalizers(obj, DeleteOptions(**options), GarbageCollectionPolicy(policy)) == wanted


def test_gone_at_once(talk, widgets, widget):
    uid = talk("create", widgets, body=widget()).object["metadata"]["uid"]
    outcome = talk("delete", widgets, "one")
    assert outcome.code == 200
    assert outcome.body()["details"] == {"name": "one", "group": "example.com", "kind": "widgets", "uid": uid}
    assert "code" not in outcome.body()
    assert talk("delete", widgets, "one").code == 404


def test_finalizers_hold(talk, widgets, widget):
    talk("create", widgets, body=widget(finalizers=["example.com/a"]))
    held = talk("delete", widgets, "one").object["metadata"]
    assert held["deletionGracePeriodSeconds"] == 0
    assert held["generation"] == 2
    again = talk("delete", widgets, "one").object["metadata"]
    assert again["deletionTimestamp"] == held["deletionTimestamp"]
    assert talk("create", widgets, body=widget()).status.message.startswith("object is being deleted: ")
    dry = talk("patch", widgets, "one", {"metadata": {"finalizers": None}}, media_type=MERGE_PATCH, dryRun="All")
    assert dry.ok
    assert talk("get", widgets, "one").ok
    assert talk("patch", widgets, "one", {"metadata": {"finalizers": None}}, media_type=MERGE_PATCH).ok
    assert talk("get", widgets, "one").code == 404


def test_new_finalizers_come_too_late(talk, widgets, widget):
    talk("create", widgets, body=widget(finalizers=["example.com/a"]))
    talk("delete", widgets, "one")
    patch = {"metadata": {"finalizers": ["example.com/a", "example.com/b"]}}
    outcome = talk("patch", widgets, "one", patch, media_type=MERGE_PATCH)
    assert outcome.status.causes[0].field == "metadata.finalizers"


@pytest.mark.parametrize(
    ("preconditions", "message"),
    [
        ({"uid": "x"}, "the UID in the precondition (x) does not match the UID in record"),
        ({"resourceVersion": "1"}, "the ResourceVersion in the precondition (1) does not match"),
    ],
)
def test_preconditions(talk, widgets, widget, preconditions, message):
    talk("create", widgets, body=widget())
    outcome = talk("delete", widgets, "one", {"kind": "DeleteOptions", "preconditions": preconditions})
    assert outcome.code == 409
    assert message in outcome.status.message
    assert talk("delete", widgets, "one", **preconditions).status == outcome.status
    assert talk("get", widgets, "one").ok


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        pytest.param(
            b"not json", 400, "couldn't get version/kind; json parse error: invalid character 'o'", id="words"
        ),
        pytest.param(b"[]", 400, "cannot unmarshal array into Go value", id="array"),
        pytest.param(
            b'{"apiVersion":"v1","kind":"Pod"}', 400, 'no kind "Pod" is registered for version "v1"', id="pod"
        ),
        pytest.param(
            b'{"apiVersion":"foo/v2","kind":"Status"}',
            400,
            "converting (v1.Status) to (v1.DeleteOptions): unknown conversion",
            id="status",
        ),
        pytest.param(
            b'{"kind":"Table"}', 400, "converting (v1.Table) to (v1.DeleteOptions): unknown conversion", id="table"
        ),
        pytest.param(b'{"apiVersion":"v1","kind":"Table"}', 400, 'no kind "Table" is registered', id="v1-table"),
        pytest.param(b'{"dryRun":["Some"]}', 422, 'Unsupported value: ["Some"]', id="dry-run"),
        pytest.param(b'{"propagationPolicy":"Frob"}', 422, 'Unsupported value: "Frob"', id="policy"),
        pytest.param(b'{"gracePeriodSeconds":"x"}', 400, "cannot unmarshal string into Go struct field", id="type"),
    ],
)
def test_bodies_refused(talk, widgets, widget, body, code, message):
    talk("create", widgets, body=widget())
    outcome = talk("delete", widgets, "one", body)
    assert outcome.code == code
    assert message in outcome.status.message


def test_a_body_hides_the_query(talk, widgets, widget):
    talk("create", widgets, body=widget())
    assert talk("delete", widgets, "one", b"{}", dryRun="All").ok
    assert talk("get", widgets, "one").code == 404


def test_dry_run(talk, widgets, widget):
    talk("create", widgets, body=widget())
    assert talk("delete", widgets, "one", dryRun="All").ok
    assert talk("get", widgets, "one").ok


def test_accepted_where_dependents_go_first(talk, widgets, widget):
    talk("create", widgets, body=widget(finalizers=["example.com/a"]))
    assert talk("delete", widgets, "one", orphanDependents="false").code == 202


def test_collections(talk, widgets, widget):
    for name in ("a", "b", "c"):
        talk("create", widgets, body=widget(name, labels={"keep": "yes"} if name == "b" else {}))
    gone = talk("deletecollection", widgets, labelSelector="!keep")
    assert [item["metadata"]["name"] for item in gone.object["items"]] == ["a", "c"]
    assert [item["metadata"]["name"] for item in talk("list", widgets).object["items"]] == ["b"]


def test_namespaces_wait_to_be_finalized(talk, widgets, widget):
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}
    assert talk("create", NAMESPACES, body=namespace).code == 201
    marked = talk("delete", NAMESPACES, "team").object
    assert marked["status"] == {"phase": "Terminating"}
    outcome = talk("create", widgets, body=widget(), namespace="team")
    assert outcome.code == 403
    assert outcome.status.causes[0].reason == "NamespaceTerminating"
    finalized = {**namespace, "spec": {"finalizers": []}}
    assert talk("update", NAMESPACES, "team", finalized, sub="finalize").ok
    assert talk("get", NAMESPACES, "team").code == 404


def test_some_namespaces_are_for_ever(talk):
    outcome = talk("delete", NAMESPACES, "default")
    assert outcome.status.message == 'namespaces "default" is forbidden: this namespace may not be deleted'


def test_namespaces_must_exist(talk, widgets, widget):
    outcome = talk("create", widgets, body=widget(), namespace="nowhere", dryRun="All")
    assert outcome.status.message == 'namespaces "nowhere" not found'


PODS = GroupVersionResource("", "v1", "pods")
NOW = 1_900_000_000  # 2030-03-17T17:46:40Z


class Graceful:
    """A kind with the requested grace period, or a minute."""

    def grace_seconds(self, _obj: Any, asked: int | None) -> int:
        return 60 if asked is None else asked


def begin(metadata: dict[str, Any], asked: int | None, *, later: int = 0) -> Any:
    grace = begin_grace(
        Graceful(), {"metadata": metadata}, DeleteOptions(grace_period_seconds=asked), lambda: NOW + later
    )  # type: ignore[arg-type]
    return None if grace is None else (grace.obj["metadata"], grace.is_pending)


DELETED = {"generation": 3, "deletionTimestamp": "2030-03-17T17:47:40Z", "deletionGracePeriodSeconds": 60}


@pytest.mark.parametrize(
    ("asked", "deleted"),
    [
        (None, DELETED),
        (5, {"generation": 3, "deletionTimestamp": "2030-03-17T17:46:45Z", "deletionGracePeriodSeconds": 5}),
        (-9, {"generation": 3, "deletionTimestamp": "2030-03-17T17:46:41Z", "deletionGracePeriodSeconds": 1}),
        (2**40, {"generation": 3, "deletionTimestamp": "9999-12-31T23:59:59Z", "deletionGracePeriodSeconds": 2**40}),
    ],
)
def test_the_first_deletion_sets_the_time(asked: int | None, deleted: dict[str, Any]) -> None:
    assert begin({"generation": 2}, asked) == (deleted, False)


@pytest.mark.parametrize(
    ("asked", "later", "left"),
    [
        pytest.param(None, 0, None, id="nothing asked"),
        pytest.param(60, 0, None, id="as long"),
        pytest.param(90, 0, None, id="longer"),
        pytest.param(20, 10, ("2030-03-17T17:47:00Z", 20), id="shorter"),
        pytest.param(5, 30, ("2030-03-17T17:47:10Z", 1), id="past already"),
        pytest.param(0, 30, ("2030-03-17T17:47:10Z", 0), id="none at all"),
    ],
)
def test_later_ones_can_only_shorten_it(asked: int | None, later: int, left: tuple[str, int] | None) -> None:
    metadata, is_pending = begin(DELETED, asked, later=later)
    assert is_pending == (left is None)
    moment, seconds = left or (DELETED["deletionTimestamp"], 60)
    assert metadata == {"generation": 3, "deletionTimestamp": moment, "deletionGracePeriodSeconds": seconds}


def test_an_object_whose_time_is_up_goes() -> None:
    assert begin({"deletionTimestamp": "2030-03-17T17:46:40Z", "deletionGracePeriodSeconds": 0}, None) is None


def test_deletions_of_pods(talk: Any) -> None:
    spec = {"containers": [{"name": "c", "image": "x"}]}
    talk("create", PODS, body={"metadata": {"name": "loose"}, "spec": spec})
    gone = talk("delete", PODS, "loose").object
    assert (gone["metadata"]["deletionGracePeriodSeconds"], gone["metadata"]["generation"]) == (0, 2)
    assert talk("get", PODS, "loose").code == 404

    talk("create", PODS, body={"metadata": {"name": "placed"}, "spec": {**spec, "nodeName": "n"}})
    tried = talk("delete", PODS, "placed", gracePeriodSeconds="5", dryRun="All").object
    assert tried["metadata"]["deletionGracePeriodSeconds"] == 5
    assert "deletionTimestamp" not in talk("get", PODS, "placed").object["metadata"]
    for asked, left in (("9", 9), ("20", 9), ("4", 4)):
        assert (
            talk("delete", PODS, "placed", gracePeriodSeconds=asked).object["metadata"]["deletionGracePeriodSeconds"]
            == left
        )
    assert talk("delete", PODS, "placed", gracePeriodSeconds="0").ok
    assert talk("get", PODS, "placed").code == 404


def test_finalizers_hold_what_has_no_time_left(talk: Any) -> None:
    metadata = {"name": "held", "finalizers": ["a.b/c"]}
    talk("create", PODS, body={"metadata": metadata, "spec": {"containers": [{"name": "c", "image": "x"}]}})
    assert talk("delete", PODS, "held").object["metadata"]["deletionGracePeriodSeconds"] == 0
    assert talk("get", PODS, "held").object["metadata"]["generation"] == 2
