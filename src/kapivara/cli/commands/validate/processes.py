"""Runs pieces of work in several forked processes, each of which takes the next piece when it is free.

The numbers of the pieces are in pipes, from which every process reads. Results come back through another pipe, as one
pickle each. Some pieces may wait until this process has prepared something; processes forked earlier work on the
others. Pieces whose results a process did not return, for whatever reason, run here at the end, so that work that
raises an exception raises it here.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final, NoReturn, TypeVar

Piece = TypeVar("Piece")

_NUMBER: Final = 4  # bytes: all numbers fit into a pipe, and each is read in one piece
MOST_PIECES: Final = 4096


def processors() -> int:
    """Returns how many processes can run in parallel; 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(
    work: Callable[[int], Piece],
    count: int,
    processes: int,
    watch: Callable[[Iterator[int]], Iterator[int]] = iter,
    *,
    prepare: Callable[[], object] = lambda: None,
    waiting: int = 0,
) -> list[Piece]:
    """Runs the pieces `range(count)` in several processes, and returns their results in order.

    The first `waiting` pieces run after `prepare`, which is called in this process. `watch` passes on the numbers of
    the pieces that run in this process. `count` may be at most MOST_PIECES.
    """
    at_once = _Numbers(range(waiting, count))
    later = _Numbers(range(waiting))
    early = _share(processes - 1, count - waiting, count)
    copies: list[_Copy] = []
    gc.freeze()  # existing objects are excluded from collections, so that forked processes keep sharing their pages
    try:
        copies += [_Copy(work, at_once) for _ in range(early)]
        prepare()
        gc.freeze()
        copies += [_Copy(work, later, at_once) for _ in range(processes - 1 - early)]
        done = {number: work(number) for number in watch(chain(later, at_once))}
        for copy in copies:
            done |= copy.delivered()
    finally:
        later.close()
        at_once.close()
        gc.unfreeze()
        for copy in copies:
            copy.end()
    return [done[number] if number in done else work(number) for number in range(count)]


def _share(copies: int, at_once: int, count: int) -> int:
    """Returns how many processes to fork at once: their share of all work, at least one if there is work."""
    return min(copies, -(-copies * at_once // count)) if count else 0


class _Numbers:
    """Numbers in a pipe, each of which one process takes."""

    def __init__(self, numbers: range) -> None:
        self._waiting, output = os.pipe()
        os.write(output, b"".join(number.to_bytes(_NUMBER, "little") for number in numbers))
        os.close(output)

    def __iter__(self) -> Iterator[int]:
        while number := os.read(self._waiting, _NUMBER):
            yield int.from_bytes(number, "little")

    def close(self) -> None:
        """Stops taking numbers in this process."""
        os.close(self._waiting)


class _Copy:
    """A forked process, which works until no numbers are left."""

    def __init__(self, work: Callable[[int], Any], *numbers: Iterable[int]) -> None:
        self._output, output = os.pipe()
        self._process: int | None = os.fork()
        if not self._process:
            os.close(self._output)
            _work_as_copy(work, chain(*numbers), output)
        os.close(output)

    def delivered(self) -> dict[int, Any]:
        """Waits for the process; returns its results by number, none if it failed."""
        import pickle

        done: dict[int, Any] = {}
        with open(self._output, "rb", closefd=False) as stream:
            try:
                while True:
                    done |= pickle.load(stream)  # noqa: S301  written by our own process, through a private pipe
            except (EOFError, pickle.UnpicklingError):
                return done

    def end(self) -> None:
        """Kills the process if it still runs, and reaps it."""
        os.close(self._output)
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = None


def _work_as_copy(work: Callable[[int], Any], numbers: Iterable[int], output: int) -> NoReturn:
    code = 1
    try:
        import pickle

        pickles = [pickle.dumps({number: work(number)}, protocol=pickle.HIGHEST_PROTOCOL) for number in numbers]
        with open(output, "wb") as stream:
            stream.write(b"".join(pickles))
        code = 0
    finally:
        os._exit(code)  # in any case: cleanup is left to the parent process
