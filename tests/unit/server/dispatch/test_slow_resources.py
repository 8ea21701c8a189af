from __future__ import annotations

import pytest

from kapivara.server.dispatch.slow_resources import Wariness

SLOW, OTHER = ("example.com", "v1", "notes"), ("", "v1", "namespaces")


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def wariness(clock):
    return Wariness(clock)


def seconds_avoided(wariness, clock):
    """Advances time until a resource is trusted again; returns the duration."""
    begun = clock.now
    while wariness.avoids(SLOW):
        clock.now += 1.0
    return clock.now - begun


def test_nothing_is_avoided_before_it_was_slow(wariness):
    assert not wariness.avoids(SLOW)
    wariness.note_slow(SLOW)
    assert wariness.avoids(SLOW)
    assert not wariness.avoids(OTHER)


def test_what_is_slow_again_and_again_is_avoided_longer(wariness, clock):
    avoided = []
    for _ in range(6):
        wariness.note_slow(SLOW)
        avoided.append(seconds_avoided(wariness, clock))
    assert avoided == [1.0, 4.0, 16.0, 60.0, 60.0, 60.0]


def test_what_was_quick_for_long_starts_afresh(wariness, clock):
    for _ in range(2):
        wariness.note_slow(SLOW)
        clock.now += 100.0
        assert not wariness.avoids(SLOW)
    wariness.note_slow(OTHER)
    assert len(wariness) == 2 - 1
    wariness.note_slow(SLOW)
    assert seconds_avoided(wariness, clock) == 1.0
