"""Runs slow patterns in a separate process with a time limit.

RE2 cannot be stopped once it runs, and holds the interpreter's lock while it compiles. Nearly all patterns and searches
are fast; but a long program may take seconds to compile, and minutes to search a long text. A few such processes run at
a time; others wait.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import threading
from array import array
from collections.abc import Iterator
from time import process_time
from typing import BinaryIO

from kapivara.languages.re2.program import PatternLimitError, compile_pattern
from kapivara.languages.re2.spans import spans_of
from kapivara.values.record import record
from kapivara.values.request_budget import SEARCHING_SECONDS, current_budget, search_limit

_PATIENCE = 5  # seconds of real time per second of CPU time
_ROOM_BYTES = 128 << 20
_MOST_MEMORY = 1 << 30
_MOST_AT_ONCE = threading.BoundedSemaphore(2)
_QUESTION = struct.Struct("<qqqq")
_ANSWER = struct.Struct("<dd?q")


class _OverTimeError(Exception):
    """Raised when the process has used up its time."""


@record
class Search:
    """The result of a process: its compilation time, the unit of positions (characters or bytes), and the matches."""

    compiled_seconds: float
    in_characters: bool
    places: array[int]

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yields the start and the end of each match."""
        return zip(self.places[::2], self.places[1::2], strict=True)


def search_elsewhere(pattern: str, text: str, limit: int) -> Search:
    """Returns the matches of a pattern, at most `limit`; raises PatternLimitError after the time limit."""
    try:
        return _ask(pattern, text, limit)
    except _OverTimeError:
        size = len(text.encode("utf-8", "replace"))
        message = f"kapivara cannot decide this within {SEARCHING_SECONDS} s, for {size} bytes of text"
        raise PatternLimitError(message) from None


def seconds_to_compile(pattern: str) -> float:
    """Returns the compilation time of a pattern in seconds, infinity beyond the limit.

    Raises PatternLimitError if it cannot be compiled at all.
    """
    try:
        return _ask(pattern, "", 0).compiled_seconds
    except _OverTimeError:
        return float("inf")


def _ask(pattern: str, text: str, limit: int) -> Search:
    """Runs a process, and counts its time for the current request; raises _OverTimeError."""
    budget = current_budget()
    if budget.searched > SEARCHING_SECONDS:
        raise PatternLimitError(search_limit())
    source, data = pattern.encode("utf-8", "surrogatepass"), text.encode("utf-8", "replace")
    question = _QUESTION.pack(len(source), len(data), limit, SEARCHING_SECONDS) + source + data
    command = [sys.executable, "-P", "-m", "kapivara.languages.re2.heavy_search"]
    with _MOST_AT_ONCE:
        try:
            done = subprocess.run(  # noqa: S603  our own module
                command, input=question, capture_output=True, timeout=_PATIENCE * SEARCHING_SECONDS, check=True
            )
        except (subprocess.SubprocessError, OSError):
            budget.searched += 2 * SEARCHING_SECONDS
            raise _OverTimeError from None
    used, compiled, in_characters, length = _ANSWER.unpack_from(done.stdout)
    budget.searched += used
    payload = done.stdout[_ANSWER.size :]
    if length:
        raise PatternLimitError(payload.decode())
    return Search(compiled, in_characters, array("q", payload))


def _main(given: BinaryIO, answer: BinaryIO) -> None:
    """The main function of the other process: reads one request, searches, and writes the response."""
    length, size, limit, seconds = _QUESTION.unpack(given.read(_QUESTION.size))
    _bound_itself(seconds)
    pattern, text = given.read(length).decode("utf-8", "surrogatepass"), given.read(size).decode()
    begun = process_time()
    try:
        program, _ = compile_pattern(pattern, _ROOM_BYTES)
    except PatternLimitError as limit_of_ours:
        problem = str(limit_of_ours).encode()
        answer.write(_ANSWER.pack(process_time(), process_time() - begun, False, len(problem)) + problem)
        return
    compiled = process_time() - begun
    spans = spans_of(program, program.encode(text), limit)
    found = array("q", (place for span in spans for place in span)).tobytes()
    answer.write(_ANSWER.pack(process_time(), compiled, program.alphabet is not None, 0) + found)


def _bound_itself(seconds: int) -> None:
    try:
        import resource
    except ImportError:  # a system without it: only the clock limits
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


if __name__ == "__main__":
    _main(sys.stdin.buffer, sys.stdout.buffer)
