"""Tests of metadata: the rules of creates and updates, with the server's errors in its order."""

import pytest

from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import FieldPath
from kapivara.meta import object_meta, owners
from kapivara.meta.object_meta import (
    TOTAL_ANNOTATION_SIZE_LIMIT,
    finalizer_warnings,
    validate_annotations,
    validate_common_fields,
    validate_labels,
    validate_object_meta,
    validate_object_meta_update,
)

NAME_RULE = "a lowercase RFC 1123 subdomain must consist of"


def create(meta, namespaced=True):
    return [str(error) for error in validate_object_meta(meta, namespaced=namespaced, name_check=name_is_dns_subdomain)]


def update(new, old):
    return [str(error) for error in validate_object_meta_update(new, old)]


FINE = {
    "plain": {"name": "a", "namespace": "b"},
    "nulls": {"name": "a", "namespace": "b", "labels": None, "annotations": None, "finalizers": None, "uid": None},
    "generated": {"generateName": "a-", "name": "a-xyz12", "namespace": "b"},
    "labels": {"name": "a", "namespace": "b", "labels": {"x.example.com/y": "", "A_b.c-D": "V_1.2-3"}},
    "capital annotation": {"name": "a", "namespace": "b", "annotations": {"EXAMPLE.com/Key": "any thing\n"}},
    "finalizers": {"name": "a", "namespace": "b", "finalizers": ["orphan", "example.com/x", "bare"]},
    "generation": {"name": "a", "namespace": "b", "generation": 7},
}


@pytest.mark.parametrize("meta", FINE.values(), ids=FINE.keys())
def test_fine_on_creation(meta):
    assert create(meta) == []


REFUSED = {
    "no name": ({"namespace": "b"}, ["metadata.name: Required value: name or generateName is required"]),
    "bad name": ({"name": "A", "namespace": "b"}, [f'metadata.name: Invalid value: "A": {NAME_RULE}']),
    "bad prefix": (
        {"name": "a", "generateName": "Bad_", "namespace": "b"},
        [f'metadata.generateName: Invalid value: "Bad_": {NAME_RULE}'],
    ),
    "no namespace": ({"name": "a"}, ["metadata.namespace: Required value"]),
    "bad namespace": (
        {"name": "a", "namespace": "b.c"},
        ['metadata.namespace: Invalid value: "b.c": must not contain dots'],
    ),
    "generation": (
        {"name": "a", "namespace": "b", "generation": -1},
        ["metadata.generation: Invalid value: -1: must be greater than or equal to 0"],
    ),
    "label": (
        {"name": "a", "namespace": "b", "labels": {"/a": "b c"}},
        [
            'metadata.labels: Invalid value: "/a": prefix part must be non-empty',
            'metadata.labels: Invalid value: "b c": a valid label must be',
        ],
    ),
    "order": (
        {"labels": {"": ""}, "finalizers": [""], "managedFields": [{}]},
        [
            "metadata.name: Required value: name or",
            "metadata.namespace: Required value",
            'metadata.labels: Invalid value: "": name part must be non-empty',
            'metadata.labels: Invalid value: "": name part must consist',
            'metadata.finalizers: Invalid value: "": name part must be non-empty',
            'metadata.finalizers: Invalid value: "": name part must consist',
            "metadata.managedFields[0].operation: Required value: must not be empty",
        ],
    ),
}


