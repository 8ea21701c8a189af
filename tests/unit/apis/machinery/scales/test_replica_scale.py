"""Tests of the Scale of built-in kinds: reads, writes and managers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import Object, kind_named, sent
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.scale_paths import SCALE
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request, ShownAs
from kapivara.storage.memory import MemoryStorage

KIND = kind_named("ReplicaSet")
GVR = KIND.gvr


@pytest.fixture
def talk() -> Talk:
    talk = Talk(Registry(MemoryStorage()))
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
    spec = {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "template": template}
    body = {"metadata": {"name": "one"}, "spec": spec}
    assert talk("create", GVR, body=body, fieldManager="maker").ok
    return talk


def scale(replicas: int | None = None, **metadata: str) -> Object:
    spec = {} if replicas is None else {"replicas": replicas}
    return {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "one", **metadata}, "spec": spec}


def managers(talk: Talk) -> dict[str, Any]:
    """Returns the managers of replicas, each with its operation."""
    entries = talk("get", GVR, "one").object["metadata"]["managedFields"]
    named = {each["manager"]: each for each in entries if "f:replicas" in each["fieldsV1"].get("f:spec", {})}
    return {name: (each["operation"], each.get("subresource", "")) for name, each in named.items()}


def test_what_it_shows(talk: Talk) -> None:
    shown = talk("get", GVR, "one", sub="scale").object
    assert (shown["kind"], shown["apiVersion"], shown["spec"]) == ("Scale", "autoscaling/v1", {"replicas": 2})
    assert shown["status"] == {"replicas": 0, "selector": "a=b"}
    assert shown["metadata"].keys() == {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}


def test_a_table(talk: Talk) -> None:
    request = Request("get", GVR, "default", "one", "scale", shown_as=ShownAs("Table", "v1"))
    table = talk.registry.handle(request).object
    assert [each["name"] for each in table["columnDefinitions"]] == ["Name", "Desired", "Available", "Age"]
    assert table["rows"][0]["cells"][:3] == ["one", 2, 0]


@pytest.mark.parametrize(("replicas", "spec"), [(5, {"replicas": 5}), (None, {})])
def test_changing_it(talk: Talk, replicas: int | None, spec: Object) -> None:
    changed = talk("update", GVR, "one", scale(replicas), sub="scale", fieldManager="scaler")
    assert (changed.code, changed.object["spec"]) == (200, spec)
    obj = talk("get", GVR, "one").object
    assert (obj["spec"]["replicas"], obj["metadata"]["generation"]) == (replicas or 0, 2)
    assert managers(talk) == ({"scaler": ("Update", "scale")} if replicas else {})


def test_patching_it(talk: Talk) -> None:
    patched = talk("patch", GVR, "one", {"spec": {"replicas": 7}}, sub="scale", media_type=MERGE_PATCH)
    assert patched.object["spec"] == {"replicas": 7}
    refused = talk("patch", GVR, "one", {"spec": {"replicas": "x"}}, sub="scale", media_type=MERGE_PATCH)
    assert refused.code == 422
    assert '\\"subresource\\":\\"scale\\"' in refused.status.message


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        (
            scale(-1),
            422,
            'Scale.autoscaling "one" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        ),
        (scale(3, name="two"), 400, "the name of the object (two) does not match the name on the URL (one)"),
        (
            scale(3, resourceVersion="1"),
            409,
            'Operation cannot be fulfilled on replicasets.apps "one": the object has been modified; please apply your '
            "changes to the latest version and try again",
        ),
        (
            {**scale(3), "apiVersion": "apps/v1"},
            400,
            'Scale in version "v1" cannot be handled as a Scale: no kind "Scale" is registered for version "apps/v1" '
            'in scheme "pkg/api/legacyscheme/scheme.go:30"',
        ),
        (
            {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "one"}},
            400,
            'Deployment in version "v1" cannot be handled as a Scale: converting (v1.Deployment) to '
            "(autoscaling.Scale): unknown conversion",
        ),
    ],
    ids=["negative", "name", "version", "group", "kind"],
)
def test_refusals(talk: Talk, body: Object, code: int, message: str) -> None:
    refused = talk("update", GVR, "one", body, sub="scale")
    assert (refused.code, refused.status.message) == (code, message)


def test_the_scale_of_another_object(talk: Talk) -> None:
    refused = talk("patch", GVR, "one", {"metadata": {"uid": "1"}}, sub="scale", media_type=MERGE_PATCH)
    uid = talk("get", GVR, "one").object["metadata"]["uid"]
    assert (refused.code, refused.status.message) == (
        409,
        'Operation cannot be fulfilled on replicasets/scale.apps "one": Precondition failed: UID in precondition: 1, '
        f"UID in object meta: {uid}",
    )


def test_applying_it(talk: Talk) -> None:
    conflict = talk("patch", GVR, "one", scale(4), sub="scale", media_type=APPLY_PATCH, fieldManager="applier")
    assert (conflict.code, conflict.status.message) == (
        409,
        'Apply failed with 1 conflict: conflict with "maker" using autoscaling/v1: .spec.replicas',
    )
    options = {"media_type": APPLY_PATCH, "fieldManager": "applier", "force": "true"}
    applied = talk("patch", GVR, "one", scale(4), sub="scale", **options)
    assert (applied.code, applied.object["spec"]) == (200, {"replicas": 4})
    assert managers(talk) == {"applier": ("Apply", "scale")}
    assert talk("patch", GVR, "one", scale(4), sub="scale", **options).ok
    assert talk("patch", GVR, "none", scale(4, name="none"), sub="scale", **options).code == 404


def test_a_selector_that_cannot_be_shown() -> None:
    obj = sent(KIND, spec={"selector": {"matchLabels": {"a": "@"}}})
    with pytest.raises(Exception, match="a valid label must be"):
        KIND.subresources["scale"].show(obj)


def test_the_kind_that_is_shown() -> None:
    way = KIND.subresources["scale"]
    assert (way.shown_kind.gvk, way.go_package) == (SCALE, "autoscaling")
    assert KIND.subresources["status"].shown_kind is KIND
