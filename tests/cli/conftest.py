"""What tests of commands have in common."""

from __future__ import annotations

import pytest

from kapivara.cli import terminal

WIDE = 100_000


@pytest.fixture(autouse=True)
def _wide_page(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Has reports broken nowhere, so that tests find whole sentences; those about the width itself take `page`."""
    if "page" not in request.fixturenames:
        monkeypatch.setattr(terminal, "PAGE_WIDTH", WIDE)


@pytest.fixture
def page() -> int:
    """The width that reports keep to."""
    return terminal.PAGE_WIDTH
