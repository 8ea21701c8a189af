"""Compiles generated source and returns its functions; the only module that calls `compile` and `exec`.

The source is stored in `linecache`, so that tracebacks and debuggers show generated lines.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from kapivara.emit.source import SourceWriter
from kapivara.values.caches import SharedCache

_serial = itertools.count()
_LONG = 16 * 1024
_LEAST_SIZE = 2_000
_SIZE_OF_CHARACTER = 8  # bytes of code and lines per character of source


def load(writer: SourceWriter, title: str, entry: str) -> Any:
    """Compiles the source of a writer and returns the function named `entry`."""
    return load_all(writer, title, [entry])[0]


def load_all(writer: SourceWriter, title: str, entries: Sequence[str]) -> list[Any]:
    """Compiles the source of a writer and returns the functions of these names.

    Long source is compiled piece by piece, because no other thread runs while Python compiles.
    """
    pieces = writer.pieces()
    listings = [_listing(title, piece) for piece in (pieces if sum(map(len, pieces)) > _LONG else ["".join(pieces)])]
    namespace = writer.globals
    for listing in listings:
        exec(listing.code, namespace)  # noqa: S102 - the design's one place for it
    functions = [namespace[entry] for entry in entries]
    for function in functions:
        function.__kapivara_listings__ = listings
    return functions


def load_module(source: str, title: str) -> dict[str, Any]:
    """Runs the source of a whole generated module and returns its names."""
    listing = _listing(title, source)
    namespace: dict[str, Any] = {
        "__name__": f"kapivara_generated_{_printable(title)}",
        "__kapivara_listings__": [listing],
    }
    exec(listing.code, namespace)  # noqa: S102 - the design's one place for it
    return namespace


class _Listing:
    """Compiled source, kept in `linecache` for as long as a function made from it lives.

    Nodes with the same source share one listing: only the objects bound to the code differ.
    """

    def __init__(self, title: str, source: str):
        import linecache  # short commands compile nothing, and it imports a tokenizer

        self._lines = linecache.cache
        self._filename = f"<kapivara {_printable(title)} #{next(_serial)}>"
        self.size = _LEAST_SIZE + _SIZE_OF_CHARACTER * len(source)
        self.code = compile(source, self._filename, "exec")
        self._lines[self._filename] = (len(source), None, source.splitlines(keepends=True), self._filename)

    def __del__(self) -> None:
        self._lines.pop(self._filename, None)


_SHARED: SharedCache[_Listing] = SharedCache(recent=8 << 20)


def _listing(title: str, source: str) -> _Listing:
    return _SHARED.get((title, source), lambda: _Listing(title, source), lambda made: made.size)


def _printable(title: str) -> str:
    return "".join(c if c.isalnum() or c in "-._/" else "_" for c in title[:80])
