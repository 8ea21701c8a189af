"""What one request may take in all, where its parts are many: searches for patterns, what defaults add, and its time.

Who carries a request through opens a `RequestBudget`; those who work for it, below, count there. Work that is done for
no request has a budget of its own each time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from time import thread_time
from types import TracebackType
from typing import Final, TypeVar

from kapivara.values.deadline import NO_DEADLINE, Deadline

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")

SEARCHING_SECONDS: Final = 1
"""What patterns may take of the processor: to be read, compiled and searched for."""
ADDED_BYTES: Final = 128 << 20
"""What defaults may add, to all objects that a request reads and makes."""
STEPS_BETWEEN_CHECKS: Final = 2_000
"""How many steps of a walk come between two looks at the clock."""


class RequestBudget:
    """The budget of one request, as long as a `with` block of it runs, or a call."""

    __slots__ = ("_begun", "_steps", "_token", "added", "deadline", "searched", "unread")

    def __init__(self, deadline: Deadline = NO_DEADLINE) -> None:
        self.deadline = deadline
        self._steps = 0
        self.searched = 0.0
        """How many seconds patterns have taken."""
        self.unread: str | None = None
        """The pattern that there was not time enough to read: it is not begun again."""
        self.added = 0
        """How many bytes defaults have added."""
        self._begun = 0.0
        self._token: Token[RequestBudget | None] | None = None

    def call(self, work: Callable[[_Argument], _Result], argument: _Argument) -> _Result:
        """Does what a `with` block of it does for one call, in half the time."""
        token = _CURRENT.set(self)
        try:
            return work(argument)
        finally:
            _CURRENT.reset(token)

    def __enter__(self) -> None:
        self._token = _CURRENT.set(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is not None:
            _CURRENT.reset(self._token)

    def begin_search(self) -> None:
        """Begins a search, or what comes before it."""
        self._begun = thread_time()

    def count_search(self) -> bool:
        """Counts what was spent since then, or since it was last counted; tells whether there is time left."""
        now = thread_time()
        self.searched += now - self._begun
        self._begun = now
        return self.searched <= SEARCHING_SECONDS

    def count_added(self, size: int) -> bool:
        """Counts what defaults have added; tells whether they may add more."""
        self.added += size
        return self.added <= ADDED_BYTES

    def count_steps(self, count: int) -> None:
        """Counts steps of a walk, and now and then looks at the clock; raises DeadlineExceededError."""
        self._steps += count
        if self._steps > STEPS_BETWEEN_CHECKS:
            self._steps = 0
            self.deadline.check()


_CURRENT: ContextVar[RequestBudget | None] = ContextVar("request_budget", default=None)


def current_budget() -> RequestBudget:
    """Returns the budget of the request that is under way here, or a new one."""
    known = _CURRENT.get()
    return RequestBudget() if known is None else known


def search_limit() -> str:
    """Says that patterns have taken all of their time."""
    return f"kapivara cannot go on: patterns take more than {SEARCHING_SECONDS} s of the processor in all"


def count_steps(count: int) -> None:
    """Counts steps of a walk that may take as long as a definition and an object are large, multiplied.

    Raises DeadlineExceededError where the time for the request is up.
    """
    budget = _CURRENT.get()
    if budget is not None:
        budget.count_steps(count)
