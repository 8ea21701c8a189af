"""Writes in memory that processes share: what is appended is read as it was, however often the memory is filled."""

from __future__ import annotations

import os
import random
from contextlib import closing

import pytest

from kapivara.storage import Event, EventType
from kapivara.storage.shared_log import FullLogError, SharedLog

SIZE = 4096


def make_log(size=SIZE, members=2):
    return closing(SharedLog(revision=1, compacted=1, members=members, size=size))


def added(revision, size=100, key=None):
    return Event(EventType.ADDED, key or f"/key-{revision}", b"x" * size, None, revision)


@pytest.mark.parametrize(
    "event",
    [
        Event(EventType.ADDED, "/a", b"", None, 2),
        Event(EventType.MODIFIED, "/a/\udce4", b"new", b"", 3, 2),
        Event(EventType.DELETED, "/ä", None, b"old", 1 << 40, 7),
    ],
    ids=["added", "modified", "deleted"],
)
def test_what_is_read_is_what_was_appended(event):
    with make_log() as log:
        log.append(event)
        assert list(log.read(log.start)) == [event]


def test_it_goes_round_and_round():
    rounds = random.Random(7)
    with make_log() as log:
        position, expected = log.start, 2
        for revision in range(2, 2000):
            event = added(revision, rounds.randrange(1200))
            log.append(event)
            if rounds.random() < 0.7:
                found = [each.revision for each in log.read(position)]
                assert found == list(range(expected, revision + 1))
                position, expected = log.end, revision + 1
            else:
                position, expected = log.end, revision + 1
            log.note_durable(revision)
        assert log.start > 10 * SIZE
        assert list(log.read(log.start))[-1].revision == 1999


def test_what_is_not_durable_is_not_overwritten():
    with make_log() as log:
        log.append(added(2, 1500))
        log.append(added(3, 1500))
        with pytest.raises(FullLogError):
            log.append(added(4, 1500))
        assert [each.revision for each in log.read(log.start)] == [2, 3]
        log.note_durable(2)
        log.append(added(4, 1500))
        assert [each.revision for each in log.read(log.start)] == [3, 4]


def test_what_is_larger_than_the_log_is_refused():
    with make_log() as log, pytest.raises(FullLogError):
        log.append(added(2, SIZE))


def test_an_empty_log_takes_what_just_fits():
    with make_log() as log:
        log.append(added(2, 1500))
        log.note_durable(2)
        log.append(added(3, 3900))
        assert [each.revision for each in log.read(log.start)] == [3]


def test_writes_that_are_given_up_are_gone():
    with make_log() as log:
        for revision in (2, 3, 4):
            log.append(added(revision))
        log.note_durable(2)
        mark = log.mark
        log.give_up("no space is left ä")
        assert (log.losses, log.failure) == (1, "no space is left ä")
        assert log.mark != mark
        log.append(added(3, key="/another"))
        assert [each.key for each in log.read(log.start)] == ["/key-2", "/another"]


def test_a_fork_has_the_same_log():
    with make_log() as log:
        child = os.fork()
        if not child:
            log.append(added(2))
            log.note_durable(2)
            os._exit(0)
        os.waitpid(child, 0)
        assert log.durable == 2
        assert list(log.read(log.start)) == [added(2)]


def test_who_sleeps_is_woken_once():
    with make_log(members=3) as log:
        log.fall_asleep(1)
        log.wake_others(0)
        assert os.read(log.door(1), 10) == b"!"
        log.wake_others(0)
        for member in range(3):
            with pytest.raises(BlockingIOError):
                os.read(log.door(member), 10)


def test_who_wakes_has_no_old_news():
    with make_log() as log:
        log.wake(0)
        log.wake_up(0)
        with pytest.raises(BlockingIOError):
            os.read(log.door(0), 10)


def test_a_log_has_so_many_members_at_most():
    with pytest.raises(ValueError, match="64 members"):
        SharedLog(revision=1, compacted=1, members=65)
