"""Holds or fails commits of the SQLite storage, so that a test can act in between."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence

import pytest

from kapivara.storage import Event
from kapivara.storage.sqlite import writer as room
from kapivara.storage.sqlite import writer as sqlite_writer

PATIENCE = 120.0


class HeldCommits:
    """Holds every batch before it is written until the test releases it, or makes it fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._usual = room.commit_events
        self._may_go = threading.Semaphore(0)
        self._holds = True
        self._fails = False
        self.begun = threading.Semaphore(0)
        """Released whenever a batch is about to be written."""
        monkeypatch.setattr(room, "commit_events", self._write)
        monkeypatch.setattr(sqlite_writer, "QUICK_SECONDS", 0.0)  # the caller must not write a held batch

    def _write(self, connection: sqlite3.Connection, events: Sequence[Event]) -> None:
        self.begun.release()
        if self._holds:
            assert self._may_go.acquire(timeout=PATIENCE)
        if self._fails:
            raise sqlite3.OperationalError("the disk is on fire")
        self._usual(connection, events)

    def wait_for_batch(self) -> None:
        """Waits until a batch is about to be written."""
        assert self.begun.acquire(timeout=PATIENCE)

    def let_go(self, *, fails: bool = False) -> None:
        """Lets the next batch be written, or fail."""
        self._fails = fails
        self._may_go.release()

    def let_all_go(self) -> None:
        """Stops holding batches."""
        self._holds = self._fails = False
        self._may_go.release()
