"""Runs every test of the contract on every engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from time import monotonic

import pytest
from tests.contract.engines import ENGINES, USUAL

from kapivara.storage import Compacted, Event, Storage, Watch
from kapivara.storage.retention import Retention

PATIENCE = 120.0
OpenStorage = Callable[..., Storage]


@pytest.fixture(params=ENGINES)
def open_storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStorage]:
    """Opens empty storages of one engine and closes them after the test."""
    numbers = count()
    with ExitStack() as stack:

        def start(retention: Retention = USUAL) -> Storage:
            return stack.enter_context(ENGINES[request.param](tmp_path / f"data-{next(numbers)}", retention))

        yield start


def wait_for_events(watch: Watch, *, patience: float = PATIENCE) -> list[Event]:
    """Waits for events and returns those that arrived; none if the timeout expires."""
    news = threading.Event()
    watch.notify(news.set)
    end = monotonic() + patience
    while True:
        news.clear()
        if events := watch.take():
            return events
        if monotonic() >= end:
            return []
        news.wait(end - monotonic())


def take_all(watch: Watch) -> list[Event]:
    """Returns events until there are no more."""
    events: list[Event] = []
    while taken := watch.take():
        events += taken
    return events


def oldest_revision(storage: Storage) -> int:
    """Returns the oldest revision that is still available."""
    try:
        storage.list("/", at_revision=0, limit=1)
    except Compacted as refusal:
        return refusal.compacted
    return 0


@pytest.fixture
def storage(open_storage: OpenStorage) -> Storage:
    """An empty storage."""
    return open_storage()
