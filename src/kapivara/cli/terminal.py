"""What the terminal can show: colours, and progress for long work.

Colours only on a terminal, never with NO_COLOR or TERM=dumb. Progress goes to standard error, only if that is a
terminal, and only once the work has proved long; rich is imported at that moment and not before.
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

Item = TypeVar("Item")


def has_colour(stream: IO[str]) -> bool:
    """Tells whether escape sequences for colours make sense on this stream."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


_CODES = {"red": 31, "green": 32, "yellow": 33, "cyan": 36, "bold": 1, "dim": 2}


def styled(text: str, *styles: str) -> str:
    """Renders text in a colour, bold or dim, as terminals understand it."""
    codes = "".join(f"\x1b[{_CODES[style]}m" for style in styles)
    return f"{codes}{text}\x1b[0m"


def printable(text: str) -> str:
    """Renders text from files so that it cannot steer the terminal: control characters are shown, not sent."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def write_out(text: str) -> None:
    """Writes to standard output; what its encoding lacks is written by number."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout.write(text)


def write_error(text: str) -> None:
    """Writes to standard error, at once."""
    sys.stderr.write(text)
    sys.stderr.flush()


def with_progress(items: Sequence[Item], label: str) -> Iterable[Item]:
    """Passes the items on; where that takes long and a person watches, shows how far it is."""
    return _watched(items, label) if len(items) > 1 and sys.stderr.isatty() else items


def _watched(items: Sequence[Item], label: str) -> Iterator[Item]:
    started = time.monotonic()
    position = 0
    while position < len(items) and time.monotonic() - started < PATIENCE_SECONDS:
        yield items[position]
        position += 1
    if position == len(items):
        return
    with _bar(label, len(items)) as advance:
        for done in range(position, len(items)):
            advance(done)
            yield items[done]


@contextmanager
def _bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.update(task, completed=done)
