"""Decides where a request runs: on the event loop, or in a thread.

The event loop is fastest, but blocks all other requests. So only small requests run there: few bytes, one object, no
conversion of the response, no rules that look expensive, and a resource without slow requests so far
(`slow_resources.py`), measured in processor time, because a busy machine is not the resource's fault. Such a request
has 25 ms; if it needs longer, finds a large stored object, or would have to wait, it restarts in a thread (nothing is
stored before its end, so this is safe). Its response is sent when its writes are durable (`commit_gate.py`).

Requests that arrive together are all read first, then run one after the other, which uses the processor's caches and
saves a tenth of the time. After 10 ms the loop checks for other events.

With a storage that cannot decide a write at once, the event loop continues while such a request waits for the storage.

All others run in threads:
- requests with webhook conversions;
- lists and collections, in a few threads of their own: their responses need much memory, and small requests would queue
  behind them;
- writes that need the processor for long (CRDs), one after another: together, each would take as long as all of them.
  No resource uses all threads (`per_kind_limit.py`), and only a few if it waits for no network: more would not be
  faster, and the event loop runs only in between.

Otherwise a CRD with slow rules, or CRDs validated one after another, would use all threads.

The first objects of a CRD take longer than later ones, because code is generated for them; other resources are always
slow. So a first slow request bans a resource for a second, and each further one for four times as long, up to a minute.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic, perf_counter, thread_time
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.registry.objects.store import SMALL_BYTES
from kapivara.registry.requests.request import Request
from kapivara.server.dispatch.commit_gate import CommitGate
from kapivara.server.dispatch.workers import MOST_THREADS, Done, Work, Workers
from kapivara.server.http1.answer import AnyAnswer
from kapivara.server.http1.loop_queue import LoopQueue
from kapivara.storage import StorageError
from kapivara.values.deadline import Deadline

_FIRST_SECONDS = 1.0
_TIMES = 4.0
_MOST_SECONDS = 60.0
_LOOK_SECONDS = 0.02


class _Slow(NamedTuple):
    """The end of a resource's ban, and its duration."""

    until: float
    seconds: float


