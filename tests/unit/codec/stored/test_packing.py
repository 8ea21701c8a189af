"""Tests of packed values: they round-trip and share nothing with others."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.codec.stored.packing import Packed, Unpacked
from kapivara.values import deep_equal
from kapivara.values.stack import deep_stack


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "value",
    [None, True, 1, 1.0, -0.0, 2**63 - 1, 1e300, "", "\ud800", [], {}, {"a": [1, 1.0, {"b": None}]}, nested(5_000)],
    ids=lambda value: str(type(value).__name__),
)
@pytest.mark.parametrize("keep_order", [False, True])
def test_what_is_unpacked_is_the_same(value: Any, keep_order: bool) -> None:
    with deep_stack():
        assert deep_equal(Packed(value, keep_order=keep_order).unpack(), value)


@pytest.mark.parametrize("below", [{"d": 1, "c": 2}, {"d": nested(5_000), "c": 2}], ids=["flat", "deep"])
def test_keys_are_sorted_or_keep_their_order(below: Any) -> None:
    value = {"b": [below], "a": 1}
    with deep_stack():
        packed, kept = Packed(value).unpack(), Packed(value, keep_order=True).unpack()
    assert [[*packed], [*packed["b"][0]]] == [["a", "b"], ["c", "d"]]
    assert [[*kept], [*kept["b"][0]]] == [["b", "a"], ["d", "c"]]


@pytest.mark.parametrize("levels", [1, 5_000])
def test_what_is_unpacked_may_be_changed(levels: int) -> None:
    with deep_stack():
        packed = Packed(nested(levels))
        packed.unpack()["a"] = 1
        assert deep_equal(packed.unpack(), nested(levels))


def test_what_is_not_packed_is_taken_once_and_read_again_for_others() -> None:
    reads = []

    def again() -> Any:
        reads.append(1)
        return {"a": 1, "b": [2]}

    unpacked = Unpacked({"b": [2], "a": 1}, again)
    assert list(unpacked.take()) == ["b", "a"]
    assert unpacked.take() is None
    assert not reads
    assert list(unpacked.unpack()) == ["a", "b"]
    assert unpacked.size == Packed({"a": 1, "b": [2]}).size
    assert unpacked.unpack() is not unpacked.unpack()
    assert len(reads) == 1


def test_nobody_takes_what_is_packed() -> None:
    assert Packed({"a": 1}).take() is None
