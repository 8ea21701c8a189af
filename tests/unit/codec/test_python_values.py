"""Tests of values of Python programs: the depth of the caller's stack does not matter."""

import sys

from kapivara.codec.python_values import decode_value


def test_callers_who_are_deep_within_themselves():
    value = 1
    for _ in range(200):
        value = {"a": value}

    def dive(levels):
        return dive(levels - 1) if levels else decode_value(value).value

    used = 0
    frame = sys._getframe()
    while frame is not None:
        used, frame = used + 1, frame.f_back
    assert dive(sys.getrecursionlimit() - used - 20) == value
