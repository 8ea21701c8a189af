"""Work in many pieces, done by several processes at once: copies of this one, which take the next piece when they can.

The numbers of the pieces stand in a pipe; whoever is free takes the next one from it. What came of them goes back
through another pipe, a pickle for each copy. What a copy did not deliver, whatever ended it, is done here in the
end: so work that fails is done once more, and fails here in the same way.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
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
    work: Callable[[int], Piece], count: int, processes: int, watch: Callable[[Iterator[int]], Iterator[int]] = iter
) -> list[Piece]:
    """Does so many pieces of work, by their numbers, in so many processes; returns what came of each.

    `watch` passes on the numbers of those that are done here. There may be MOST_PIECES of them.
    """
    waiting, numbers = os.pipe()
    os.write(numbers, b"".join(number.to_bytes(_NUMBER, "little") for number in range(count)))
    os.close(numbers)
    gc.freeze()  # what is there by now stays, so a copy need not look at it, and pages stay shared
    copies = [_Copy(work, waiting) for _ in range(processes - 1)]
    try:
        done = {number: work(number) for number in watch(_taken(waiting))}
        for copy in copies:
            done |= copy.delivered()
    finally:
        os.close(waiting)
        gc.unfreeze()
        for copy in copies:
            copy.end()
    return [done[number] if number in done else work(number) for number in range(count)]


def _taken(waiting: int) -> Iterator[int]:
    """Takes numbers, until there are none."""
    while number := os.read(waiting, _NUMBER):
        yield int.from_bytes(number, "little")


class _Copy:
    """A copy of this process, which works until there is nothing left to do."""

    def __init__(self, work: Callable[[int], Any], waiting: int) -> None:
        self._output, output = os.pipe()
        self._process: int | None = os.fork()
        if not self._process:
            os.close(self._output)
            _work_as_copy(work, waiting, output)
        os.close(output)

    def delivered(self) -> dict[int, Any]:
        """Waits until the copy is done; returns what came of its pieces, nothing where it failed."""
        import pickle

        with open(self._output, "rb", closefd=False) as stream:
            data = stream.read()
        try:
            return dict(pickle.loads(data))  # noqa: S301  from our own copy, through a pipe that nobody else has
        except (EOFError, pickle.UnpicklingError):
            return {}

    def end(self) -> None:
        """Ends the copy, if it still works, and takes its leave."""
        os.close(self._output)
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = None


def _work_as_copy(work: Callable[[int], Any], waiting: int, output: int) -> NoReturn:
    code = 1
    try:
        import pickle

        done = {number: work(number) for number in _taken(waiting)}
        with open(output, "wb") as stream:
            pickle.dump(done, stream, protocol=pickle.HIGHEST_PROTOCOL)
        code = 0
    finally:
        os._exit(code)  # whatever happened: all else is the affair of the process that it is a copy of
