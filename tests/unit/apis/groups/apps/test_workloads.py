"""Tests of workloads of the group apps: generations, statuses, annotations, warnings and rows."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, cells, columns, kind_named, prepared, sent, updated

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import DecodeError
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

KINDS = {name: kind_named(name) for name in ("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet")}
DEPLOYMENT, DAEMON_SET = KINDS["Deployment"], KINDS["DaemonSet"]
CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)
ALL = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
ROLLBACK, COUNT = "deprecated.deployment.rollback.to", "deprecated.daemonset.template.generation"


def spec(image: str = "web:1", **parts: object) -> Object:
    container = {"name": "web", "image": image}
    template = {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [container, {"name": "side"}]}}
    return {"selector": {"matchLabels": {"app": "web"}}, "template": template, **parts}


def generation(obj: Object) -> int:
    counted: int = obj["metadata"]["generation"]
    return counted


@ALL
def test_generations_count_changes_of_the_spec(kind: Kind) -> None:
    old = prepared(kind, metadata={"name": "one", "generation": 7}, spec=spec(), status={"replicas": 3})
    assert (generation(old), old["status"].get("replicas", 0)) == (1, 0)
    labelled = updated(kind, old, metadata={**old["metadata"], "labels": {"a": "b"}}, status={"observedGeneration": 9})
    assert (generation(labelled), labelled["status"]) == (1, old["status"])
    assert generation(updated(kind, old, spec=spec("web:2"))) == 2
    status = updated(kind, old, "status", spec=spec("web:2"), status={"observedGeneration": 1})
    assert (generation(status), status["spec"], status["status"]["observedGeneration"]) == (1, old["spec"], 1)


@pytest.mark.parametrize(("name", "counted"), [("Deployment", 2), ("ReplicaSet", 1), ("StatefulSet", 1)])
def test_annotations_count_where_others_inherit_them(name: str, counted: int) -> None:
    old = prepared(KINDS[name], spec=spec())
    new = updated(KINDS[name], old, metadata={**old["metadata"], "annotations": {"a": "b"}})
    assert generation(new) == counted


@pytest.mark.parametrize(("name", "kept"), [("Deployment", True), ("ReplicaSet", False)])
def test_labels_of_a_status(name: str, kept: bool) -> None:
    old = prepared(KINDS[name], metadata={"name": "one", "labels": {"a": "1"}}, spec=spec())
    new = updated(KINDS[name], old, "status", metadata={"name": "one", "labels": {"a": "2"}})
    assert (new["metadata"]["labels"] == {"a": "1"}) is kept


@pytest.mark.parametrize(("given", "read"), [("+07", {ROLLBACK: "7"}), ("-1", {ROLLBACK: "-1"}), ("", None)])
def test_a_revision_to_go_back_to(given: str, read: Object | None) -> None:
    metadata = sent(DEPLOYMENT, metadata={"name": "one", "annotations": {ROLLBACK: given}}, spec=spec())["metadata"]
    assert metadata.get("annotations") == read


@pytest.mark.parametrize(
    ("kind", "annotation", "problem"),
    [
        (DAEMON_SET, COUNT, 'strconv.ParseInt: parsing "x": invalid syntax'),
        (
            DEPLOYMENT,
            ROLLBACK,
            f'failed to parse annotation[{ROLLBACK}]=x as int64: strconv.ParseInt: parsing "x": invalid syntax',
        ),
    ],
    ids=["DaemonSet", "Deployment"],
)
def test_annotations_that_are_no_numbers(kind: Kind, annotation: str, problem: str) -> None:
    with pytest.raises(DecodeError) as failed:
        sent(kind, metadata={"name": "one", "annotations": {annotation: "x"}})
    assert failed.value.message == problem


@pytest.mark.parametrize(("given", "counted"), [({}, "1"), ({COUNT: "-3"}, "1"), ({COUNT: "+05"}, "5")])
def test_daemon_sets_count_templates(given: Object, counted: str) -> None:
    old = prepared(DAEMON_SET, metadata={"name": "one", "annotations": given}, spec=spec())
    assert old["metadata"]["annotations"][COUNT] == counted
    same = updated(DAEMON_SET, old, metadata={"name": "one"}, spec=spec(minReadySeconds=3))
    assert (same["metadata"]["annotations"][COUNT], generation(same)) == (counted, 2)
    changed = updated(DAEMON_SET, old, spec=spec("web:2"))
    assert (changed["metadata"]["annotations"][COUNT], generation(changed)) == (str(int(counted) + 1), 2)
    status = updated(DAEMON_SET, old, "status", metadata={"name": "one", "annotations": {COUNT: "9", "a": "b"}})
    assert status["metadata"]["annotations"] == {COUNT: counted, "a": "b"}


ODD = {"template": {"spec": {"containers": [{"name": "web"}], "terminationGracePeriodSeconds": -1}}}
WARNING = (
    "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated "
    "as 1"
)


@ALL
def test_warnings_about_templates(kind: Kind) -> None:
    old = prepared(kind, spec=spec())
    odd = prepared(kind, spec={**spec(), **ODD})
    assert kind.warnings(CREATE, odd, ABSENT) == [WARNING]
    assert kind.warnings(UPDATE, updated(kind, old, spec=odd["spec"]), old) == [WARNING]
    assert kind.warnings(UPDATE, updated(kind, odd, metadata={**odd["metadata"], "labels": {"a": "b"}}), odd) == []
    assert kind.warnings(Operation(Verb.UPDATE, "status"), odd, old) == []


@pytest.mark.parametrize(("name", "warned"), [("Deployment", True), ("ReplicaSet", True), ("DaemonSet", False)])
def test_warnings_about_names(name: str, warned: bool) -> None:
    obj = prepared(KINDS[name], metadata={"name": "a.b"}, spec=spec())
    found = KINDS[name].warnings(CREATE, obj, ABSENT)
    assert [text.endswith("a DNS label is recommended: [must not contain dots]") for text in found] == [True] * warned


def test_names_of_stateful_sets_are_labels() -> None:
    obj = sent(KINDS["StatefulSet"], metadata={"name": "a.b"}, spec=spec())
    errors = map(str, KINDS["StatefulSet"].validate(CREATE, obj, ABSENT))
    assert 'metadata.name: Invalid value: "a.b": must not contain dots' in errors


def test_warnings_about_claims_and_histories() -> None:
    kind = KINDS["StatefulSet"]
    claim = {"metadata": {"name": "data"}, "spec": {"resources": {"requests": {"storage": "100m"}}}}
    obj = prepared(kind, spec=spec(volumeClaimTemplates=[claim], revisionHistoryLimit=-1))
    fraction = 'resources.requests[storage]: fractional byte value "100m" is invalid, must be an integer'
    history = (
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"
    )
    assert kind.warnings(CREATE, obj, ABSENT) == [f"spec.volumeClaimTemplates[0].{fraction}", history]
    assert kind.warnings(UPDATE, obj, obj) == [f"spec.volumeClaimTemplates[0].Spec.{fraction}", history]


PODS = ["web,side", "web:1,", "app=web"]


@pytest.mark.parametrize(
    ("name", "status", "row"),
    [
        ("Deployment", {"readyReplicas": 1, "updatedReplicas": 2, "availableReplicas": 3}, ["1/4", 2, 3, "5m", *PODS]),
        ("ReplicaSet", {"replicas": 3, "readyReplicas": 2}, [4, 3, 2, "5m", *PODS]),
        ("StatefulSet", {"readyReplicas": 2}, ["2/4", "5m", *PODS[:-1]]),
        (
            "DaemonSet",
            {"desiredNumberScheduled": 5, "currentNumberScheduled": 4, "numberReady": 3, "updatedNumberScheduled": 2},
            [5, 4, 3, 2, 0, "<none>", "5m", *PODS],
        ),
    ],
)
def test_rows(name: str, status: Object, row: list[object]) -> None:
    kind = KINDS[name]
    obj = prepared(kind, spec=spec(replicas=4))
    obj["metadata"]["creationTimestamp"] = "2030-01-02T02:59:05Z"
    obj["status"] |= status
    assert cells(kind, obj) == ["one", *row]


@pytest.mark.parametrize(
    ("name", "selector", "shown"),
    [
        ("Deployment", {}, ""),
        ("Deployment", {"matchLabels": {"a": "@"}}, "<invalid>"),
        ("ReplicaSet", {}, "<none>"),
        ("ReplicaSet", {"matchExpressions": [{"key": "a", "operator": "Odd"}]}, "<error>"),
        ("ReplicaSet", {"matchLabels": {"b": "c"}, "matchExpressions": [{"key": "a", "operator": "Exists"}]}, "a,b=c"),
    ],
)
def test_selectors_in_rows(name: str, selector: Object, shown: str) -> None:
    obj = prepared(KINDS[name], spec={**spec(), "selector": selector})
    assert cells(KINDS[name], obj)[columns(KINDS[name]).index("Selector")] == shown


@pytest.mark.parametrize(
    ("owners", "shown"),
    [
        ([], "<none>"),
        ([{"kind": "DaemonSet", "apiVersion": "apps/v1", "name": "d", "uid": "u"}], "<none>"),
        (
            [{"kind": "DaemonSet", "apiVersion": "apps/v1", "name": "d", "uid": "u", "controller": True}],
            "daemonset.apps/d",
        ),
        ([{"kind": "Node", "apiVersion": "v1", "name": "n", "uid": "u", "controller": True}], "node/n"),
    ],
)
def test_rows_of_revisions(owners: list[Object], shown: str) -> None:
    kind = kind_named("ControllerRevision")
    obj = sent(kind, metadata={"name": "one", "ownerReferences": owners}, data={"a": 1}, revision=3)
    assert cells(kind, obj)[1:3] == [shown, 3]
