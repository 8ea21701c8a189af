"""Tests that requests beyond the share of one resource wait, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.server.dispatch.dispatcher import PerKindLimit, SlowResources


class Held:
    """Replaces the workers; ends work when the test asks for it."""

    def __init__(self) -> None:
        self.begun: list[Any] = []

    def run(self, work: Any, done: Any) -> None:
        self.begun.append((work, done))

    def end(self) -> None:
        work, done = self.begun.pop(0)
        done(work())


def test_a_share_is_not_passed_and_order_is_kept() -> None:
    workers, said = Held(), []
    shares = PerKindLimit(workers, 2)  # type: ignore[arg-type]  # a stand-in
    for number in range(5):
        shares.run(("notes",), lambda number=number: number, said.append)  # type: ignore[misc]
    shares.run(("others",), lambda: "other", said.append)
    assert len(workers.begun) == 3
    while workers.begun:
        workers.end()
        assert len(workers.begun) <= 3
    assert said == [0, 1, "other", 2, 3, 4]


def test_nothing_is_kept_of_resources_that_nobody_asks_for() -> None:
    workers = Held()
    shares = PerKindLimit(workers, 1)  # type: ignore[arg-type]  # as above
    for _ in range(3):
        shares.run(("notes",), lambda: 1, lambda _: None)
    while workers.begun:
        workers.end()
    assert shares._queues == {}


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
    return SlowResources(clock)


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
