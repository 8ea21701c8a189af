"""Empty lists and maps that clients send."""

from __future__ import annotations

import pytest

from kapivara.apis.sent_empties import find_empties, restore_empties
from kapivara.codec.described import described
from kapivara.codec.typed import decode_typed
from kapivara.values import copy_json

POLICY = described("apis.networking.v1").struct("NetworkPolicy")


@pytest.mark.parametrize(
    ("value", "places"),
    [
        (1, []),
        ({}, [()]),
        ({"a": [], "b": {"c": [{}, 1]}}, [("a",), ("b", "c", 0)]),
    ],
)
def test_finding(value: object, places: list[object]) -> None:
    assert list(find_empties(value)) == places


@pytest.mark.parametrize(
    "spec",
    [
        {"podSelector": {}, "egress": []},
        {"podSelector": {"matchLabels": {}, "matchExpressions": []}},
        {"podSelector": {}, "ingress": [{"ports": [], "from": [{"podSelector": {"matchLabels": {}}}]}]},
    ],
)
def test_restoring(spec: dict[str, object]) -> None:
    places = list(find_empties({"spec": spec}))
    obj = decode_typed(copy_json({"spec": spec}), POLICY).value
    assert obj["spec"] != spec
    restore_empties(obj, POLICY, places)
    assert obj["spec"] == spec


@pytest.mark.parametrize(
    "value",
    [
        {"metadata": {"labels": {}, "finalizers": []}},
        {"spec": {"strange": [], "podSelector": {"matchLabels": {"a": "b"}}}},
        {"strange": {"podSelector": []}},
        {"spec": {"ingress": [{"strange": [{"a": {}}]}]}},
    ],
)
def test_what_stays_out(value: dict[str, object]) -> None:
    places = list(find_empties(value))
    obj = decode_typed(copy_json(value), POLICY).value
    before = copy_json(obj)
    restore_empties(obj, POLICY, places)
    assert obj == before
