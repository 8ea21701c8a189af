"""Tests of running deep recursion."""

import sys

from kapivara.values.stack import deep_stack


def _down(levels):
    return levels and _down(levels - 1) + 1


def test_there_is_room_inside_and_the_limit_returns():
    before = sys.getrecursionlimit()
    with deep_stack():
        with deep_stack():
            assert _down(10_000) == 10_000
        assert sys.getrecursionlimit() > before
    assert sys.getrecursionlimit() == before
