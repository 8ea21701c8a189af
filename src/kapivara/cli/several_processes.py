"""Work in many pieces, done by several processes at once: copies of this one, which take the next piece when they can.

The numbers of the pieces stand in pipes; whoever is free takes the next one. What came of them goes back through
another pipe, a pickle for each of them. Some pieces may have to wait until this process has prepared something: copies
that are made before that do the others meanwhile. What a copy did not deliver, whatever ended it, is done here in the
end: so work that fails is done once more, and fails here in the same way.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final, NoReturn, TypeVar

Piece = TypeVar("Piece")

_NUMBER: Final = 4  # bytes, so that all numbers fit into a pipe, and each is taken whole
MOST_PIECES: Final = 4096


def processors() -> int:
    """Tells how many processes can run at once here; 1 where a process cannot be copied."""
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
    """Does so many pieces of work, by their numbers, in so many processes; returns what came of each.

    The first ones, as many as are `waiting`, are done once `prepare` was called, which happens here. `watch` passes on
    the numbers of those that are done here. There may be MOST_PIECES of them.
    """
    at_once = _Numbers(range(waiting, count))
    later = _Numbers(range(waiting))
    early = _share(processes - 1, count - waiting, count)
    copies: list[_Copy] = []
    gc.freeze()  # what is there by now stays, so a copy need not look at it, and pages stay shared
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
    """Tells how many copies are made at once: their part of all, but at least one where there is work for it."""
    return min(copies, -(-copies * at_once // count)) if count else 0


class _Numbers:
    """Numbers that several processes take, each of them once, until there are none."""

    def __init__(self, numbers: range) -> None:
        self._waiting, output = os.pipe()
        os.write(output, b"".join(number.to_bytes(_NUMBER, "little") for number in numbers))
        os.close(output)

    def __iter__(self) -> Iterator[int]:
        while number := os.read(self._waiting, _NUMBER):
            yield int.from_bytes(number, "little")

    def close(self) -> None:
        """Takes no more of them in this process."""
        os.close(self._waiting)


class _Copy:
    """A copy of this process, which works until there is nothing left to do."""

    def __init__(self, work: Callable[[int], Any], *numbers: Iterable[int]) -> None:
        self._output, output = os.pipe()
        self._process: int | None = os.fork()
        if not self._process:
            os.close(self._output)
            _work_as_copy(work, chain(*numbers), output)
        os.close(output)

    def delivered(self) -> dict[int, Any]:
        """Waits until the copy is done; returns what came of its pieces, nothing where it failed."""
        import pickle

        done: dict[int, Any] = {}
        with open(self._output, "rb", closefd=False) as stream:
            try:
                while True:
                    done |= pickle.load(stream)  # noqa: S301  from our own copy, through a pipe that nobody else has
            except (EOFError, pickle.UnpicklingError):
                return done

    def end(self) -> None:
        """Ends the copy, if it still works, and takes its leave."""
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
        os._exit(code)  # whatever happened: all else is the affair of the process that it is a copy of
