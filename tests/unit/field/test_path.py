"""Tests that paths print as the server prints them."""

import pytest

from kapivara.field import FieldPath
from kapivara.field.path import NO_PATH

SPEC = FieldPath.of("spec")

PATHS = {
    "root": (FieldPath.of("metadata"), "metadata"),
    "several at once": (FieldPath.of("metadata", "labels"), "metadata.labels"),
    "child": (SPEC.child("a"), "spec.a"),
    "children": (SPEC.child("a", "b", "c"), "spec.a.b.c"),
    "index": (SPEC.child("a").index(3), "spec.a[3]"),
    "key": (SPEC.key("x.y/z"), "spec[x.y/z]"),
    "empty key": (SPEC.key(""), "spec[]"),
    "nameless child": (SPEC.child(""), "spec[]"),
    "mixed": (SPEC.child("a").index(0).child("b").key("k").index(1), "spec.a[0].b[k][1]"),
    "dotted name": (FieldPath.of(".spec.replicas"), ".spec.replicas"),
    "no path": (NO_PATH, "<nil>"),
    "child of no path": (NO_PATH.child("a"), "a"),
    "index of no path": (NO_PATH.index(0), "[0]"),
}


@pytest.mark.parametrize(("path", "expected"), PATHS.values(), ids=PATHS.keys())
def test_text(path, expected):
    assert str(path) == expected
    assert repr(path) == f"FieldPath({expected!r})"


def test_paths_are_equal_by_text():
    assert SPEC.child("a") == FieldPath.of("spec", "a")
    assert SPEC.child("a") != SPEC.child("b")
    assert SPEC.child("a") != "spec.a"
    assert len({SPEC.child("a"), FieldPath.of("spec", "a"), SPEC}) == 2


def test_steps_leave_the_parent_alone():
    SPEC.child("a").index(1)
    assert str(SPEC) == "spec"


def test_neighbours_print_alike():
    holder = SPEC.child("a").index(0)
    texts = [str(holder.child(name)) for name in "bcb"]
    assert texts == ["spec.a[0].b", "spec.a[0].c", "spec.a[0].b"]
    assert (str(holder), str(holder.key("k").index(1))) == ("spec.a[0]", "spec.a[0][k][1]")
    assert (str(FieldPath.of("")), str(FieldPath.of("").index(0)), str(FieldPath.of("").key("k"))) == ("", "[0]", "[k]")
