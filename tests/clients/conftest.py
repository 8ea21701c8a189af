"""Fixtures for tests of real clients: a server with a clean store and one CRD, and functions that wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara import Api

PATIENCE = 120.0
SITE = {"apiVersion": "example.com/v1", "kind": "Website"}


def website(name: str, title: str = "Home", **labels: str) -> dict[str, Any]:
    return {**SITE, "metadata": {"name": name, "labels": labels}, "spec": {"title": title}}


@pytest.fixture
def websites(kapivara_api: Api, root: Path) -> Api:
    """A clean store with the CRD of Websites."""
    kapivara_api.load(root / "examples/operator/websites.yaml")
    return kapivara_api


def until(read: Callable[[], Any]) -> Any:
    """Waits until a function returns a true value; returns the value."""
    end = time.monotonic() + PATIENCE
    while not (found := read()):
        assert time.monotonic() < end, "that does not happen"
        time.sleep(0.01)
    return found


class Aside(threading.Thread):
    """Runs work beside a test and raises its error in the test."""

    def __init__(self, work: Callable[[], Any]):
        super().__init__(daemon=True)
        self._work = work
        self._failure: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._work()
        except BaseException as failure:
            self._failure = failure

    def finish(self) -> None:
        self.join(PATIENCE)
        assert not self.is_alive()
        if self._failure is not None:
            raise self._failure
