"""Adapts the size of the steps of long work, so that other work waits only briefly between two steps.

The duration of a step depends on the disk, the size of the values and the load, so it is measured, and the next step is
made smaller or larger.
"""

from __future__ import annotations

_FEWEST = 10


class StepSize:
    """Keeps steps at about `seconds`, starting with a few pieces and never more than `most`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.pieces = min(_FEWEST, most)
        self._most = most
        self._seconds = seconds

    def note(self, pieces: int, took: float) -> None:
        """Records a step: shrinks the next one if it took too long, and at most doubles it if it was quick."""
        if took > self._seconds:
            self.pieces = max(_FEWEST, min(self.pieces, int(pieces * self._seconds / took)))
        elif took < self._seconds / 2 and pieces >= self.pieces:
            self.pieces = min(self._most, 2 * self.pieces)
