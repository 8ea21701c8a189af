"""Tests of events that are decoded once for all watches."""

import pytest

from kapivara.registry.watch.event_log import EventLog, Piece
from kapivara.storage import Event, EventType

KIND = object()


def event(revision, size=10):
    return Event(EventType.ADDED, f"/registry/a/{revision}", b"x" * size, None, revision)


def test_the_same_event_is_known_once():
    log = EventLog()
    assert log.get(KIND, event(2)) is log.get(KIND, event(2))
    assert log.get(object(), event(2)) is not log.get(KIND, event(2))


@pytest.mark.parametrize(("bounds", "size"), [({"entries": 3}, 10), ({"size": 13_000}, 1000)], ids=["entries", "bytes"])
def test_the_oldest_are_forgotten(bounds, size):
    log = EventLog(**bounds)
    first, *_ = [log.get(KIND, event(revision, size)) for revision in range(2, 6)]
    assert len(log._logged) == 3
    assert log.get(KIND, event(2, size)) is not first


def test_one_that_is_larger_than_all_may_be_is_answered_all_the_same():
    log = EventLog(size=10)
    assert log.get(KIND, event(2)).event.revision == 2
    assert not log._logged


def test_pieces_are_kept_for_a_while():
    log, piece = EventLog(), Piece(b"x", 1)
    for number in range(40):
        log.keep_piece(KIND, number, piece)
    assert log.piece(KIND, 39) is piece
    assert log.piece(object(), 39) is None
    assert log.piece(KIND, 0) is None
    log.keep_piece(KIND, "large", Piece(b"x" * 1_000_000, 1))
    assert log.piece(KIND, "large") is None
