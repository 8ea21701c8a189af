"""The limits of one request as a whole: time of pattern searches, size of added defaults, and its deadline.

The code that runs a request opens a `RequestBudget`; code below counts in it. Work outside a request gets a new budget
each time.
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
"""The maximum CPU time of patterns: parsing, compiling and searching."""
ADDED_BYTES: Final = 128 << 20
"""The maximum number of bytes that defaults may add to all objects of a request."""
STEPS_BETWEEN_CHECKS: Final = 2_000
"""The number of steps of a walk between two checks of the clock."""


class RequestBudget:
    """The budget of one request, active in a `with` block or a call."""

    __slots__ = ("_begun", "_steps", "_token", "added", "deadline", "searched", "unread")

    def __init__(self, deadline: Deadline = NO_DEADLINE) -> None:
        self.deadline = deadline
        self._steps = 0
        self.searched = 0.0
        """The seconds that patterns have taken."""
        self.unread: str | None = None
        """A pattern that could not be read in time, and is not tried again."""
        self.added = 0
        """The number of bytes that defaults have added."""
        self._begun = 0.0
        self._token: Token[RequestBudget | None] | None = None

    def call(self, work: Callable[[_Argument], _Result], argument: _Argument) -> _Result:
        """Calls a function with this budget, in half the time of a `with` block."""
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
        """Starts to measure a search."""
        self._begun = thread_time()

    def count_search(self) -> bool:
        """Adds the time since the start or the last call; returns True if there is time left."""
        now = thread_time()
        self.searched += now - self._begun
        self._begun = now
        return self.searched <= SEARCHING_SECONDS

    def count_added(self, size: int) -> bool:
        """Adds bytes of defaults; returns True if more may be added."""
        self.added += size
        return self.added <= ADDED_BYTES

    def count_steps(self, count: int) -> None:
        """Counts steps of a walk, and sometimes checks the clock; raises DeadlineExceededError."""
        self._steps += count
        if self._steps > STEPS_BETWEEN_CHECKS:
            self._steps = 0
            self.deadline.check()


_CURRENT: ContextVar[RequestBudget | None] = ContextVar("request_budget", default=None)


def current_budget() -> RequestBudget:
    """Returns the budget of the current request, or a new one."""
    known = _CURRENT.get()
    return RequestBudget() if known is None else known


def search_limit() -> str:
    """Returns the error text about the time limit of patterns."""
    return f"kapivara cannot go on: patterns take more than {SEARCHING_SECONDS} s of the processor in all"


def count_steps(count: int) -> None:
    """Counts steps of a walk whose length is the product of the sizes of a schema and an object.

    Raises DeadlineExceededError after the request's deadline.
    """
    budget = _CURRENT.get()
    if budget is not None:
        budget.count_steps(count)
