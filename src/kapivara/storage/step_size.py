"""How much of a long work is done at a time, so that nobody waits long for a turn between two steps.

What a step takes depends on the disk, on how large the values are, and on who else is busy: so it is measured, and the
next one made smaller or larger.
"""

from __future__ import annotations

_FEWEST = 10


class StepSize:
    """Keeps steps at about `seconds`, of a few pieces at first, and never of more than `most`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.pieces = min(_FEWEST, most)
        self._most = most
        self._seconds = seconds

    def note(self, pieces: int, took: float) -> None:
        """Takes account of a step: one that took too long is not made again, a quick one may be twice as large."""
        if took > self._seconds:
            self.pieces = max(_FEWEST, min(self.pieces, int(pieces * self._seconds / took)))
        elif took < self._seconds / 2 and pieces >= self.pieces:
            self.pieces = min(self._most, 2 * self.pieces)
