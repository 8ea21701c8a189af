"""Tests of the fixture `pace`, which distinguishes linear from quadratic work and cheap from expensive work."""

from __future__ import annotations

from typing import Any

import pytest


def count_pairs(size: int) -> int:
    numbers = range(size)
    return sum(one == other for one in numbers for other in numbers)


def test_quadratic_work_is_told(pace: Any) -> None:
    with pytest.raises(AssertionError, match="1200 takes"):
        pace.assert_linear(count_pairs, 150)


def test_linear_work_passes(pace: Any) -> None:
    pace.assert_linear(lambda size: [number % 7 for number in range(50 * size)], 1000)


def test_too_much_work_is_told(pace: Any) -> None:
    with pytest.raises(AssertionError, match="where 1 are allowed"), pace.within(1):
        count_pairs(2000)


def test_little_work_passes(pace: Any) -> None:
    with pace.within(1):
        count_pairs(10)
