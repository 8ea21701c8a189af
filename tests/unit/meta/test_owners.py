"""Tests of owner references and finalizers."""

import pytest

from kapivara.field import FieldPath
from kapivara.meta.owners import validate_finalizers, validate_owner_references, validate_qualified_finalizers

PATH = FieldPath.of("o")
GOOD = {"apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "u-1"}

CASES = {
    "none": ([], []),
    "good": ([GOOD], []),
    "one controller": ([GOOD | {"controller": True}, GOOD | {"controller": False}], []),
    "empty": (
        [{}],
        [f"o[0].{field}: Required value: must not be empty" for field in ("apiVersion", "kind", "name", "uid")],
    ),
    "group only": (
        [GOOD | {"apiVersion": "apps/"}],
        ['o[0].apiVersion: Invalid value: "apps/": must be <group>/<version> or <version>'],
    ),
    "two slashes": (
        [GOOD, GOOD | {"apiVersion": "a/b/c"}],
        ['o[1].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>'],
    ),
    "event": (
        [GOOD | {"kind": "Event", "blockOwnerDeletion": True, "controller": False}],
        [
            'o[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"o","uid":"u-1","controller":false,'
            '"blockOwnerDeletion":true}: /v1, Kind=Event is disallowed from being an owner'
        ],
    ),
    "two controllers": (
        [GOOD | {"controller": True}, GOOD | {"name": "p", "controller": True}],
        [
            'o: Invalid value: [{"apiVersion":"v1","kind":"ConfigMap","name":"o","uid":"u-1","controller":true},'
            '{"apiVersion":"v1","kind":"ConfigMap","name":"p","uid":"u-1","controller":true}]: Only one reference can '
            'have Controller set to true. Found "true" in references for ConfigMap/o and ConfigMap/p'
        ],
    ),
}


@pytest.mark.parametrize(("references", "errors"), CASES.values(), ids=CASES.keys())
def test_owner_references(references, errors):
    assert [str(error) for error in validate_owner_references(references, PATH)] == errors


def test_three_controllers_are_two_errors():
    errors = validate_owner_references([GOOD | {"name": name, "controller": True} for name in "abc"], PATH)
    assert [error.detail.rpartition("for ")[2] for error in errors] == [
        "ConfigMap/a and ConfigMap/b",
        "ConfigMap/a and ConfigMap/c",
    ]


def test_contradicting_finalizers():
    assert [str(error) for error in validate_finalizers(["orphan", "foregroundDeletion"], PATH)] == [
        'o: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set'
    ]


def test_malformed_finalizers():
    assert [str(error) for error in validate_finalizers(["a.b/c", "/x"], PATH)] == [
        'o: Invalid value: "/x": prefix part must be non-empty'
    ]


def test_built_in_kinds_want_qualified_finalizers():
    assert [str(error) for error in validate_qualified_finalizers(["kubernetes", "a.b/c", "bare"], PATH)] == [
        'o[2]: Invalid value: "bare": name is neither a standard finalizer name nor is it fully qualified'
    ]
