"""Every test of the contract runs on every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from kapivara.storage import Storage
from kapivara.storage.memory import MemoryStorage
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite import SqliteStorage

ENGINES = ("memory", "sqlite")
OpenStorage = Callable[..., Storage]


@pytest.fixture(params=ENGINES)
def open_storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStorage]:
    """Opens empty storages of one engine; closes them after the test."""
    numbers = count()
    with ExitStack() as stack:

        def start(retention: Retention = Retention()) -> Storage:  # noqa: B008 (frozen)
            if request.param == "memory":
                return stack.enter_context(MemoryStorage(retention=retention))
            return stack.enter_context(SqliteStorage(tmp_path / f"data-{next(numbers)}", retention=retention))

        yield start


@pytest.fixture
def storage(open_storage: OpenStorage) -> Storage:
    """An empty storage."""
    return open_storage()
