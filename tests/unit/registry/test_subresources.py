"""Tests of status and scale: views of one object, with rules of their own."""

import pytest
from tests.unit.apis.alone import kind_of

from kapivara.apis.catalog.rows import NAMESPACES
from kapivara.apis.catalog.scale_paths import ScalePaths
from kapivara.apis.machinery.scales.custom_scale import Scale
from kapivara.meta.media_types import MERGE_PATCH

SCALE = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas"}


@pytest.fixture
def scaled(talk, make_version):
    return talk.define(versions=[make_version("v1", subresources={"status": {}, "scale": SCALE})])[0]


def test_create_cannot_set_the_status(talk, scaled, widget):
    body = {**widget(), "status": {"phase": "Old", "replicas": 3}}
    assert "status" not in talk("create", scaled, body=body).object


def test_status_is_all_that_status_changes(talk, scaled, widget):
    created = talk("create", scaled, body=widget()).object
    sent = {**created, "spec": {"size": 99}, "status": {"phase": "Up"}}
    sent["metadata"] = {**created["metadata"], "labels": {"a": "b"}}
    stored = talk("update", scaled, "one", sent, sub="status").object
    assert stored["spec"] == {"size": 3}
    assert stored["status"] == {"phase": "Up"}
    assert "labels" not in stored["metadata"]
    assert stored["metadata"]["generation"] == 1
    plain = talk("patch", scaled, "one", {"status": {"phase": "Down"}}, media_type=MERGE_PATCH).object
    assert plain["status"] == {"phase": "Up"}


def test_status_is_judged_by_its_own_schema(talk, scaled, widget):
    talk("create", scaled, body=widget())
    outcome = talk("patch", scaled, "one", {"status": {"phase": 5}}, media_type=MERGE_PATCH, sub="status")
    assert [cause.field for cause in outcome.status.causes] == ["status.phase"]


def test_scale_shows_and_takes_replicas(talk, scaled, widget):
    talk("create", scaled, body=widget(spec={"size": 2}))
    shown = talk("get", scaled, "one", sub="scale").object
    assert shown["kind"] == "Scale"
    assert shown["spec"] == {"replicas": 2}
    assert shown["status"] == {"replicas": 0}
    shown["spec"]["replicas"] = 5
    assert talk("update", scaled, "one", shown, sub="scale").object["spec"] == {"replicas": 5}
    assert talk("get", scaled, "one").object["spec"]["size"] == 5
    assert talk("update", scaled, "one", shown, sub="scale").status.reason == "Conflict"
    zero = talk("patch", scaled, "one", {"spec": {"replicas": 0}}, media_type=MERGE_PATCH, sub="scale").object
    assert zero["spec"] == {}


@pytest.mark.parametrize(
    ("patch", "code", "message"),
    [
        ({"spec": {"replicas": -1}}, 422, ".spec.size: Invalid value: -1: should be a non-negative integer"),
        ({"spec": {"replicas": "x"}}, 422, "cannot unmarshal string into Go struct field ScaleSpec.spec.replicas"),
        ({"metadata": {"name": "two"}}, 400, "does not match the name on the URL"),
    ],
)
def test_scale_refuses(talk, scaled, widget, patch, code, message):
    talk("create", scaled, body=widget())
    outcome = talk("patch", scaled, "one", patch, media_type=MERGE_PATCH, sub="scale")
    assert outcome.code == code
    assert message in outcome.status.message


def test_what_is_no_scale_is_refused_in_one_sentence(talk, scaled, widget):
    talk("create", scaled, body=widget())
    for body in (b"nonsense", b'{"kind":"Widget"}', b'{"spec":{"replicas":1.5}}'):
        outcome = talk("update", scaled, "one", body, sub="scale")
        assert outcome.code == 400
        assert outcome.status.message.startswith("no kind is registered for the type v1.Scale in scheme")


def test_scale_of_an_object_without_replicas():
    view = Scale(kind_of(NAMESPACES), ["get"], ScalePaths(".spec.deep.n", ".status.n", ".status.selector"), {})
    obj = {"metadata": {"name": "a"}, "status": {"n": 2, "selector": "x=y"}}
    shown = view.show(obj, reading=False)
    assert shown["spec"]["replicas"] == -(2**31)
    assert view.answer(obj)["spec"] == {}
    assert view.answer(obj)["status"] == {"replicas": 2, "selector": "x=y"}
    put = view.put({"spec": {"replicas": 4}, "metadata": {"resourceVersion": "7"}}, obj)
    assert put["spec"] == {"deep": {"n": 4}}
    assert put["metadata"]["resourceVersion"] == "7"
    assert "spec" not in obj


def test_only_some_verbs(talk, scaled, widget):
    talk("create", scaled, body=widget())
    assert talk("delete", scaled, "one", sub="status").status.reason == "MethodNotAllowed"
    assert talk("get", scaled, "one", sub="frob").code == 404
