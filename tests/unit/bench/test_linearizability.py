"""Tests of possible and impossible histories: an acknowledged write that is lost or rolled back, a value without a
write.
"""

from __future__ import annotations

from math import inf

import pytest

from bench.faults.history import Operation, Result, Verb
from bench.faults.linearizability import is_linearizable


def create(begun, ended, value, result=Result.DONE):
    return Operation(Verb.CREATE, begun, value, None, ended, result)


def replace(begun, ended, seen, value, result=Result.DONE):
    return Operation(Verb.REPLACE, begun, value, seen, ended, result)


def delete(begun, ended, result=Result.DONE):
    return Operation(Verb.DELETE, begun, None, None, ended, result)


def read(begun, ended, value):
    return Operation(Verb.READ, begun, value, None, ended, Result.DONE)


def unanswered(operation):
    operation.ended, operation.result = inf, Result.UNKNOWN
    return operation


@pytest.mark.parametrize(
    "history",
    [
        [],
        [read(0, 1, None)],
        [
            create(0, 1, "a"),
            read(2, 3, "a"),
            replace(4, 5, "a", "b"),
            read(6, 7, "b"),
            delete(8, 9),
            read(10, 11, None),
        ],
        [create(0, 10, "a"), read(1, 2, None), read(3, 4, "a")],
        [create(0, 1, "a"), replace(2, 9, "a", "b"), replace(2, 9, "a", "c", Result.REFUSED), read(10, 11, "b")],
        [create(0, 1, "a"), replace(2, 8, "a", "b"), read(3, 4, "b"), read(5, 6, "b")],
        [create(0, 1, "a"), unanswered(replace(2, 0, "a", "b")), read(9, 10, "a")],
        [create(0, 1, "a"), unanswered(replace(2, 0, "a", "b")), read(9, 10, "a"), read(11, 12, "b")],
        [unanswered(create(0, 0, "a")), create(5, 6, "b", Result.REFUSED)],
        [create(0, 1, "a", Result.DONE), delete(2, 5), delete(3, 6, Result.REFUSED)],
    ],
)
def test_what_can_be_true(history):
    assert is_linearizable(history)


@pytest.mark.parametrize(
    "history",
    [
        pytest.param([create(0, 1, "a"), read(2, 3, None)], id="lost"),
        pytest.param([create(0, 1, "a"), replace(2, 3, "a", "b"), read(4, 5, "a")], id="rolled back"),
        pytest.param([read(0, 1, "a")], id="nobody's"),
        pytest.param([create(0, 1, "a", Result.REFUSED)], id="refused for nothing"),
        pytest.param([create(0, 1, "a"), replace(2, 9, "a", "b"), replace(2, 9, "a", "c")], id="both of a race"),
        pytest.param([create(0, 1, "a"), replace(2, 9, "a", "b"), read(3, 4, "b"), read(5, 6, "a")], id="back in time"),
        pytest.param([create(0, 1, "a"), delete(2, 3), read(4, 5, "a")], id="risen"),
        pytest.param([unanswered(replace(5, 0, "a", "b")), create(0, 1, "a"), read(2, 3, "b")], id="too early"),
        pytest.param([create(0, 9, "a"), create(0, 9, "b")], id="created twice"),
    ],
)
def test_what_cannot(history):
    assert not is_linearizable(history)


def test_long_histories_take_moderate_time(pace):
    history, seen = [create(0, 1, "v0")], "v0"
    for number in range(1, 400):
        start = 2.0 * number
        history.append(replace(start, start + 1.9, seen, f"v{number}"))
        history += [replace(start, start + 1.9, seen, f"x{number}-{other}", Result.REFUSED) for other in range(7)]
        seen = f"v{number}"
    history.append(read(10_000, 10_001, seen))
    with pace.within(2000):
        assert is_linearizable(history)
