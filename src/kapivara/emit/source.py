"""Writes Python source: indentation by context manager, names from an allocator, objects through globals.

Nothing that a user controls becomes code. Text of a user's is either bound as an object (`bind`) or passes
through `literal`, which accepts only exact types whose `repr` is a Python literal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class SourceWriter:
    """Collects lines of one module and the objects its code refers to."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._aside: list[list[str]] = []
        self._depth = 0
        self._taken = 0
        self.globals: dict[str, Any] = {}

    def line(self, text: str) -> None:
        """Adds one line at the current indentation."""
        self._lines.append("    " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Adds `head:` and indents what is written inside."""
        self.line(head + ":")
        self._depth += 1
        yield
        self._depth -= 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Writes what is written inside before everything else, at the module's level."""
        lines, depth = self._lines, self._depth
        self._lines, self._depth = [], 0
        yield
        self._aside.append(self._lines)
        self._lines, self._depth = lines, depth

    def mark(self) -> int:
        """Names the present end of what is written."""
        return len(self._lines)

    def insert(self, mark: int, text: str) -> None:
        """Adds one line at a mark, at the current indentation."""
        self._lines.insert(mark, "    " * self._depth + text)

    def take(self, mark: int) -> list[str]:
        """Takes back what was written since a mark."""
        taken = self._lines[mark:]
        del self._lines[mark:]
        return taken

    def put(self, lines: list[str]) -> None:
        """Writes taken lines again, one level deeper than they were."""
        self._lines += ["    " + line for line in lines]

    def bind(self, value: Any) -> str:
        """Makes an object reachable from the code, and returns its name there."""
        name = f"g{self._taken}"
        self._taken += 1
        self.globals[name] = value
        return name

    def text(self) -> str:
        """Returns the module's source."""
        return "".join(self.pieces())

    def pieces(self) -> list[str]:
        """Returns the module's source in pieces, each of which Python can compile on its own."""
        return ["\n".join(lines) + "\n" for lines in (*self._aside, self._lines)]


def literal(value: str | int | float | bool | None) -> str:
    """Renders a scalar as a Python literal; anything else is refused.

    Subclasses are refused too: their `repr` could be anything.
    """
    if type(value) in (str, int, bool) or value is None:
        return repr(value)
    if type(value) is float and value - value == 0:  # neither NaN nor infinite: those have no literal
        return repr(value)
    raise TypeError(f"no literal for {type(value).__name__}")