@pytest.mark.parametrize(("meta", "beginnings"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_on_creation(meta, beginnings):
    errors = create(meta)
    assert len(errors) == len(beginnings)
    assert all(error.startswith(beginning) for error, beginning in zip(errors, beginnings, strict=True))


def test_cluster_scope():
    assert create({"name": "a"}, namespaced=False) == []
    expected = ["metadata.namespace: Forbidden: not allowed on this type"]
    assert create({"name": "a", "namespace": "b"}, namespaced=False) == expected


OLD = {
    "name": "a",
    "namespace": "b",
    "uid": "u",
    "resourceVersion": "1",
    "generation": 2,
    "creationTimestamp": "2001-01-01T00:00:00Z",
}
UPDATES = {
    "unchanged": ({}, []),
    "name": ({"name": "c"}, ['metadata.name: Invalid value: "c": field is immutable']),
    "namespace": ({"namespace": "c"}, ['metadata.namespace: Invalid value: "c": field is immutable']),
    "uid": ({"uid": "a<b"}, [r'metadata.uid: Invalid value: "a\u003cb": field is immutable']),
    "no version": (
        {"resourceVersion": ""},
        ['metadata.resourceVersion: Invalid value: "": must be specified for an update'],
    ),
    "generation": ({"generation": 1}, ["metadata.generation: Invalid value: 1: must not be decremented"]),
    "creation": ({"creationTimestamp": None}, ["metadata.creationTimestamp: Invalid value: null: field is immutable"]),
    "deletion": (
        {"deletionTimestamp": "2002-01-01T00:00:00Z"},
        ['metadata.deletionTimestamp: Invalid value: "2002-01-01T00:00:00Z": field is immutable'],
    ),
    "grace": (
        {"deletionGracePeriodSeconds": 3},
        ["metadata.deletionGracePeriodSeconds: Invalid value: 3: field is immutable"],
    ),
    "finalizer added": ({"finalizers": ["example.com/new"]}, []),
    "bad finalizer is not looked at": ({"finalizers": ["not ok!"]}, []),
}


@pytest.mark.parametrize(("change", "errors"), UPDATES.values(), ids=UPDATES.keys())
def test_updates(change, errors):
    assert update(OLD | change, OLD) == errors


def test_no_new_finalizers_while_dying():
    dying = OLD | {"deletionTimestamp": "2002-01-01T00:00:00Z", "finalizers": ["a.b/c"]}
    assert update(dying | {"finalizers": []}, dying) == []
    assert update(dying | {"finalizers": ["z.y/x", "a.b/c", "b.c/d"]}, dying) == [
        "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, "
        'found new finalizers []string{"b.c/d", "z.y/x"}'
    ]


def test_common_fields_repeat_what_both_check():
    errors = [str(error) for error in validate_common_fields(OLD | {"labels": {"/a": ""}}, OLD, namespaced=True)]
    assert errors == ['metadata.labels: Invalid value: "/a": prefix part must be non-empty'] * 2
    assert validate_common_fields(OLD | {"name": "A B"}, OLD | {"name": "A B"}, namespaced=True) == []


PATH = FieldPath.of("p")


@pytest.mark.parametrize("key", ["İ", "K", "\u212a"], ids=ascii)
def test_annotation_keys_are_lowered_as_go_does(key):
    assert validate_annotations({key: ""}, PATH) == []


@pytest.mark.parametrize(
    ("value", "errors"),
    [
        ("v" * (TOTAL_ANNOTATION_SIZE_LIMIT - 1), []),
        ("v" * TOTAL_ANNOTATION_SIZE_LIMIT, ["p: Too long: may not be more than 262144 bytes"]),
        ("é" * (TOTAL_ANNOTATION_SIZE_LIMIT // 2), ["p: Too long: may not be more than 262144 bytes"]),
    ],
    ids=["at the limit", "beyond", "counted in bytes"],
)
def test_annotations_have_a_size(value, errors):
    assert [str(error) for error in validate_annotations({"k": value}, PATH)] == errors


def test_null_values_count_as_empty():
    assert validate_labels({"a": None}, PATH) == []
    assert validate_annotations({"a": None}, PATH) == []


def test_finalizer_warnings_are_for_what_is_added():
    advice = "to avoid accidental conflicts with other finalizer writers"
    new = {"finalizers": ["b.c", "bare", "example.com/fine", "orphan", "old"]}
    assert finalizer_warnings(new, {"finalizers": ["old"]}) == [
        f'metadata.finalizers: "b.c": prefer a domain-qualified finalizer name including a path (/) {advice}',
        f'metadata.finalizers: "bare": prefer a domain-qualified finalizer name {advice}',
    ]
    assert finalizer_warnings({}) == []


def test_no_more_is_looked_for_than_is_told(monkeypatch):
    """Of a hundred thousand bad labels, annotations or finalizers, a few thousand are reported."""
    looked = []

    def look(value):
        looked.append(value)
        return [f"is bad: {'x' * 200}"]

    monkeypatch.setattr(object_meta, "is_label_key", look)
    monkeypatch.setattr(owners, "is_qualified_name", look)
    many = {f"-{number}": "-" for number in range(100_000)}
    found = [validate_labels(many, PATH), validate_annotations(many, PATH), finalizer_warnings({"finalizers": [*many]})]
    assert all(4_000 < len(each) < 20_000 for each in found)
    assert len(looked) < 30_000


def test_what_is_told_already_is_not_told_again():
    meta = {"name": "one", "finalizers": ["a b", "a b"], "labels": {"-": "-", "_": "-"}}
    told = [str(error) for error in validate_object_meta(meta, namespaced=False, name_check=name_is_dns_subdomain)]
    assert len(told) == len(set(told)) == 4
    before = {"name": "one", "resourceVersion": "1"}
    repeated = validate_common_fields({**meta, "resourceVersion": "1"}, before, namespaced=False)
    assert len(repeated) == 10
