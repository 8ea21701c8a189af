"""Tests of strategic merge patches through the registry: their results and errors."""

from __future__ import annotations

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import APPLY_PATCH, STRATEGIC_MERGE_PATCH

MAPS = GroupVersionResource("", "v1", "configmaps")
QUOTED = ' "" is invalid: patch: Invalid value: '


@pytest.fixture
def patch(talk):
    body = {"metadata": {"name": "one", "finalizers": ["e.org/a"]}, "data": {"a": "1"}}
    talk("create", MAPS, body=body)

    def send(body, **query):
        return talk("patch", MAPS, "one", body, media_type=STRATEGIC_MERGE_PATCH, **query)

    return send


def test_a_patch_is_merged_and_stored(patch, talk):
    change = {"metadata": {"finalizers": ["e.org/b"]}, "data": {"b": "2"}, "kind": "Other", "apiVersion": "x/v1"}
    made = patch(change)
    assert made.code == 200, made.status
    assert (made.object["kind"], made.object["apiVersion"]) == ("ConfigMap", "v1"), "what it is stays"
    assert made.object["data"] == {"a": "1", "b": "2"}
    assert talk("get", MAPS, "one").object["metadata"]["finalizers"] == ["e.org/b", "e.org/a"]


@pytest.mark.parametrize("body", [{}, b"null"])
def test_nothing_is_changed(patch, talk, body):
    before = talk("get", MAPS, "one").object
    assert patch(body).object == before


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        (b"{", 400, "invalid JSON patch"),
        (b"[]", 400, "json: cannot unmarshal array into Go value of type map[string]interface {}"),
        ({"data": {"$retainKeys": 1}}, 400, "invalid patch format of retainKeys"),
        ({"metadata": {"finalizers": [[]]}}, 500, "list element types are not identical: [[e.org/a] [[]]]"),
        ({"data": {"a": 1}}, 422, QUOTED + '"map[data:map[a:1]]": cannot convert int64 to string'),
        ({"$patch": "replace"}, 400, "name must be provided"),
    ],
)
def test_refused(patch, body, code, message):
    refused = patch(body)
    assert (refused.code, message in refused.status.message) == (code, True), refused.status.message


@pytest.mark.parametrize("validation", ["Ignore", "Warn", "Strict"])
def test_numbers_beyond_every_float(patch, validation):
    refused = patch(b'{"data":{"a":1e999}}', fieldValidation=validation)
    told = "json: cannot unmarshal number 1e999 into Go value of type float64"
    assert (refused.code, refused.status.message) == (400, told)


@pytest.mark.parametrize(("validation", "code"), [("Ignore", 500), ("Warn", 500), ("Strict", 422)])
def test_what_cannot_be_converted_is_told_after_what_is_unknown(talk, validation, code):
    sets = GroupVersionResource("apps", "v1", "daemonsets")
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": template}
    assert talk("create", sets, body={"metadata": {"name": "one"}, "spec": spec}).ok
    change = {"metadata": {"annotations": {"deprecated.daemonset.template.generation": "x"}}, "foo": 1}
    refused = talk("patch", sets, "one", change, media_type=STRATEGIC_MERGE_PATCH, fieldValidation=validation)
    assert refused.code == code
    unread = 'strconv.ParseInt: parsing "x": invalid syntax'
    assert refused.status.message.endswith('unknown field "foo"' if code == 422 else unread)
    del change["foo"]
    config = {"apiVersion": "apps/v1", "kind": "DaemonSet", **change}
    config["metadata"]["name"] = "one"
    refused = talk("patch", sets, "one", config, media_type=APPLY_PATCH, fieldManager="m", force="true")
    unversioned = "failed to convert to unversioned (/one; apps/v1, Kind=DaemonSet): "
    assert (refused.code, refused.status.message) == (500, unversioned + unread)


@pytest.mark.parametrize(
    ("validation", "code", "warnings"),
    [
        ("Strict", 422, []),
        ("Warn", 200, ['duplicate field "zeta"', 'unknown field "alpha"', 'unknown field "zeta"']),
        ("Ignore", 200, []),
    ],
)
def test_fields_that_are_unknown_or_given_twice(patch, validation, code, warnings):
    answered = patch(b'{"zeta":1,"alpha":1,"zeta":2,"data":{"$patch":"replace"}}', fieldValidation=validation)
    assert (answered.code, list(answered.warnings)) == (code, warnings)
    if code == 422:
        problem = 'strict decoding error: duplicate field "zeta", unknown field "alpha", unknown field "zeta"'
        assert answered.status.message == f'{QUOTED}"map[alpha:1 data:map[] zeta:2]": {problem}'


def test_subresources_that_show_another_kind(talk):
    controllers = GroupVersionResource("apps", "v1", "deployments")
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": template}
    assert talk("create", controllers, body={"metadata": {"name": "one"}, "spec": spec}).code == 201
    change = {"spec": {"replicas": 3}}
    scaled = talk("patch", controllers, "one", change, media_type=STRATEGIC_MERGE_PATCH, sub="scale")
    assert (scaled.code, scaled.object["kind"], scaled.object["spec"]) == (200, "Scale", {"replicas": 3})
