from __future__ import annotations

import random
import threading
from collections.abc import Callable

from tests.contract.conftest import PATIENCE, wait_for_events
from tests.contract.engines import overwrite, remove

from kapivara.storage import AlreadyExists, Conflict, Event, EventType, KeyNotFound, Storage, Watch

THREADS = 8


def run_together(*works: Callable[[], None]) -> None:
    """Runs functions in threads; raises the first error of one of them."""
    faults: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    if faults:
        raise faults[0]


def increment(storage: Storage, key: str) -> int:
    """Adds one by compare-and-swap; returns the number of conflicts."""
    current = storage.get(key)
    conflicts = 0
    while True:
        try:
            storage.update(key, str(int(current.value) + 1).encode(), current.revision)
        except Conflict as conflict:
            current = conflict.current
            conflicts += 1
        else:
            return conflicts


def test_increments_by_compare_and_swap_lose_nothing(storage: Storage) -> None:
    storage.create("/counter", b"0")
    times = 50 if storage.decides_at_once else 15

    def work() -> None:
        for _ in range(times):
            increment(storage, "/counter")

    run_together(*[work] * THREADS)
    assert storage.get("/counter").value == str(THREADS * times).encode()
    assert storage.revision == 2 + THREADS * times


def test_of_many_creators_one_wins(storage: Storage) -> None:
    winners: list[str] = []

    def work(name: str) -> None:
        for number in range(40):
            try:
                storage.create(f"/{number}", name.encode())
            except AlreadyExists:
                continue
            winners.append(f"/{number}")

    run_together(*[lambda name=f"t{number}": work(name) for number in range(THREADS)])
    assert sorted(winners) == sorted(f"/{number}" for number in range(40))
    assert storage.revision == 41


def churn(storage: Storage, seed: int, steps: int) -> None:
    """Writes at random to a few keys that others write to as well."""
    choice = random.Random(seed)
    for step in range(steps):
        key = f"/churn/{choice.randrange(10)}"
        value = f"{seed}-{step}".encode()
        try:
            match choice.randrange(3):
                case 0:
                    storage.create(key, value)
                case 1:
                    overwrite(storage, key, value)
                case _:
                    remove(storage, key)
        except (AlreadyExists, KeyNotFound, Conflict):
            continue


def collect(watch: Watch, into: list[Event], done: threading.Event) -> None:
    while True:
        finished = done.is_set()
        if events := wait_for_events(watch, patience=0.05):
            into.extend(events)
        elif finished:
            return


def test_watches_see_every_write_once_and_in_order(storage: Storage) -> None:
    done = threading.Event()
    seen: list[list[Event]] = [[] for _ in range(4)]
    writers_left = threading.Semaphore(0)

    def write(seed: int) -> None:
        churn(storage, seed, 150)
        writers_left.release()

    def finish() -> None:
        for _ in range(THREADS):
            writers_left.acquire()
        done.set()

    def watch_late(into: list[Event]) -> None:
        while storage.revision < 100:
            done.wait(0.001)
        collect(storage.watch("/churn/", 1), into, done)

    early = storage.watch("/churn/")
    run_together(
        *[lambda seed=seed: write(seed) for seed in range(THREADS)],
        finish,
        lambda: collect(early, seen[0], done),
        *[lambda into=into: watch_late(into) for into in seen[1:]],
    )
    for events in seen:
        assert [event.revision for event in events] == list(range(2, storage.revision + 1))
    assert seen[1] == seen[0]
    check_history(seen[0], storage)


def check_history(events: list[Event], storage: Storage) -> None:
    """Replays events: each old value must equal the value before, and the result must equal the storage."""
    state: dict[str, tuple[bytes, int]] = {}
    for event in events:
        old_value, old_revision = state.get(event.key, (None, 0))
        assert (event.old_value, event.old_revision) == (old_value, old_revision)
        if event.value is None:
            assert event.type is EventType.DELETED
            del state[event.key]
        else:
            assert event.type is (EventType.MODIFIED if old_revision else EventType.ADDED)
            state[event.key] = (event.value, event.revision)
    assert {stored.key: (stored.value, stored.revision) for stored in storage.list("/churn/").items} == state


def test_a_listing_and_the_watch_from_it_make_one_history(storage: Storage) -> None:
    failures: list[str] = []

    def follow() -> None:
        for _ in range(30):
            listing = storage.list("/churn/")
            state = {stored.key: stored.revision for stored in listing.items}
            watch = storage.watch("/churn/", listing.revision)
            for event in watch.take(20):
                if event.old_revision != state.get(event.key, 0):
                    failures.append(f"{event} does not follow {state.get(event.key)}")
                state[event.key] = 0 if event.value is None else event.revision
            watch.close()

    run_together(*[lambda seed=seed: churn(storage, seed, 100) for seed in range(4)], *[follow] * 3)
    assert failures == []


def test_pages_at_one_revision_are_one_moment(storage: Storage) -> None:
    # Two keys always change together in time: at no revision may the second be ahead of the first.
    storage.create("/pair/a", b"0")
    storage.create("/pair/b", b"0")
    done = threading.Event()

    def write() -> None:
        for number in range(1, 150):
            overwrite(storage, "/pair/a", str(number).encode())
            overwrite(storage, "/pair/b", str(number).encode())
        done.set()

    def read() -> None:
        while not done.is_set():
            first = storage.list("/pair/", limit=1)
            rest = storage.list("/pair/", limit=1, after="/pair/a", at_revision=first.revision)
            assert int(first.items[0].value) - int(rest.items[0].value) in (0, 1)

    run_together(write, read, read)


def test_compaction_amid_writes_disturbs_nobody(storage: Storage) -> None:
    done = threading.Event()
    seen: list[Event] = []
    watch = storage.watch("/churn/")

    def write() -> None:
        churn(storage, 1, 600)
        done.set()

    def compact() -> None:
        while not done.wait(0.002):
            storage.compact(storage.revision)

    run_together(write, compact, lambda: collect(watch, seen, done))
    check_history(seen, storage)
