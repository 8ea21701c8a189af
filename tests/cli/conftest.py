"""Fixtures for tests of commands."""

from __future__ import annotations

import pytest

from kapivara.cli.framework import terminal

WIDE = 100_000


@pytest.fixture(autouse=True)
def _wide_page(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Turns off the wrapping of reports, so that tests find whole sentences; tests of the width take `page`."""
    if "page" not in request.fixturenames:
        monkeypatch.setattr(terminal, "PAGE_WIDTH", WIDE)


@pytest.fixture
def page() -> int:
    """Sets the width of reports."""
    return terminal.PAGE_WIDTH