class SlowResources:
    """The slow resources. One that was fast for a minute starts afresh, and uses no memory."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._slow: dict[Key, _Slow] = {}
        self.is_wary = False
        """Whether any resource was slow recently; rarely True, so that most requests need no look-up."""

    def __len__(self) -> int:
        return len(self._slow)

    def avoids(self, key: Key) -> bool:
        """Returns True if a resource is banned now."""
        slow = self._slow.get(key)
        return slow is not None and self._clock() < slow.until

    def note_slow(self, key: Key) -> None:
        """Records a slow request of a resource."""
        now = self._clock()
        self._slow = {each: slow for each, slow in self._slow.items() if now < slow.until + _MOST_SECONDS}
        before = self._slow.get(key)
        seconds = _FIRST_SECONDS if before is None else min(_MOST_SECONDS, before.seconds * _TIMES)
        self._slow[key] = _Slow(now + seconds, seconds)
        self.is_wary = True


class ProcessorTime:
    """Measures the processor time of work in this thread, with few system calls.

    The processor clock needs a system call, the wall clock none. So it measures from the last reading of the processor
    clock, shortly before the work, and reads it again only if the wall clock exceeds the limit.
    """

    __slots__ = ("_begun", "_looked", "_taken")

    def __init__(self) -> None:
        self._begun = self._looked = self._taken = 0.0

    def begin(self) -> None:
        """Starts to measure."""
        self._begun = now = perf_counter()
        if now - self._looked > _LOOK_SECONDS:
            self._looked = now
            self._taken = thread_time()

    def has_spent(self, seconds: float) -> bool:
        """Returns True if the work has used more processor time than `seconds`."""
        return perf_counter() - self._begun > seconds and thread_time() - self._taken > seconds


Key = tuple[str, ...]


class _Queue:
    """The running and waiting requests of one resource."""

    __slots__ = ("under_way", "waiting")

    def __init__(self) -> None:
        self.under_way = 0
        self.waiting: deque[tuple[Work[Any], Done[Any]]] = deque()


class PerKindLimit:
    """Runs work in threads, at most `share` at a time per key. For one event loop only."""

    def __init__(self, workers: Workers, share: int):
        self._workers = workers
        self._share = share
        self._queues: dict[Key, _Queue] = {}

    def run(self, key: Key, work: Work[Any], done: Done[Any]) -> None:
        """Runs work, now or when its key has room."""
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = _Queue()
        if queue.under_way >= self._share:
            queue.waiting.append((work, done))
            return
        queue.under_way += 1
        try:
            self._begin(key, work, done)
        except RuntimeError:  # no thread is available
            self._end(key)
            raise

    def _begin(self, key: Key, work: Work[Any], done: Done[Any]) -> None:
        def ended(result: Any) -> None:
            self._end(key)
            done(result)

        self._workers.run(work, ended)

    def _end(self, key: Key) -> None:
        queue = self._queues[key]
        if queue.waiting:
            self._begin(key, *queue.waiting.popleft())
            return
        queue.under_way -= 1
        if not queue.under_way:
            del self._queues[key]


_Result = TypeVar("_Result")

_LIGHT = frozenset(("get", "create", "update", "delete"))
_OF_MANY_OBJECTS = frozenset(("list", "deletecollection", "watch"))
_THREADS_FOR_OTHERS = 4
_COMPUTING_THREADS = 4
_TURN_SECONDS = 0.025
_QUICK_SECONDS = 0.1
_SECONDS_AT_ONCE = 0.01


class Job(Protocol):
    """A request to run."""

    @property
    def request(self) -> Request:
        """The registry request."""

    def run(self) -> AnyAnswer:
        """Returns the response, which may be sent once its `pending` writes are durable."""

    def lost(self, failure: StorageError) -> AnyAnswer:
        """Returns the response if those writes were lost for this reason."""


class RequestCounts:
    """The number of requests so far, and of those without a response yet."""

    __slots__ = ("begun", "under_way")

    def __init__(self) -> None:
        self.begun = 0
        self.under_way = 0


class Dispatcher:
    """Runs requests in the right place; without workers, directly.

    `bulk_workers` run requests on many objects. `storage_waits` is True for a storage that cannot decide at once.
    """

    def __init__(
        self, workers: Workers | None = None, *, bulk_workers: Workers | None = None, storage_waits: bool = False
    ):
        self._waiting = None if workers is None else PerKindLimit(workers, MOST_THREADS - _THREADS_FOR_OTHERS)
        self._computing = (
            self._waiting if workers is None or storage_waits else PerKindLimit(workers, _COMPUTING_THREADS)
        )
        self._one_by_one = None if workers is None else PerKindLimit(workers, 1)
        self._bulk_workers = bulk_workers or workers
        self._storage_waits = storage_waits
        self._slow_resources = SlowResources()
        self._processor = ProcessorTime()
        self._commit_gate = CommitGate()
        self._turns = LoopQueue(_SECONDS_AT_ONCE)
        self.requests = RequestCounts()

    def answer(self, job: Job, send: Done[AnyAnswer], kind: Kind) -> None:
        """Runs a request on a kind, now or later; passes the response to `send` once it may be sent."""
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

    def _answer_aside(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: PerKindLimit) -> None:
        """Runs a request in a thread."""
        try:
            workers.run(_key(kind), job.run, lambda result: self._send_when_durable(job, send, result))
        except RuntimeError as failure:  # the system allows no new thread
            self._send_when_durable(job, send, failure)

    def _answer_light(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: PerKindLimit) -> None:
        """Runs a request on the event loop, unless its resource had slow requests, perhaps just now."""
        if self._slow_resources.is_wary and self._slow_resources.avoids(_key(kind)):
            self._answer_aside(job, send, kind, workers)
        elif self._storage_waits:
            self._answer_between(job, send, kind, workers)
        else:
            self._answer_here(job, send, kind, workers)

    def _answer_here(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: PerKindLimit) -> None:
        """Runs a request on the event loop within its time limit."""
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
            self._slow_resources.note_slow(_key(kind))

    def _answer_between(self, job: Job, send: Done[AnyAnswer], kind: Kind, workers: PerKindLimit) -> None:
        """Runs a request on the event loop, which serves others while it waits for the storage."""
        from kapivara.storage.suspension import SuspendableWork  # only storages with a network need it

        deadline = job.request.deadline or Deadline()
        outcomes: list[AnyAnswer | BaseException] = []

        def resumed() -> None:
            self._processor.begin()
            deadline.renew_turn(_TURN_SECONDS)

        def paused() -> None:
            if self._processor.has_spent(_QUICK_SECONDS):
                self._slow_resources.note_slow(_key(kind))

        def done() -> None:
            if deadline.end_turn():
                self._answer_aside(job, send, kind, workers)
            else:
                self._send_when_durable(job, send, outcomes[0])

        deadline.begin_turn(_TURN_SECONDS)
        SuspendableWork(lambda: outcomes.append(_outcome(job.run)), done, resumed=resumed, paused=paused).go_on()

    def _send_when_durable(self, job: Job, send: Done[AnyAnswer], result: AnyAnswer | BaseException) -> None:
        """Passes a response to `send` once its writes are durable."""
        pending = job.request.pending
        if pending is None or pending.commit is None:
            self.requests.under_way -= 1
            send(result)
        else:
            self._commit_gate.hold(pending.commit, lambda: self._send_durable(job, send, result, pending.failure))

    def _send_durable(
        self, job: Job, send: Done[AnyAnswer], result: AnyAnswer | BaseException, failure: StorageError | None
    ) -> None:
        self.requests.under_way -= 1
        send(result if failure is None else job.lost(failure))

    @property
    def in_line(self) -> int:
        """The number of small requests in the queue of the event loop, which is short-lived."""
        return len(self._turns)

    def call_behind(self, work: Callable[[], None]) -> None:
        """Calls `work` after all queued small requests. For the event loop only."""
        self._turns.add(work)

    def run_aside(self, work: Work[_Result], done: Done[_Result]) -> None:
        """Runs work that may be slow for any storage."""
        if self._bulk_workers is None:
            done(_outcome(work))
        else:
            self._bulk_workers.run(work, done)


def _is_light(kind: Kind, request: Request) -> bool:
    """Returns True if a request looks small enough for the event loop."""
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
