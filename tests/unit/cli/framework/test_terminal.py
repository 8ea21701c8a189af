"""Colours only where they make sense; nothing from a file steers the terminal; progress only for long work."""

from __future__ import annotations

import io
import sys

import pytest

from kapivara.cli.framework import terminal
from kapivara.cli.framework.terminal import has_colour, page_width, printable, with_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        pytest.param(Terminal(), {}, True, id="terminal"),
        pytest.param(Terminal(), {"NO_COLOR": "1"}, False, id="NO_COLOR"),
        pytest.param(Terminal(), {"NO_COLOR": ""}, True, id="empty NO_COLOR"),
        pytest.param(Terminal(), {"TERM": "dumb"}, False, id="dumb terminal"),
        pytest.param(Terminal(), {"CLICOLOR": "0"}, False, id="CLICOLOR off"),
        pytest.param(io.StringIO(), {}, False, id="pipe"),
        pytest.param(io.StringIO(), {"CLICOLOR": "1"}, False, id="CLICOLOR on"),
        pytest.param(io.StringIO(), {"FORCE_COLOR": "1"}, True, id="FORCE_COLOR"),
        pytest.param(io.StringIO(), {"CLICOLOR_FORCE": "1"}, True, id="CLICOLOR_FORCE"),
        pytest.param(Terminal(), {"FORCE_COLOR": "0"}, False, id="FORCE_COLOR off"),
        pytest.param(io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, id="NO_COLOR wins"),
        pytest.param(io.StringIO(), {"FORCE_COLOR": "1", "TERM": "dumb"}, True, id="FORCE_COLOR wins"),
    ],
)
def test_colours(
    stream: io.StringIO, environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_colour(stream) is expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("spec.größe 漢字", "spec.größe 漢字", id="letters of all scripts"),
        pytest.param("a\x1b[31mb", "a\\x1b[31mb", id="escape sequence"),
        pytest.param("a\nb\tc", "a\\nb\\tc", id="newline and tab"),
        pytest.param("a\u202eb", "a\\u202eb", id="direction override"),
    ],
)
def test_control_characters_are_shown(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_long_work_on_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "PATIENCE_SECONDS", 0.0)
    assert list(with_progress(range(20), "objects")) == list(range(20))
    assert "objects     [" in stream.getvalue()
    assert " of 20" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("columns", [40, 44, 60, 100])
def test_a_bar_fits_into_one_line(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(terminal, "_REFRESH_SECONDS", 0.0)
    monkeypatch.setenv("COLUMNS", str(columns))
    list(with_progress(range(2_000_000)[::1_000], "definitions"))
    lines = stream.getvalue().split("\r\x1b[K")
    assert max(map(len, lines)) < columns
    assert " of 2,000" in lines[-2]


@pytest.mark.parametrize(
    ("stream", "columns", "expected"),
    [(io.StringIO(), "200", 100), (Terminal(), "200", 200), (Terminal(), "10", 40), (Terminal(), "", 100)],
)
def test_how_wide_a_page_is(stream: io.StringIO, columns: str, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert page_width(stream) == expected


@pytest.mark.parametrize("stream", [pytest.param(io.StringIO(), id="pipe"), pytest.param(Terminal(), id="short work")])
def test_otherwise_nothing_is_shown(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    assert list(with_progress(range(20), "objects")) == list(range(20))
    assert stream.getvalue() == ""
