"""Tests of the identity of an object, and of the objects in a document."""

from __future__ import annotations

import pytest

from kapivara.meta.identity import Identity, identify, objects_in


@pytest.mark.parametrize(
    ("identity", "shown"),
    [
        (Identity("v1", "Pod", "team", "one"), "Pod team/one"),
        (Identity("v1", "Pod", "", "one"), "Pod one"),
        (Identity("v1", "Pod", "team", ""), "Pod team"),
        (Identity("", "", "", ""), "document"),
    ],
)
def test_how_it_is_shown(identity: Identity, shown: str) -> None:
    assert str(identity) == shown


def test_whatever_it_is() -> None:
    assert identify([]) == identify({"kind": 1, "metadata": "x"}) == Identity("", "", "", "")


@pytest.mark.parametrize(
    ("value", "objects"),
    [
        (None, []),
        ({"kind": "Pod"}, [("", {"kind": "Pod"})]),
        ({"apiVersion": "v1", "kind": "List", "items": [1, 2]}, [("items[0]", 1), ("items[1]", 2)]),
        ({"apiVersion": "v1", "kind": "List"}, [("", {"apiVersion": "v1", "kind": "List"})]),
        ({"kind": "List", "items": [None]}, [("items[0]", None)]),
        ({"apiVersion": "v1", "kind": "List", "items": None}, []),
        ({"kind": "Pod", "items": None}, [("", {"kind": "Pod", "items": None})]),
        ({"kind": "Listing", "items": [1]}, [("", {"kind": "Listing", "items": [1]})]),
        (
            {"apiVersion": "v1", "kind": "PodList", "items": [{"spec": {}}, {"kind": "Job"}, 3]},
            [
                ("items[0]", {"spec": {}, "apiVersion": "v1", "kind": "Pod"}),
                ("items[1]", {"kind": "Job"}),
                ("items[2]", 3),
            ],
        ),
        (
            {"kind": "List", "items": [{"kind": "List", "items": [1, 2]}, 3]},
            [("items[0].items[0]", 1), ("items[0].items[1]", 2), ("items[1]", 3)],
        ),
        ({"kind": "List", "items": [{"spec": {}}]}, [("items[0]", {"spec": {}})]),
    ],
)
def test_the_objects_of_a_document(value: object, objects: list[object]) -> None:
    assert list(objects_in(value)) == objects
