"""Tests of the annotation of client-side apply, which kubectl's server-side apply updates."""

import json

import pytest

from kapivara.registry.write.apply import ANNOTATION, keep_annotation

CONFIG = {"kind": "Widget", "metadata": {"name": "one", "annotations": {"a": "<b>", ANNOTATION: "old"}}}


def test_it_tells_what_was_applied_without_itself():
    obj = {"metadata": {"annotations": {ANNOTATION: "old"}}}
    keep_annotation(obj, CONFIG)
    shown = '{"kind":"Widget","metadata":{"annotations":{"a":"\\u003cb\\u003e"},"name":"one"}}\n'
    assert obj["metadata"]["annotations"] == {ANNOTATION: shown}
    assert CONFIG["metadata"]["annotations"][ANNOTATION] == "old"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        pytest.param({}, {}, id="none"),
        pytest.param({"annotations": None}, {}, id="null"),
        pytest.param({"annotations": {}}, {"annotations": {}}, id="empty"),
        pytest.param({"annotations": {ANNOTATION: "old"}}, {"annotations": {}}, id="itself"),
        pytest.param({"annotations": {"a": None}}, {"annotations": {"a": ""}}, id="null inside"),
    ],
)
def test_annotations_are_told_as_the_server_reads_them(given, told):
    obj = {"metadata": {"annotations": {ANNOTATION: "old"}}}
    keep_annotation(obj, {"metadata": {"name": "one", **given}})
    assert json.loads(obj["metadata"]["annotations"][ANNOTATION]) == {"metadata": {"name": "one", **told}}


@pytest.mark.parametrize("config", [{"kind": "Widget"}, {"kind": "Widget", "metadata": None}])
def test_a_configuration_need_not_name_the_object(config):
    obj = {"metadata": {"annotations": {ANNOTATION: "old"}}}
    keep_annotation(obj, config)
    assert json.loads(obj["metadata"]["annotations"][ANNOTATION]) == config


@pytest.mark.parametrize("annotations", [None, {}, {"a": "b"}, {ANNOTATION: ""}])
def test_it_is_not_made(annotations):
    obj = {"metadata": {"annotations": annotations}}
    keep_annotation(obj, CONFIG)
    assert obj == {"metadata": {"annotations": annotations}}


def test_it_goes_where_it_is_too_large():
    large = {"metadata": {"name": "one"}, "spec": "x" * 262_144}
    alone, beside = (
        {"metadata": {"annotations": {ANNOTATION: "old"}}},
        {"metadata": {"annotations": {ANNOTATION: "old", "a": "b"}}},
    )
    keep_annotation(alone, large)
    keep_annotation(beside, large)
    assert alone == {"metadata": {}}
    assert beside == {"metadata": {"annotations": {"a": "b"}}}
