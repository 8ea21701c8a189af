"""Colours, page width, and progress bars for long work.

Progress goes to standard error, only if it is a terminal, and only after the work has taken a while.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TypeVar

PATIENCE_SECONDS = 0.7
PAGE_WIDTH = 100
"""The width of text that goes to no terminal."""
_NARROWEST = 40
_BAR_WIDTH = 30
_REFRESH_SECONDS = 0.1

Item = TypeVar("Item")


def has_colour(stream: IO[str]) -> bool:
    """Returns whether to use escape sequences for colours on this stream.

    NO_COLOR turns them off, FORCE_COLOR and CLICOLOR_FORCE on, CLICOLOR=0 and TERM=dumb off; otherwise terminals have
    them.
    """
    variables = os.environ
    if variables.get("NO_COLOR"):
        return False
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        if variables.get(name):
            return variables[name] != "0"
    return variables.get("CLICOLOR") != "0" and variables.get("TERM") != "dumb" and stream.isatty()


def page_width(stream: IO[str] | None = None) -> int:
    """Returns the width of text in columns: that of the terminal, or PAGE_WIDTH."""
    if stream is None or not stream.isatty():
        return PAGE_WIDTH
    given = os.environ.get("COLUMNS", "")
    try:
        columns = int(given) if given.isdecimal() else os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = PAGE_WIDTH
    return max(columns or PAGE_WIDTH, _NARROWEST)


_CODES = {"red": 31, "green": 32, "yellow": 33, "cyan": 36, "bold": 1, "dim": 2}


def styled(text: str, *styles: str) -> str:
    """Returns text in a colour, bold or dim, with ANSI escape sequences."""
    codes = "".join(f"\x1b[{_CODES[style]}m" for style in styles)
    return f"{codes}{text}\x1b[0m"


def printable(text: str) -> str:
    """Escapes control characters, so that text from files cannot control the terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def shown_width(text: str) -> int:
    """Returns the number of columns that a text takes on a terminal: some characters take two, some none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # most texts are ASCII

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def write_out(text: str) -> None:
    """Writes to standard output; characters that its encoding lacks are escaped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout.write(text)


def write_error(text: str) -> None:
    """Writes to standard error, and flushes it."""
    sys.stderr.write(text)
    sys.stderr.flush()


def with_progress(items: Sequence[Item], label: str) -> Iterable[Item]:
    """Yields the items; shows a progress bar if that takes long and standard error is a terminal."""
    if len(items) <= 1 or not sys.stderr.isatty():
        return items
    return map(items.__getitem__, _watched(iter(range(len(items))), len(items), label))


def with_progress_of(numbers: Iterator[int], *, total: int, label: str) -> Iterator[int]:
    """Yields the numbers with a progress bar, for items of which other processes may take some."""
    return _watched(numbers, total, label) if total > 1 and sys.stderr.isatty() else numbers


def _watched(numbers: Iterator[int], total: int, label: str) -> Iterator[int]:
    started = time.monotonic()
    for number in numbers:
        if time.monotonic() - started >= PATIENCE_SECONDS:
            break
        yield number
    else:
        return
    with _bar(label, total) as advance:
        advance(number)
        yield number
        for number in numbers:
            advance(number)
            yield number


@contextmanager
def _bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar on one line of standard error, with an estimate of the remaining time."""
    started, shown, width = time.monotonic(), 0.0, page_width(sys.stderr)

    def advance(done: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < _REFRESH_SECONDS:
            return
        shown = now
        left = (now - started) / max(done, 1) * (total - done) if done else 0
        rest = f", about {left:.0f} s left" if left >= 1 else ""
        counts = f" {done:,} of {total:,}{rest}"
        bar = min(_BAR_WIDTH, width - len(f"{label:12}[]{counts}") - 1)  # a wrapped line could not be erased
        shape = f"[{'#' * (done * bar // total):{bar}}]" if bar > 0 else ""
        write_error(f"\r\x1b[K{f'{label:12}{shape}{counts}'[: width - 1]}")

    try:
        yield advance
    finally:
        write_error("\r\x1b[K")
