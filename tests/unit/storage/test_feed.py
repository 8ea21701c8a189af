from __future__ import annotations

from collections.abc import Sequence

import pytest

from kapivara.storage import Compacted, Event, EventType
from kapivara.storage.feed import Feed, FeedWatch


def event(revision: int, key: str = "/a") -> Event:
    return Event(EventType.ADDED, key, b"", None, revision)


class History:
    """All events, as an engine stores them, with the times of reads."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reads: list[int] = []

    def __call__(self, prefix: str, after: int, limit: int) -> tuple[Sequence[Event], int]:
        self.reads.append(after)
        found = [e for e in self.events if e.revision > after and e.key.startswith(prefix)][:limit]
        return found, found[-1].revision if len(found) == limit else self.events[-1].revision


def publish(feed: Feed, history: History, *events: Event) -> None:
    history.events += events
    feed.publish(events)


def test_a_watch_within_the_feed_reads_no_history() -> None:
    history = History()
    feed = Feed(1, history, entries=10, size=10_000)
    publish(feed, history, *map(event, range(2, 8)))
    watch = FeedWatch(feed, "/", 4)
    assert [e.revision for e in watch.take()] == [5, 6, 7]
    assert history.reads == []


def test_a_watch_from_before_the_feed_reads_history_first() -> None:
    history = History()
    feed = Feed(1, history, entries=10, size=10_000)
    publish(feed, history, *map(event, range(2, 30)))
    watch = FeedWatch(feed, "/", 4)
    assert [e.revision for e in watch.take(1)] == [5]
    publish(feed, history, event(30))
    assert [e.revision for e in watch.take()] == list(range(6, 30))
    assert [e.revision for e in watch.take()] == [30]
    assert history.reads == [4]


def test_a_history_ahead_of_the_feed_repeats_nothing() -> None:
    history = History()
    feed = Feed(1, history, entries=2, size=10_000)
    publish(feed, history, *map(event, range(2, 8)))
    history.events.append(event(8))  # committed, and not yet published
    watch = FeedWatch(feed, "/", 1)
    assert [e.revision for e in watch.take()] == list(range(2, 9))
    assert watch.take() == []
    assert watch.revision == 8
    feed.publish([event(8), event(9)])
    assert [e.revision for e in watch.take()] == [9]


def test_an_idle_watch_never_needs_the_history() -> None:
    history = History()
    feed = Feed(1, history, entries=2, size=10_000)
    watch = FeedWatch(feed, "/quiet/", 1)
    publish(feed, history, *(event(revision) for revision in range(2, 5000)))
    publish(feed, history, event(5000, "/quiet/a"))
    assert [e.revision for e in watch.take()] == [5000]
    assert history.reads == []


def test_a_watch_that_is_let_go_comes_back() -> None:
    history = History()
    feed = Feed(1, history, entries=10, size=10_000)
    watch = FeedWatch(feed, "/", 1)
    publish(feed, history, *map(event, range(2, 3001)))
    revisions: list[int] = []
    while taken := watch.take():
        revisions += [e.revision for e in taken]
    assert revisions == list(range(2, 3001))
    assert history.reads
    publish(feed, history, event(3001))
    assert [e.revision for e in watch.take()] == [3001]


def test_one_that_never_takes_holds_little_and_others_miss_nothing() -> None:
    history = History()
    feed = Feed(1, history, entries=10, size=10_000)
    slow, quick = FeedWatch(feed, "/", 1), FeedWatch(feed, "/", 1)
    woken: list[int] = []
    quick.notify(lambda: woken.append(feed.revision))
    seen: list[int] = []
    for revision in range(2, 3001):
        publish(feed, history, event(revision))
        seen += [e.revision for e in quick.take()]
    assert seen == woken[1:] == list(range(2, 3001))
    assert history.reads == []
    assert len(feed._groups["/"].events) <= 1000
    assert slow.lags
    assert [e.revision for e in slow.take(3)] == [2, 3, 4]


def test_events_that_all_have_taken_are_let_go() -> None:
    feed = Feed(1, History(), entries=10, size=10_000)
    watches = [FeedWatch(feed, "/", 1) for _ in range(3)]
    for revision in range(2, 50):
        feed.publish([event(revision)])
        assert all([e.revision for e in watch.take()] == [revision] for watch in watches)
        assert len(feed._groups["/"].events) == 1
    for watch in watches:
        watch.close()
    assert not feed._groups


def test_large_events_leave_the_feed_early() -> None:
    history = History()
    feed = Feed(1, history, entries=10, size=10_000)
    publish(feed, history, *(Event(EventType.ADDED, "/a", b"x" * 4000, None, revision) for revision in range(2, 8)))
    assert len(list(feed.since(1))) == 2


def no_history(_prefix: str, after: int, _limit: int) -> tuple[Sequence[Event], int]:
    raise Compacted(after, 100)


def test_revisions_of_others_are_passed_over() -> None:
    feed = Feed(1, no_history, entries=100, size=10_000)
    watch = FeedWatch(feed, "/a/", 1)
    feed.advance(7)
    assert (watch.take(), watch.revision) == ([], 7)
    feed.advance(5)
    assert feed.revision == 7


def test_writes_of_one_revision_are_not_torn_apart() -> None:
    feed = Feed(1, no_history, entries=100, size=10_000)
    early = FeedWatch(feed, "/", 1)
    feed.publish([event(2, "/a"), event(2, "/b"), event(2, "/c"), event(3, "/d")])
    for watch in (early, FeedWatch(feed, "/", 1)):
        assert [[each.key for each in watch.take(2)] for _ in range(3)] == [["/a", "/b", "/c"], ["/d"], []]


def test_a_gap_comes_behind_what_was_published_before_it() -> None:
    feed = Feed(1, no_history, entries=100, size=10_000)
    calls: list[str] = []
    watch = FeedWatch(feed, "/", 1)
    watch.notify(lambda: calls.append("news"))
    watch.take()
    feed.publish([event(2, "/a"), event(3, "/b")])
    assert [each.key for each in watch.take(1)] == ["/a"]
    feed.restart(100)
    assert calls == ["news"] * 3
    assert [each.key for each in watch.take()] == ["/b"]
    with pytest.raises(Compacted):
        watch.take()
    after = FeedWatch(feed, "/", 100)
    feed.publish([event(101, "/c")])
    assert [each.key for each in after.take()] == ["/c"]


def test_watches_of_a_history_that_is_gone_are_told_to_list_again() -> None:
    history = History()
    feed = Feed(50, history, entries=10, size=10_000)
    live, waiting = FeedWatch(feed, "/", 50), FeedWatch(feed, "/", 40)
    woken: list[bool] = []
    live.notify(lambda: woken.append(True))
    feed.go_back(3)
    assert (len(woken), live.revision, feed.revision) == (2, 0, 3)
    for watch in (live, waiting):
        with pytest.raises(Compacted) as refusal:
            watch.take()
        assert refusal.value.compacted == 3
    later = FeedWatch(feed, "/", 3)
    publish(feed, history, event(4))
    assert [e.revision for e in later.take()] == [4]
