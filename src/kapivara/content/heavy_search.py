"""Searches that may take long, in a process of their own, which is ended when its time is up.

RE2 cannot be stopped once it runs. Nearly all searches are quick; one of a long program in a long text may take
minutes. A few such processes run at a time; the others wait.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import threading
from array import array
from collections.abc import Iterator
from typing import Any, BinaryIO

from kapivara.content.re2_program import Loaded, PatternLimitError
from kapivara.content.spans import spans_of

_PATIENCE = 5  # how many seconds may pass for one of the processor
_ROOM_BYTES = 128 << 20
_MOST_AT_ONCE = threading.BoundedSemaphore(2)
_HEAD = struct.Struct("<?qqqq")


def heavy_spans_of(program: Loaded, data: bytes, limit: int, seconds: int) -> Iterator[tuple[int, int]]:
    """Gives where a program matches, found by another process; raises PatternLimitError where its time is up."""
    source = program.source
    head = _HEAD.pack(program.latin, len(source), len(data), limit, seconds)
    command = [sys.executable, "-P", "-m", "kapivara.content.heavy_search"]
    with _MOST_AT_ONCE:
        try:
            done = subprocess.run(  # noqa: S603  our own module
                command, input=head + source + data, capture_output=True, timeout=_PATIENCE * seconds, check=True
            )
        except (subprocess.SubprocessError, OSError):
            message = f"kapivara cannot tell within {seconds} s, for {len(data)} bytes of text"
            raise PatternLimitError(message) from None
    places = array("q", done.stdout)
    return zip(places[::2], places[1::2], strict=True)


def _main(given: BinaryIO, answer: BinaryIO) -> None:
    """Is the other process."""
    import re2

    latin, length, size, limit, seconds = _HEAD.unpack(given.read(_HEAD.size))
    _bound_itself(seconds)
    source, data = given.read(length), given.read(size)
    options: Any = re2.Options()
    options.never_capture = True
    options.max_mem = _ROOM_BYTES
    if latin:
        options.encoding = re2.Options.Encoding.LATIN1
    compiled = re2._re2.RE2(source, options)
    program = Loaded(compiled.Match, compiled.ProgramSize(), source, latin)
    spans = spans_of(program, data, limit)
    answer.write(array("q", (place for span in spans for place in span)).tobytes())


def _bound_itself(seconds: int) -> None:
    try:
        import resource
    except ImportError:  # a system without it: the clock alone
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


if __name__ == "__main__":
    _main(sys.stdin.buffer, sys.stdout.buffer)
