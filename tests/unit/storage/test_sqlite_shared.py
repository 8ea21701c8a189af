"""Several storages over one SQLite file, each as a process of its own has it: they agree, whatever happens to one."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress

import pytest

from kapivara.storage import (
    AlreadyExists,
    Closed,
    Compacted,
    Conflict,
    EngineRefusal,
    Pending,
    PreconditionFailed,
    StorageError,
    Unchanged,
    sqlite_shared_writer,
    sqlite_thread,
)
from kapivara.storage.shared_log import SharedLog
from kapivara.storage.sqlite import SqliteStorage
from kapivara.storage.sqlite_shared import SharedSqliteStorage, share

PATIENCE = 120


@contextmanager
def opened(folder, members=2):
    """Opens storages over one folder; -> what they share, and them."""
    with ExitStack() as stack:
        shared = stack.enter_context(share(folder, members))
        yield shared, [stack.enter_context(SharedSqliteStorage(shared, number)) for number in range(members)]


@pytest.fixture
def both(tmp_path):
    with opened(tmp_path / "data") as (_, storages):
        yield storages


def test_what_one_has_written_the_other_reads_at_once(both):
    one, other = both
    for number in range(100):
        made = one.create(f"/a/{number}", b"1")
        assert other.get(f"/a/{number}") == made
        assert other.revision == made.revision
        assert other.list("/a/").revision == made.revision
        changed = other.update(f"/a/{number}", b"2", made.revision)
        assert one.get(f"/a/{number}", Pending()) == changed
        assert one.reaches(changed.revision)


def test_what_one_has_decided_counts_for_the_other(both):
    one, other = both
    pending = Pending()
    made = one.create("/a", b"1", (), pending)
    theirs = Pending()
    with pytest.raises(AlreadyExists):
        other.create("/a", b"2", (), theirs)
    assert theirs.commit is not None, "who is refused must wait for what it was refused for"
    with pytest.raises(Conflict) as refused:
        other.update("/a", b"2", made.revision - 1)
    assert refused.value.current == made
    pending.wait()


def test_a_value_that_is_staged_here_is_not_older_than_what_another_has_made_durable(both):
    one, other = both
    first = one.create("/a", b"1", (), Pending())
    with pytest.raises(AlreadyExists):
        other.create("/a", b"", (), Pending())  # it knows of the first one from now on
    newer = one.update("/a", b"2", first.revision)
    assert other.get("/a", Pending()) == newer


def test_conditions_hold_across(both):
    one, other = both
    owner = one.create("/owner", b"1")
    other.create("/a/1", b"", (Unchanged("/owner", owner.revision),))
    one.update("/owner", b"2", owner.revision)
    with pytest.raises(PreconditionFailed):
        other.create("/a/2", b"", (Unchanged("/owner", owner.revision),))


def test_a_race_has_one_winner_and_every_revision_one_write(both):
    key = "/counter"
    both[0].create(key, b"0")
    rounds, rivals = 40, 4

    def add(number):
        storage, done = both[number % 2], 0
        while done < rounds:
            found = storage.get(key)
            with suppress(Conflict):
                storage.update(key, b"%d" % (int(found.value) + 1), found.revision)
                done += 1

    with ThreadPoolExecutor(rivals) as threads:
        list(threads.map(add, range(rivals)))
    assert both[0].get(key).value == b"%d" % (rounds * rivals)
    assert both[1].revision == 2 + rounds * rivals


def collect(watch, until):
    """Takes events until one of a revision has come; -> their revisions."""
    news, revisions = threading.Event(), []
    watch.notify(news.set)
    while not revisions or revisions[-1] < until:
        assert news.wait(PATIENCE)
        news.clear()
        while events := watch.take():
            revisions += [event.revision for event in events]
    return revisions


def test_both_tell_of_all_writes_in_one_order(both):
    watches = [storage.watch("/a/", 1) for storage in both]

    def write(number):
        for count in range(100):
            both[number % 2].create(f"/a/{number}-{count}", b"x")

    with ThreadPoolExecutor(6) as threads:
        told = [threads.submit(collect, watch, 401) for watch in watches]
        list(threads.map(write, range(4)))
        assert [each.result() for each in told] == [list(range(2, 402))] * 2


def test_who_sleeps_is_told_of_what_others_write(both, monkeypatch):
    monkeypatch.setattr(sqlite_shared_writer, "_LONGEST_SLEEP", PATIENCE)
    one, other = both
    watch = other.watch("/a")
    one.create("/a", b"")
    assert collect(watch, 2) == [2]


def test_keeping_up_has_watches_know_of_what_is_durable(both):
    one, other = both
    watch = other.watch("/a")
    one.create("/a", b"")
    other.keep_up()
    assert [event.revision for event in watch.take()] == [2]


def test_who_was_long_away_reads_what_it_missed_in_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr("kapivara.storage.sqlite_shared.SharedLog", lambda **given: SharedLog(**given, size=16_384))
    monkeypatch.setattr(sqlite_shared_writer, "_LONGEST_SLEEP", PATIENCE)
    with opened(tmp_path) as (shared, (one, other)):
        watch = other.watch("/a/")
        shared.log.wake_others = lambda _: None  # type: ignore[method-assign]
        for number in range(200):
            one.create(f"/a/{number}", b"x" * 500)
        with pytest.raises(AlreadyExists):
            other.create("/a/7", b"")
        assert other.create("/b", b"").revision == 202
        assert [event.revision for event in _all(watch)] == list(range(2, 202))


def test_who_was_away_for_longer_than_the_history_begins_anew(tmp_path, monkeypatch):
    monkeypatch.setattr("kapivara.storage.sqlite_shared.SharedLog", lambda **given: SharedLog(**given, size=16_384))
    monkeypatch.setattr(sqlite_shared_writer, "_LONGEST_SLEEP", PATIENCE)
    with opened(tmp_path) as (shared, (one, other)):
        watch = other.watch("/a/")
        shared.log.wake_others = lambda _: None  # type: ignore[method-assign]
        for number in range(200):
            one.create(f"/a/{number}", b"x" * 500)
        one.compact(150)
        with pytest.raises(AlreadyExists):
            other.create("/a/7", b"")
        other.keep_up()
        with pytest.raises(Compacted):
            _all(watch)
        assert other.create("/b", b"").revision == 202
        assert [each.revision for each in _all(other.watch("/a/", 160))] == list(range(161, 202))


def _all(watch):
    events = []
    while taken := watch.take():
        events += taken
    return events


def test_what_cannot_be_written_is_lost_for_all(both, monkeypatch):
    one, other = both
    one.create("/before", b"")
    usual, has_failed = sqlite_shared_writer.commit_events, threading.Event()

    def fail(connection, events):
        if not has_failed.is_set():
            has_failed.set()
            raise sqlite3.OperationalError("the disk is on fire")
        usual(connection, events)

    monkeypatch.setattr(sqlite_shared_writer, "commit_events", fail)
    mine, theirs = Pending(), Pending()
    one.create("/a", b"", (), mine)
    other.create("/b", b"", (), theirs)
    for pending in (mine, theirs):
        with pytest.raises(StorageError, match="the disk is on fire"):
            pending.wait()
    with pytest.raises(StorageError, match="the disk is on fire"):
        other.create("/c", b"", (), theirs)  # it may have been about what was lost
    assert [each.key for each in other.list("/").items] == ["/before"]
    assert other.create("/b", b"").revision == 3
    assert one.create("/a", b"").revision == 4


def test_what_another_process_has_written_is_not_lost_with_what_came_later(both, monkeypatch):
    """Who settles nothing meanwhile has both writes in one commit."""
    one, other = both
    usual, decided = sqlite_shared_writer.commit_events, threading.Event()

    def fail_later(connection, events):
        if any(event.key == "/later" for event in events):
            raise sqlite3.OperationalError("the disk is on fire")
        usual(connection, events)

    monkeypatch.setattr(sqlite_shared_writer, "commit_events", fail_later)
    monkeypatch.setattr(one._writer, "settle", lambda: decided.wait(PATIENCE) and type(one._writer).settle(one._writer))
    early, late, seen, refused = Pending(), Pending(), Pending(), Pending()
    one.create("/early", b"", (), early)
    other.create("/theirs", b"")  # makes both durable
    one.create("/later", b"", (), late)
    one.get("/early", seen)
    with pytest.raises(AlreadyExists):
        one.create("/later", b"", (), refused)
    assert early.commit is late.commit
    decided.set()
    early.wait()
    seen.wait()
    for pending in (late, refused):
        with pytest.raises(StorageError, match="the disk is on fire"):
            pending.wait()
    assert [each.key for each in other.list("/").items] == ["/early", "/theirs"]
    assert one.create("/last", b"").revision == 4


@pytest.mark.parametrize("times", [1, 3, 100])
def test_what_is_lost_stays_lost_where_others_have_its_revision_since(both, monkeypatch, times):
    """Who is slow hears of a failure when others have written again, at the same revisions."""
    one, other = both
    usual, may_look = sqlite_shared_writer.commit_events, threading.Event()

    def fail(connection, events):
        if any(event.key.startswith("/large") for event in events):
            raise sqlite3.OperationalError("the disk is on fire")
        usual(connection, events)

    monkeypatch.setattr(sqlite_shared_writer, "commit_events", fail)
    monkeypatch.setattr(one._writer, "_work", lambda: may_look.wait(PATIENCE) and type(one._writer)._work(one._writer))
    kept, lost = Pending(), Pending()
    one.create("/kept", b"", (), kept)
    other.create("/theirs", b"")  # makes both durable
    one.create("/lost", b"", (), lost)
    for number in range(times):
        with pytest.raises(StorageError, match="the disk is on fire"):
            other.create(f"/large/{number}", b"")
        assert other.create(f"/small/{number}", b"").revision == 4 + number
    may_look.set()
    kept.wait()
    with pytest.raises(StorageError, match="the disk is on fire"):
        lost.wait()
    assert {each.key for each in one.list("/").items} >= {"/kept", "/theirs"}
    assert "/lost" not in {each.key for each in one.list("/").items}
    assert one.create("/lost", b"").revision == 4 + times


def test_a_full_log_is_written_before_more_is_decided(tmp_path, monkeypatch):
    monkeypatch.setattr("kapivara.storage.sqlite_shared.SharedLog", lambda **given: SharedLog(**given, size=8192))
    with opened(tmp_path) as (_, (one, other)):
        pendings = [Pending() for _ in range(20)]
        for number, pending in enumerate(pendings):
            (one, other)[number % 2].create(f"/{number}", b"x" * 2000, (), pending)
        for pending in pendings:
            pending.wait()
        assert len(one.list("/").items) == 20
        with pytest.raises(EngineRefusal, match="too large"):
            one.create("/large", b"x" * 9000)


def test_writes_that_a_killed_process_has_left_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite_shared_writer, "_LONGEST_SLEEP", 0.05)
    with share(tmp_path, 2) as shared:
        child = os.fork()
        if not child:
            SharedSqliteStorage(shared, 0).create("/left", b"", (), Pending())
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        with SharedSqliteStorage(shared, 1) as storage:
            assert collect(storage.watch("/", 1), 2) == [2]
            assert storage.get("/left").revision == 2


def test_a_transaction_that_a_killed_process_could_not_tell_of_is_found_out(tmp_path):
    with share(tmp_path, 2) as shared:
        child = os.fork()
        if not child:
            shared.log.note_durable = lambda _: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[method-assign]
            SharedSqliteStorage(shared, 0).create("/made", b"")
        os.waitpid(child, 0)
        assert shared.log.durable == 1
        with SharedSqliteStorage(shared, 1) as storage:
            assert storage.reaches(2)
            assert storage.create("/next", b"").revision == 3
            assert [each.key for each in storage.list("/").items] == ["/made", "/next"]


def on_a_loop(storages, work):
    """Runs a coroutine on an event loop that storages have joined."""

    async def run():
        for each in storages:
            each.join_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                await work()
        finally:
            for each in storages:
                each.leave_loop()

    asyncio.run(run())


def test_on_an_event_loop_nothing_waits_for_a_thread(both, monkeypatch):
    """Neither who writes, nor who watches what another has written; unless the thread is at work just then."""
    one, other = both
    monkeypatch.setattr(sqlite_thread, "QUICK_SECONDS", 1000.0)
    one.create("/first", b"")  # nobody knows yet that the disk is quick
    told: list[dict[str, int]] = []

    async def work(number: int) -> None:
        loop, written, seen = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        watch = other.watch(f"/{number}/")

        def tell(what: str, event: asyncio.Event) -> None:
            told[-1][what] = threading.get_ident()
            loop.call_soon_threadsafe(event.set)

        watch.notify(lambda: watch.take() and tell("seen", seen))
        pending = Pending()
        one.create(f"/{number}/a", b"", (), pending)
        pending.commit.when_done(lambda: tell("written", written))
        await written.wait()
        await seen.wait()
        watch.close()

    async def try_often() -> None:
        for number in range(50):
            told.append({})
            await work(number)
            if told[-1] == {"written": here, "seen": here}:
                return

    here = threading.get_ident()
    on_a_loop(both, try_often)
    assert told[-1] == {"written": here, "seen": here}


@pytest.mark.parametrize("tells", [True, False], ids=["it tells", "it was killed"])
def test_who_finds_another_process_writing_goes_on_when_that_is_through(both, monkeypatch, tells):
    one, other = both
    monkeypatch.setattr(sqlite_thread, "QUICK_SECONDS", 1000.0)
    monkeypatch.setattr(sqlite_shared_writer, "_LONGEST_SLEEP", PATIENCE if tells else 0.05)
    one.create("/first", b"")

    async def work():
        done, pending = asyncio.Event(), Pending()
        loop = asyncio.get_running_loop()
        assert other._writer._commits.try_to_hold()
        one.create("/a", b"", (), pending)
        pending.commit.when_done(lambda: loop.call_soon_threadsafe(done.set))
        await asyncio.sleep(0.01)
        assert not done.is_set()
        other._writer._commits.let_go()
        if tells:
            other._log.wake_others(1)
        await done.wait()

    on_a_loop(both, work)
    assert other.get("/a").revision == 3


def test_where_the_file_cannot_be_read_a_thread_tries_again(both, monkeypatch):
    one, _ = both
    monkeypatch.setattr(sqlite_thread, "QUICK_SECONDS", 1000.0)
    one.create("/first", b"")
    usual, failures = one._staging.batch, [StorageError("the disk is on fire")]

    def fail_once(**options):
        if failures:
            raise failures.pop()
        return usual(**options)

    monkeypatch.setattr(one._staging, "batch", fail_once)
    pending = Pending()
    one.create("/a", b"", (), pending)
    pending.wait()
    assert not failures


def test_who_blocks_on_the_event_loop_needs_nobody_to_be_told_there(both, monkeypatch):
    one, other = both
    monkeypatch.setattr(sqlite_thread, "QUICK_SECONDS", 1000.0)
    monkeypatch.setattr(sqlite_shared_writer, "_LONGEST_SLEEP", PATIENCE)
    one.create("/first", b"")

    async def work():
        assert other._writer._commits.try_to_hold()
        release = threading.Timer(0.05, other._writer._commits.let_go)
        release.start()
        one.create("/a", b"")
        release.join()

    on_a_loop(both, work)


def test_where_the_event_loop_has_ended_a_thread_goes_on(both, monkeypatch):
    one, other = both
    monkeypatch.setattr(sqlite_shared_writer, "_LONGEST_SLEEP", PATIENCE)

    async def work():
        await asyncio.sleep(0)

    for number in range(20):  # the thread may be anywhere when the loop comes and goes
        on_a_loop(both, work)
        one.create(f"/{number}", b"")
        assert collect(other.watch("/", 1), number + 2)[-1] == number + 2


def test_one_of_them_has_the_turn_and_another_one_after_it(tmp_path, monkeypatch):
    monkeypatch.setattr("kapivara.storage.sqlite_shared._TURN_SECONDS", 0.01)
    turns = [threading.Event(), threading.Event()]
    with share(tmp_path, 2) as shared, ExitStack() as stack:
        storages = [stack.enter_context(SharedSqliteStorage(shared, number)) for number in range(2)]
        storages[0].take_turn(lambda _: turns[0].set())
        assert turns[0].wait(PATIENCE)
        storages[1].take_turn(lambda _: turns[1].set())
        assert not turns[1].wait(0.05)
        storages[0].close()
        assert turns[1].wait(PATIENCE)


def test_the_folder_is_held_for_them_alone(tmp_path):
    with opened(tmp_path), pytest.raises(StorageError, match="in use by process"):
        SqliteStorage(tmp_path)
    with SqliteStorage(tmp_path), pytest.raises(StorageError, match="in use by process"), share(tmp_path, 2):
        pass


def test_what_they_wrote_is_there_for_one_alone(tmp_path):
    with opened(tmp_path) as (_, (one, other)):
        one.create("/a", b"1")
        other.create("/b", b"2")
        with pytest.raises(Conflict):
            other.delete("/a", 7)
        one.delete("/b", 3)
    with SqliteStorage(tmp_path) as alone:
        assert [(each.key, each.value) for each in alone.list("/").items] == [("/a", b"1")]
        assert alone.revision == 4


def test_a_compaction_by_one_counts_for_both(both):
    one, other = both
    for number in range(10):
        one.create(f"/{number}", b"")
    other.compact(6)
    one.compact(6)
    with pytest.raises(Compacted):
        one.list("/", at_revision=5)
    one.compact(8)
    with pytest.raises(Compacted):
        other.watch("/", 7)


def test_closing_one_leaves_the_other(both):
    one, other = both
    one.create("/a", b"")
    one.close()
    one.keep_up()
    with pytest.raises(Closed):
        one.create("/b", b"")
    assert other.create("/b", b"").revision == 3
