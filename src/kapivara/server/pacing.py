"""Where a request is answered: on the spot, within the event loop, or beside it, in a thread.

On the spot is quickest, but nobody else is answered meanwhile. So only what is small by all signs is answered there:
few bytes, one object, no rule that could go through loops within loops, and a resource whose requests have been quick.
With a storage whose writes wait for a disk everything goes to the threads, where writes share flushes.
"""

from __future__ import annotations

from time import monotonic

from kapivara.registry.request import Request
from kapivara.registry.scope import Scope
from kapivara.server.answers import Answer
from kapivara.server.workers import Done, Work, Workers

_SMALL_BODY = 8 * 1024
_OF_ONE_OBJECT = frozenset(("get", "create", "update", "delete"))
_QUICK_SECONDS = 0.1
_WARY_SECONDS = 60.0


class Pacing:
    """Sends the work of requests where it belongs. Without workers, all of it is done on the spot.

    `waits` tells that the storage waits for a disk.
    """

    def __init__(self, workers: Workers | None = None, *, waits: bool = False):
        self._workers = workers
        self._waits = waits
        self._slow_until: dict[tuple[str, ...], float] = {}

    def answer(self, work: Work, done: Done, *, scope: Scope, request: Request) -> None:
        """Has a request answered, now or later."""
        if self._workers is not None and (self._waits or not self._is_light(scope, request)):
            self._workers.run(work, done)
            return
        begun = monotonic()
        done(_outcome(work))
        if monotonic() - begun > _QUICK_SECONDS:
            self._slow_until[_key(scope)] = monotonic() + _WARY_SECONDS

    def aside(self, work: Work, done: Done) -> None:
        """Has something answered that may take a while, whatever the storage."""
        if self._workers is None:
            done(_outcome(work))
        else:
            self._workers.run(work, done)

    def _is_light(self, scope: Scope, request: Request) -> bool:
        if request.verb not in _OF_ONE_OBJECT or len(request.body) > _SMALL_BODY:  # type: ignore[arg-type]  # bytes
            return False
        if scope.costly and request.verb != "get":
            return False
        return not self._slow_until or self._slow_until.get(_key(scope), 0.0) < monotonic()


def _outcome(work: Work) -> Answer | BaseException:
    try:
        return work()
    except Exception as failure:
        return failure


def _key(scope: Scope) -> tuple[str, ...]:
    return scope.resource.group, scope.resource.version, scope.resource.resource
