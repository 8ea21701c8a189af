"""Tests of deadlines, by a clock of the test's own."""

from __future__ import annotations

import pytest

from kapivara.values.deadline import NO_DEADLINE, Deadline, DeadlineExceededError


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def is_over(deadline: Deadline) -> bool:
    try:
        deadline.check()
    except DeadlineExceededError:
        return True
    return False


def test_time_runs_out() -> None:
    clock = Clock()
    deadline = Deadline(60, clock)
    clock.now += 59
    assert not is_over(deadline)
    clock.now += 1
    assert is_over(deadline)


def test_time_is_only_ever_shortened() -> None:
    clock = Clock()
    deadline = Deadline(60, clock)
    deadline.shorten(100)
    assert deadline.end == 160
    deadline.shorten(5)
    assert deadline.end == 105


def test_nobody_waits_any_more() -> None:
    deadline = Deadline(60)
    deadline.cancel()
    assert is_over(deadline)
    assert not is_over(NO_DEADLINE)


def test_a_turn_that_is_too_short_is_told_from_the_end() -> None:
    clock = Clock()
    deadline = Deadline(60, clock)
    deadline.begin_turn(1)
    assert not is_over(deadline)
    assert not deadline.end_turn()
    deadline.begin_turn(1)
    clock.now += 2
    with pytest.raises(DeadlineExceededError):
        deadline.check()
    assert deadline.end_turn()
    assert not is_over(deadline)
    deadline.begin_turn(1)
    clock.now += 60
    assert is_over(deadline)
    assert not deadline.end_turn()
