"""Turns written source into functions; the one place that calls `compile` and `exec`.

The source is put into `linecache`, so that tracebacks and debuggers show generated lines.
"""

from __future__ import annotations

import itertools
import linecache
from typing import Any

from kapivara.compiler.source import SourceWriter

_serial = itertools.count()


def load(writer: SourceWriter, title: str, entry: str) -> Any:
    """Compiles what was written and returns the function named `entry`."""
    source = writer.text()
    filename = f"<kapivara {_printable(title)} #{next(_serial)}>"
    namespace = writer.globals
    exec(compile(source, filename, "exec"), namespace)  # noqa: S102 - the design's one place for it
    function = namespace[entry]
    _Source(filename, source).attach(function)
    return function


class _Source:
    """Keeps a function's source in `linecache` for as long as the function lives."""

    def __init__(self, filename: str, source: str):
        self._filename = filename
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)

    def attach(self, function: Any) -> None:
        function.__kapivara_source__ = self

    def __del__(self) -> None:
        linecache.cache.pop(self._filename, None)


def _printable(title: str) -> str:
    return "".join(c if c.isalnum() or c in "-._/" else "_" for c in title[:80])
