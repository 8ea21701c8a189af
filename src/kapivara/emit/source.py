"""Writes Python source: indentation by context manager, names from an allocator, objects through globals.

Nothing that a user controls becomes code. A user's text is either bound as an object (`bind`) or passes through
`literal`, which accepts only exact types whose `repr` is a Python literal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeAlias, TypeVar

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")

Line: TypeAlias = tuple[int, str]
"""The indentation level of a line of code, and its text; levels of captured lines are relative to their later place."""

_INDENTATION = "    "
_OFTEN_ASKED = {each.__name__: each for each in (len, type, dict, list, str, int)}
"""Functions and classes that code finds faster among its own globals than among Python's builtins."""


class SourceWriter:
    """Collects the lines of one module and the objects to which its code refers."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self._aside: list[list[Line]] = []
        self._depth = 0
        self._outdented = _Outdented(self)
        self._names: dict[int, str] = {}
        self.globals: dict[str, Any] = dict(_OFTEN_ASKED)

    def line(self, text: str) -> None:
        """Adds one line at the current indentation."""
        self._lines.append((self._depth, text))

    def block(self, head: str) -> AbstractContextManager[None]:
        """Adds `head:` and indents the following lines until the `with` block ends."""
        self._lines.append((self._depth, head + ":"))
        self._depth += 1
        return self._outdented

    def outdent(self) -> None:
        """Ends a block."""
        self._depth -= 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Writes the lines of the `with` block before all other lines, at the level of the module."""
        lines, depth = self._lines, self._depth
        self._lines, self._depth = [], 0
        yield
        self._aside.append(self._lines)
        self._lines, self._depth = lines, depth

    def captured(self, write: Callable[[_Argument], _Result], argument: _Argument) -> tuple[_Result, list[Line]]:
        """Calls a function that writes lines; returns its result and the lines, instead of writing them."""
        lines, depth = self._lines, self._depth
        self._lines, self._depth = [], 0
        result = write(argument)
        found = self._lines
        self._lines, self._depth = lines, depth
        return result, found

    def put(self, lines: list[Line]) -> None:
        """Writes captured lines at the current indentation."""
        depth = self._depth
        self._lines += [(level + depth, text) for level, text in lines]

    def bind(self, value: Any) -> str:
        """Makes an object available to the code and returns its name there."""
        name = self._names.get(id(value))  # unique: `globals` keeps the object alive, so no other object gets this id
        if name is None:
            name = self._names[id(value)] = f"g{len(self._names)}"
            self.globals[name] = value
        return name

    def text(self) -> str:
        """Returns the module's source."""
        return "".join(self.pieces())

    def pieces(self) -> list[str]:
        """Returns the module's source in pieces that Python can compile separately."""
        return [
            "".join([f"{_INDENTATION * level}{text}\n" for level, text in lines])
            for lines in (*self._aside, self._lines)
        ]


class _Outdented:
    """Ends a block of a writer; all blocks share one instance, because large expressions have very many."""

    __slots__ = ("_writer",)

    def __init__(self, writer: SourceWriter):
        self._writer = writer

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_exception: object) -> None:
        self._writer.outdent()


def literal(value: str | int | float | bool | None, *, double_quotes: bool = False) -> str:
    """Returns a scalar as a Python literal; raises TypeError for anything else.

    Subclasses are rejected too: their `repr` could be anything. Strings are in single quotes, as Python writes them, or
    in `double_quotes`, which formatters prefer, where the string contains none.
    """
    if double_quotes and type(value) is str and '"' not in value:
        return f'"{repr(value)[1:-1]}"'  # equal in both kinds of quotes if none is inside
    if type(value) in (str, int, bool) or value is None:
        return repr(value)
    if type(value) is float and value - value == 0:  # neither NaN nor infinite: those have no literal
        return repr(value)
    raise TypeError(f"no literal for {type(value).__name__}")
