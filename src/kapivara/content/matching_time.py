"""What all searches of one request may take of the processor, together.

Who carries a request through opens a `MatchingTime`; searches that are not short count themselves there.
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from time import thread_time
from types import TracebackType
from typing import Final

SECONDS: Final = 2


class MatchingTime:
    """The time of one request, as long as a `with` block of it runs; elsewhere each search has its own."""

    __slots__ = ("_begun", "_token", "spent")

    def __init__(self) -> None:
        self.spent = 0.0
        self._begun = 0.0
        self._token: Token[MatchingTime | None] | None = None

    def __enter__(self) -> None:
        self._token = _CURRENT.set(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is not None:
            _CURRENT.reset(self._token)

    def begin(self) -> None:
        """Begins a search."""
        self._begun = thread_time()

    def count(self) -> None:
        """Counts what was spent since then, or since it was last counted."""
        now = thread_time()
        self.spent += now - self._begun
        self._begun = now


_CURRENT: ContextVar[MatchingTime | None] = ContextVar("matching_time", default=None)


def current_time() -> MatchingTime:
    """Returns the time of the request that is under way here, or some that has only begun."""
    return _CURRENT.get() or MatchingTime()
