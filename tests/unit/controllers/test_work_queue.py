"""Tests of the work queue: times, repetition, failures."""

import pytest

from kapivara.controllers.work_queue import WorkQueue


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def queue(clock):
    return WorkQueue(clock)


def taken(queue):
    items = []
    while (item := queue.take()) is not None:
        items.append(item)
    return items


def test_items_come_when_they_are_due_in_the_order_of_their_moments(queue, clock):
    queue.add("late", after=5)
    queue.add("now")
    queue.add("soon", after=1)
    assert taken(queue) == ["now"]
    assert queue.seconds_left() == 1
    clock.now = 5
    assert taken(queue) == ["soon", "late"]
    assert queue.seconds_left() is None


def test_an_item_waits_once_and_comes_at_the_sooner_moment(queue, clock):
    queue.add("item", after=5)
    queue.add("item", after=1)
    queue.add("item", after=3)
    assert len(queue) == 1
    clock.now = 1
    assert taken(queue) == ["item"]
    clock.now = 9
    assert taken(queue) == []
    assert queue.seconds_left() is None


def test_an_item_may_be_noted_again_once_it_was_taken(queue):
    queue.add("item")
    assert taken(queue) == ["item"]
    queue.add("item")
    assert taken(queue) == ["item"]


def test_what_fails_comes_back_later_and_later_but_within_a_minute(queue, clock):
    waits = []
    for _ in range(20):
        queue.retry("item")
        waits.append(queue.seconds_left())
        clock.now += waits[-1]
        assert taken(queue) == ["item"]
    assert waits[:4] == pytest.approx([0.005, 0.01, 0.02, 0.04])
    assert waits[-1] == 60
    queue.forgive("item")
    queue.retry("item")
    assert queue.seconds_left() == pytest.approx(0.005)


def test_nothing_is_left_after_clearing(queue):
    queue.add("item")
    queue.clear()
    assert taken(queue) == []
    assert len(queue) == 0
