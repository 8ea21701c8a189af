"""Bytes that connections hold together: a limit over all of them, and who has to go where it is passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

_Holder = TypeVar("_Holder")


class HeldBytes(Generic[_Holder]):
    """What each holder holds. Where that is more than `limit` in all, the one with the highest `rank` is let go.

    `rank` is asked with a holder and what it holds; `let_go` ends the holder's hold. A holder alone is left alone.
    """

    def __init__(self, limit: int, *, rank: Callable[[_Holder, int], float], let_go: Callable[[_Holder], None]) -> None:
        self.total = 0
        self._limit = limit
        self._rank = rank
        self._let_go = let_go
        self._held: dict[_Holder, int] = {}

    def hold(self, holder: _Holder, size: int) -> None:
        """Takes note of what a holder holds now; of others it may have to be let go."""
        self.total += size - self._held.pop(holder, 0)
        if size:
            self._held[holder] = size
        while self.total > self._limit and len(self._held) > 1:
            victim = max(self._held, key=self._rank_of)
            self.total -= self._held.pop(victim)
            self._let_go(victim)

    def _rank_of(self, holder: _Holder) -> float:
        return self._rank(holder, self._held[holder])
