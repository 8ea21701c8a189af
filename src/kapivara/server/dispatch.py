"""Where a request is answered: on the event loop, or in a thread beside it.

The event loop is quickest, but nobody else is answered meanwhile. So only small requests are answered there: few bytes,
one object, shown as it is, no rules that look heavy, and a resource whose requests have been quick (`wariness.py`): by
the time of the processor, for a busy machine is no resource's fault.
Such a request has 25 ms; if it needs longer, finds a large object stored, or would have to wait, it is begun again in a
thread (nothing is stored before its end, so that does no harm). Its answer leaves when what it tells of is durable
(`gating.py`).

Requests that come together are all read first, and then answered one after the other: what answers them stays in the
processor's caches, which is worth a tenth of its time. After 10 ms the loop looks at what else has come.

With a storage that cannot decide a write at once, the event loop goes on while such a request waits for it.

All others go to threads:
- what webhooks convert;
- lists and collections, to a few threads of their own: their answers take much memory, and small requests would queue
  up behind them;
- writes that take the processor for long (definitions), one after another: at once, each would take as long as all.
No resource takes all the threads (`shares.py`), and few at a time where it waits for nobody: many that want the
processor at once are no quicker than few, and the event loop has its turn only after each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, cast

from kapivara.apis.kind import Kind
from kapivara.registry.request import Request
from kapivara.registry.store import SMALL_BYTES
from kapivara.server.answers import AnyAnswer
from kapivara.server.gating import Gating
from kapivara.server.shares import Shares
from kapivara.server.turns import Turns
from kapivara.server.wariness import ProcessorTime, Wariness
from kapivara.server.workers import MOST_THREADS, Done, Work, Workers
from kapivara.storage import StorageError
from kapivara.values.deadline import Deadline

_Result = TypeVar("_Result")

_LIGHT = frozenset(("get", "create", "update", "delete"))
_OF_MANY_OBJECTS = frozenset(("list", "deletecollection", "watch"))
_THREADS_FOR_OTHERS = 4
_COMPUTING_THREADS = 4
_TURN_SECONDS = 0.025
_QUICK_SECONDS = 0.1
_SECONDS_AT_ONCE = 0.01


class Job(Protocol):
    """A request that is to be answered."""

    @property
    def request(self) -> Request:
        """What is asked."""

    def run(self) -> AnyAnswer:
        """Returns the answer; it may be sent once the writes that it depends on are durable."""

    def lost(self, failure: StorageError) -> AnyAnswer:
        """Returns the answer where those writes were lost, for that reason."""


class RequestCounts:
    """How many requests there have been, and how many of them are not answered yet."""

    __slots__ = ("begun", "under_way")

    def __init__(self) -> None:
        self.begun = 0
        self.under_way = 0


class Dispatcher:
    """Sends the work of requests where it belongs. Without workers, all of it is done on the spot.

    `bulk_workers` are for what is about many objects. `storage_waits` tells that the storage cannot decide at once.
    """

    def __init__(
        self, workers: Workers | None = None, *, bulk_workers: Workers | None = None, storage_waits: bool = False
    ):
        self._waiting = None if workers is None else Shares(workers, MOST_THREADS - _THREADS_FOR_OTHERS)
        self._computing = self._waiting if workers is None or storage_waits else Shares(workers, _COMPUTING_THREADS)
        self._one_by_one = None if workers is None else Shares(workers, 1)
        self._bulk_workers = bulk_workers or workers
        self._storage_waits = storage_waits
        self._wariness = Wariness()
        self._processor = ProcessorTime()
        self._gating = Gating()
        self._turns = Turns(_SECONDS_AT_ONCE)
        self.requests = RequestCounts()

    def answer(self, job: Job, send: Done[AnyAnswer], kind: Kind) -> None:
        """Has a request to a kind answered, now or later; `send` gets the answer once it may leave."""
        request, computing = job.request, self._computing
        self.requests.begun += 1
        self.requests.under_way += 1
        if computing is None or self._waiting is None or self._one_by_one is None or self._bulk_workers is None:
            self._send_when_durable(job, send, _outcome(job.run))
        elif request.verb in _OF_MANY_OBJECTS:
            self._bulk_workers.run(job.run, lambda result: self._send_when_durable(job, send, result))
        elif kind.written_one_by_one and request.verb != "get":
            self._answer_aside(job, send, kind, self._one_by_one)
        elif kind.waits:
            self._answer_aside(job, send, kind, self._waiting)
        elif not _is_light(kind, request):
            self._answer_aside(job, send, kind, computing)
        else:
            self._turns.add(lambda: self._answer_light(job, send, kind, computing))

    def _answer_aside(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: Shares) -> None:
        """Has a request answered by a thread."""
        try:
            workers.run(_key(kind), job.run, lambda result: self._send_when_durable(job, send, result))
        except RuntimeError as failure:  # the system lets no thread begin, and there is none
            self._send_when_durable(job, send, failure)

    def _answer_light(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: Shares) -> None:
        """Has a request answered on the event loop, unless others of the resource have held it up, maybe just now."""
        if self._wariness.is_wary and self._wariness.avoids(_key(kind)):
            self._answer_aside(job, send, kind, workers)
        elif self._storage_waits:
            self._answer_between(job, send, kind, workers)
        else:
            self._answer_here(job, send, kind, workers)

    def _answer_here(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: Shares) -> None:
        """Has a request answered on the event loop, as long as that is quick."""
        deadline = job.request.deadline
        self._processor.begin()
        if deadline is not None:
            deadline.begin_turn(_TURN_SECONDS)
        outcome = _outcome(job.run)
        if deadline is not None and deadline.end_turn():
            self._answer_aside(job, send, kind, workers)
        else:
            self._send_when_durable(job, send, outcome)
        if self._processor.has_spent(_QUICK_SECONDS):
            self._wariness.note_slow(_key(kind))

    def _answer_between(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: Shares) -> None:
        """Has a request answered on the event loop, which answers others while this one waits for the storage."""
        from kapivara.storage.suspension import SuspendableWork  # only storages that are waited for need it

        deadline = job.request.deadline or Deadline()
        outcomes: list[AnyAnswer | BaseException] = []

        def resumed() -> None:
            self._processor.begin()
            deadline.renew_turn(_TURN_SECONDS)

        def paused() -> None:
            if self._processor.has_spent(_QUICK_SECONDS):
                self._wariness.note_slow(_key(kind))

        def done() -> None:
            if deadline.end_turn():
                self._answer_aside(job, send, kind, workers)
            else:
                self._send_when_durable(job, send, outcomes[0])

        deadline.begin_turn(_TURN_SECONDS)
        SuspendableWork(lambda: outcomes.append(_outcome(job.run)), done, resumed=resumed, paused=paused).go_on()

    def _send_when_durable(self, job: Job, send: Done[AnyAnswer], result: AnyAnswer | BaseException) -> None:
        """Gives an answer to `send`, once the writes that it depends on are durable."""
        pending = job.request.pending
        if pending is None or pending.commit is None:
            self.requests.under_way -= 1
            send(result)
        else:
            self._gating.hold(pending.commit, lambda: self._send_durable(job, send, result, pending.failure))

    def _send_durable(
        self, job: Job, send: Done[AnyAnswer], result: AnyAnswer | BaseException, failure: StorageError | None
    ) -> None:
        self.requests.under_way -= 1
        send(result if failure is None else job.lost(failure))

    @property
    def in_line(self) -> int:
        """How many small requests have been read and wait for their turn, which comes soon."""
        return len(self._turns)

    def call_behind(self, work: Callable[[], None]) -> None:
        """Calls `work` once all small requests that have come are answered. Within the event loop alone."""
        self._turns.add(work)

    def run_aside(self, work: Work[_Result], done: Done[_Result]) -> None:
        """Has something done that may take a while, whatever the storage."""
        if self._bulk_workers is None:
            done(_outcome(work))
        else:
            self._bulk_workers.run(work, done)


def _is_light(kind: Kind, request: Request) -> bool:
    """Tells whether nothing speaks against answering a request on the event loop, as far as it says itself."""
    body = cast("bytes", request.body)
    if request.verb not in _LIGHT or len(body) > SMALL_BYTES or request.shown_as is not None:
        return False
    return request.verb == "get" or not kind.may_take_long(body)


def _outcome(work: Work[_Result]) -> _Result | BaseException:
    try:
        return work()
    except Exception as failure:
        return failure


def _key(kind: Kind) -> tuple[str, ...]:
    return kind.gvr.group, kind.gvr.version, kind.gvr.resource
