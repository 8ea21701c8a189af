"""The total memory of connections: a limit, and the choice of the connection to drop beyond it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

_Holder = TypeVar("_Holder")


class HeldBytes(Generic[_Holder]):
    """The bytes of each holder. Beyond `limit` in total, the holder with the highest `rank` is dropped.

    `rank` takes a holder and its bytes; `let_go` drops a holder. A single holder is never dropped.
    """

    def __init__(self, limit: int, *, rank: Callable[[_Holder, int], float], let_go: Callable[[_Holder], None]) -> None:
        self.total = 0
        self._limit = limit
        self._rank = rank
        self._let_go = let_go
        self._held: dict[_Holder, int] = {}

    def hold(self, holder: _Holder, size: int) -> None:
        """Sets the bytes of a holder; may drop other holders."""
        self.total += size - self._held.pop(holder, 0)
        if size:
            self._held[holder] = size
        while self.total > self._limit and len(self._held) > 1:
            victim = max(self._held, key=self._rank_of)
            self.total -= self._held.pop(victim)
            self._let_go(victim)

    def _rank_of(self, holder: _Holder) -> float:
        return self._rank(holder, self._held[holder])
