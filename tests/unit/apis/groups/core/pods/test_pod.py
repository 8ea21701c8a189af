"""Tests of pods: defaults, and changes by subresource."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import APPLY_PATCH, JSON_PATCH, MERGE_PATCH
from kapivara.values import JsonObject

PODS = GroupVersionResource("", "v1", "pods")
MERGE, JSON_PATCHES = {"media_type": MERGE_PATCH}, {"media_type": JSON_PATCH}


def pod(name: str = "one", spec: Any = None, **metadata: Any) -> JsonObject:
    """Returns a pod with one container."""
    spec = {"containers": [{"name": "c", "image": "x:1"}], **(spec or {})}
    return {"metadata": {"name": name, **metadata}, "spec": spec}


def created(talk: Talk, body: JsonObject) -> JsonObject:
    """Returns a pod as a dry run creates it."""
    outcome = talk("create", PODS, body=body, dryRun="All")
    assert outcome.ok, outcome.status
    return outcome.object


def stored(talk: Talk, name: str, spec: Any = None, **metadata: Any) -> JsonObject:
    """Returns a created pod."""
    outcome = talk("create", PODS, body=pod(name, spec, **metadata))
    assert outcome.ok, outcome.status
    return outcome.object


def test_a_new_pod_is_pending(talk: Talk) -> None:
    new = created(talk, pod() | {"status": {"phase": "Running", "message": "mine"}})
    assert new["status"] == {"phase": "Pending", "qosClass": "BestEffort"}
    assert new["metadata"]["generation"] == 1


def test_gates_are_told_in_a_condition(talk: Talk) -> None:
    (condition,) = created(talk, pod(spec={"schedulingGates": [{"name": "g"}]}))["status"]["conditions"]
    assert condition.pop("lastTransitionTime")
    assert condition == {
        "type": "PodScheduled",
        "status": "False",
        "lastProbeTime": None,
        "reason": "SchedulingGated",
        "message": "Scheduling is blocked due to non-empty scheduling gates",
    }


def test_label_keys_become_part_of_selectors(talk: Talk) -> None:
    required = "requiredDuringSchedulingIgnoredDuringExecution"
    term = {"topologyKey": "k", "labelSelector": {}, "matchLabelKeys": ["a", "none"], "mismatchLabelKeys": ["b"]}
    spread = {"maxSkew": 1, "topologyKey": "k", "whenUnsatisfiable": "DoNotSchedule", "matchLabelKeys": ["a"]}
    spec = {
        "affinity": {"podAffinity": {required: [term]}},
        "topologySpreadConstraints": [{**spread, "labelSelector": {"matchLabels": {"c": "3"}}}],
    }
    new = created(talk, pod(spec=spec, labels={"a": "1", "b": "2"}))["spec"]
    same = {"key": "a", "operator": "In", "values": ["1"]}
    other = {"key": "b", "operator": "NotIn", "values": ["2"]}
    assert new["affinity"]["podAffinity"][required][0]["labelSelector"] == {"matchExpressions": [same, other]}
    (constraint,) = new["topologySpreadConstraints"]
    assert constraint["labelSelector"] == {"matchLabels": {"c": "3"}, "matchExpressions": [same]}


@pytest.mark.parametrize(
    ("body", "warnings"),
    [
        pytest.param(pod("one"), (), id="nothing odd"),
        pytest.param(
            pod("a.b"),
            (
                "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS "
                "label is recommended: [must not contain dots]",
            ),
            id="name",
        ),
        pytest.param(
            pod("one", annotations={"container.apparmor.security.beta.kubernetes.io/c": "unconfined"}),
            (
                "metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use "
                'the "appArmorProfile" field instead',
            ),
            id="early",
        ),
    ],
)
def test_warnings(talk: Talk, body: JsonObject, warnings: tuple[str, ...]) -> None:
    assert talk("create", PODS, body=body, dryRun="All").warnings == warnings


def test_updates_count_what_changes(talk: Talk) -> None:
    old = stored(talk, "counted", {"resources": {"limits": {"cpu": "1"}}})
    labelled = talk("patch", PODS, "counted", {"metadata": {"labels": {"a": "b"}}}, **MERGE).object
    assert labelled["metadata"]["generation"] == 1
    without = {"metadata": {"labels": None}, "spec": {"activeDeadlineSeconds": 5, "resources": None}}
    new = talk("patch", PODS, "counted", without | {"status": {"phase": "Failed"}}, **MERGE).object
    assert new["metadata"]["generation"] == 2
    assert new["spec"]["resources"] == old["spec"]["resources"]
    assert new["status"] == old["status"]


def test_a_status_keeps_what_old_clients_leave_out(talk: Talk) -> None:
    stored(talk, "reported", ownerReferences=[{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}])
    first = {
        "phase": "Running",
        "observedGeneration": 1,
        "conditions": [{"type": "Ready", "status": "True", "observedGeneration": 1}],
        "podIPs": [{"ip": "::0"}],
        "volumeHealth": [{"name": "v"}],
    }
    noted = talk("patch", PODS, "reported", {"status": first}, sub="status", **MERGE)
    assert noted.warnings == ('status.podIPs[0].ip: IPv6 address "::0" should be in RFC 5952 canonical format ("::")',)
    assert "volumeHealth" not in noted.object["status"]
    second = {"qosClass": None, "observedGeneration": None, "conditions": [{"type": "Ready", "status": "False"}]}
    body = {"metadata": {"ownerReferences": None, "labels": {"a": "b"}}, "spec": {"hostname": "h"}, "status": second}
    new = talk("patch", PODS, "reported", body, sub="status", **MERGE).object
    assert (new["status"]["qosClass"], new["status"]["observedGeneration"]) == ("BestEffort", 1)
    assert new["status"]["conditions"][0]["observedGeneration"] == 1
    assert new["metadata"]["ownerReferences"]
    assert new["metadata"]["labels"] == {"a": "b"}
    assert "hostname" not in new["spec"]


def test_containers_are_added_by_their_own_way(talk: Talk) -> None:
    stored(talk, "debugged")
    added = {"spec": {"ephemeralContainers": [{"name": "e", "image": "y:1"}], "hostname": "h"}}
    new = talk(
        "patch", PODS, "debugged", added | {"metadata": {"labels": {"a": "b"}}}, sub="ephemeralcontainers", **MERGE
    )
    assert new.object["spec"]["ephemeralContainers"][0]["terminationMessagePolicy"] == "File"
    assert "hostname" not in new.object["spec"]
    assert "labels" not in new.object["metadata"]
    assert new.object["metadata"]["generation"] == 2


def test_who_sends_a_field_by_way_of_a_part_manages_it(talk: Talk) -> None:
    stored(talk, "managed")
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "managed"}, "spec": {"hostname": "h"}}
    new = talk("patch", PODS, "managed", body, sub="resize", media_type=APPLY_PATCH, fieldManager="m").object
    assert "hostname" not in new["spec"]
    (own,) = (each for each in new["metadata"]["managedFields"] if each["manager"] == "m")
    assert own["fieldsV1"] == {"f:spec": {"f:hostname": {}}}


def test_nobody_manages_what_is_empty_and_not_printed(talk: Talk) -> None:
    new = stored(talk, "empty", {"containers": [{"name": "c", "image": "x:1", "ports": [], "env": []}], "volumes": []})
    (own,) = new["metadata"]["managedFields"]
    assert "f:volumes" not in own["fieldsV1"]["f:spec"]
    assert not {"f:ports", "f:env"} & own["fieldsV1"]["f:spec"]["f:containers"]['k:{"name":"c"}'].keys()


@pytest.mark.parametrize(
    ("port", "told"),
    [
        pytest.param(2**32 + 80, None, id="high bits are lost"),
        pytest.param(3_000_000_000, "Invalid value: -1294967296", id="so is the sign"),
        pytest.param(1.5, "cannot convert float64 to int32", id="a fraction"),
    ],
)
def test_numbers_that_are_applied(talk: Talk, port: float, told: str | None) -> None:
    body = {"apiVersion": "v1", "kind": "Pod", **pod("numbers")}
    body["spec"]["containers"][0]["ports"] = [{"containerPort": port}]
    new = talk("patch", PODS, "numbers", body, media_type=APPLY_PATCH, fieldManager="m", dryRun="All")
    if told is None:
        assert new.object["spec"]["containers"][0]["ports"][0]["containerPort"] == 80
    else:
        assert told in new.status.message


def test_a_running_pod_is_resized_by_its_own_way(talk: Talk) -> None:
    stored(talk, "resized", {"resources": {"requests": {"cpu": "3"}}})
    limits = {"op": "add", "path": "/spec/containers/0/resources", "value": {"requests": {"cpu": "2"}}}
    image = {"op": "replace", "path": "/spec/containers/0/image", "value": "other:1"}
    own = {"op": "remove", "path": "/spec/resources"}
    new = talk("patch", PODS, "resized", [limits, image, own], sub="resize", **JSON_PATCHES).object
    assert new["spec"]["containers"][0]["resources"] == {"requests": {"cpu": "2"}}
    assert new["spec"]["containers"][0]["image"] == "x:1"
    assert new["spec"]["resources"] == {"requests": {"cpu": "3"}}
    assert new["metadata"]["generation"] == 2


@pytest.mark.parametrize(
    ("spec", "phase", "asked", "seconds"),
    [
        pytest.param({}, "Running", 5, 0, id="on no node"),
        pytest.param({"nodeName": "n"}, "Succeeded", 5, 0, id="over"),
        pytest.param({"nodeName": "n"}, "Running", None, 30, id="its own"),
        pytest.param({"nodeName": "n", "terminationGracePeriodSeconds": -5}, "Running", None, 1, id="negative"),
        pytest.param({"nodeName": "n"}, "Running", 5, 5, id="asked for"),
    ],
)
def test_grace(talk: Talk, spec: JsonObject, phase: str, asked: int | None, seconds: int) -> None:
    kind = talk.registry.kind(PODS)
    obj = created(talk, pod(spec=spec)) | {"status": {"phase": phase}}
    assert kind.grace_seconds(obj, asked) == seconds


def test_what_selectors_may_ask(talk: Talk) -> None:
    stored(talk, "selected", {"nodeName": "n1", "hostNetwork": True, "serviceAccountName": "s"})
    found = talk("list", PODS, fieldSelector="spec.nodeName=n1,spec.hostNetwork=true,status.phase=Pending")
    assert [each["metadata"]["name"] for each in found.object["items"]] == ["selected"]
    assert talk("list", PODS, fieldSelector="spec.hostname=x").code == 400
    assert len(talk("list", PODS, fieldSelector="spec.host=n1,status.podIPs=").object["items"]) == 1
