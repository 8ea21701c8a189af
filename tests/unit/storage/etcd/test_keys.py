"""Tests of the mapping from keys of the contract to keys of etcd."""

import pytest

from kapivara.storage.etcd.keys import KeyTree

TREE = KeyTree("/team", "/registry")


@pytest.mark.parametrize(
    ("key", "expected"),
    [("/registry/pods/a", b"/team/pods/a"), ("/registry", b"/team"), ("/health", b"/team/health")],
)
def test_the_prefix_stands_for_that_of_the_server(key, expected):
    assert TREE.key(key) == expected


@pytest.mark.parametrize(
    ("prefix", "after", "expected"),
    [
        ("", "", (b"/team", b"/tean")),
        ("/registry/", "", (b"/team/", b"/team0")),
        ("/registry/pods/", "/registry/pods/a", (b"/team/pods/a\0", b"/team/pods0")),
        ("/registry/pods/", "/registry/a", (b"/team/pods/", b"/team/pods0")),
        ("/registry/pods/", "/registry/z", (b"/team/pods0", b"/team/pods0")),
    ],
)
def test_spans(prefix, after, expected):
    assert TREE.span(prefix, after) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [(b"/team/pods/a", "/registry/pods/a"), (b"/other/pods/a", None), (b"/team/\xff", None)],
)
def test_what_others_have_written_has_no_name(key, expected):
    assert TREE.name(key) == expected
