"""Packed values: what comes out is what went in, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.values import deep_equal
from kapivara.values.packing import Packed
from kapivara.values.stack import deep_stack


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "value",
    [None, True, 1, 1.0, -0.0, 2**100, float("inf"), "", "\ud800", [], {}, {"a": [1, 1.0, {"b": None}]}, nested(5_000)],
    ids=lambda value: str(type(value).__name__),
)
def test_what_is_unpacked_is_the_same(value: Any) -> None:
    with deep_stack():
        assert deep_equal(Packed(value).unpack(), value)


@pytest.mark.parametrize("levels", [1, 5_000])
def test_what_is_unpacked_may_be_changed(levels: int) -> None:
    with deep_stack():
        packed = Packed(nested(levels))
        packed.unpack()["a"] = 1
        assert deep_equal(packed.unpack(), nested(levels))
