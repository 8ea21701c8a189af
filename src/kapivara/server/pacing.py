"""Where a request is answered: on the spot, within the event loop, or beside it, in a thread.

On the spot is quickest, but nobody else is answered meanwhile. So only what is small by all signs is answered there:
few bytes, one object, no rules that look heavy, and a resource whose requests have been quick. It has a turn: what does
not come to its end by then, for all its signs, is begun again in a thread; nothing is stored before the end.
With a storage whose writes wait for a disk everything goes to the threads, where writes share flushes. What is about
many objects has few threads of its own: its answers would fill the memory, and small requests would wait behind it. No
resource takes all the threads, and writes that take the processor for long (definitions) are worked on one after
another: at once, each would take as long as all of them.
"""

from __future__ import annotations

from time import monotonic
from typing import TypeVar

from kapivara.apis.kind import Kind
from kapivara.registry.request import Request
from kapivara.server.answers import Answer
from kapivara.server.shares import Shares
from kapivara.server.workers import MOST_THREADS, Done, Work, Workers

_Result = TypeVar("_Result")

_SMALL_BODY = 8 * 1024
_LIGHT = frozenset(("get", "create", "update", "delete"))
_OF_MANY_OBJECTS = frozenset(("list", "deletecollection"))
_THREADS_FOR_OTHERS = 4
_TURN_SECONDS = 0.025
_QUICK_SECONDS = 0.1
_WARY_SECONDS = 60.0


class Pacing:
    """Sends the work of requests where it belongs. Without workers, all of it is done on the spot.

    `few` are the workers for what is about many objects. `waits` tells that the storage waits for a disk.
    """

    def __init__(self, workers: Workers | None = None, *, few: Workers | None = None, waits: bool = False):
        self._workers = None if workers is None else Shares(workers, MOST_THREADS - _THREADS_FOR_OTHERS)
        self._one_by_one = None if workers is None else Shares(workers, 1)
        self._few = few or workers
        self._waits = waits
        self._slow_until: dict[tuple[str, ...], float] = {}

    def answer(self, work: Work[Answer], done: Done[Answer], *, kind: Kind, request: Request) -> None:
        """Has a request answered, now or later."""
        if self._workers is not None and self._one_by_one is not None and self._few is not None:
            if request.verb in _OF_MANY_OBJECTS:
                self._few.run(work, done)
                return
            if kind.written_one_by_one and request.verb != "get":
                self._one_by_one.run(_key(kind), work, done)
                return
            if self._waits or not self._is_light(kind, request):
                self._workers.run(_key(kind), work, done)
                return
        begun = monotonic()
        deadline = request.deadline if self._workers is not None else None
        if deadline is not None:
            deadline.begin_turn(_TURN_SECONDS)
        outcome = _outcome(work)
        if deadline is not None and self._workers is not None and deadline.end_turn():
            self._workers.run(_key(kind), work, done)
        else:
            done(outcome)
        if monotonic() - begun > _QUICK_SECONDS:
            now = monotonic()
            self._slow_until = {key: until for key, until in self._slow_until.items() if until > now}
            self._slow_until[_key(kind)] = now + _WARY_SECONDS

    def aside(self, work: Work[_Result], done: Done[_Result]) -> None:
        """Has something done that may take a while, whatever the storage."""
        if self._few is None:
            done(_outcome(work))
        else:
            self._few.run(work, done)

    def _is_light(self, kind: Kind, request: Request) -> bool:
        if request.verb not in _LIGHT or len(request.body) > _SMALL_BODY:  # type: ignore[arg-type]  # bytes
            return False
        if kind.costly and request.verb != "get":
            return False
        return not self._slow_until or self._slow_until.get(_key(kind), 0.0) < monotonic()


def _outcome(work: Work[_Result]) -> _Result | BaseException:
    try:
        return work()
    except Exception as failure:
        return failure


def _key(kind: Kind) -> tuple[str, ...]:
    return kind.gvr.group, kind.gvr.version, kind.gvr.resource
