"""The numbers of running and of rejected requests, for `/metrics`."""

from __future__ import annotations

from typing import Final

READING: Final = "readOnly"
CHANGING: Final = "mutating"
"""The kinds of requests in metrics."""


class InFlightCounts:
    """The running requests, their limits, and the rejected requests; a limit of 0 means no limit."""

    def __init__(self, reading: int = 0, changing: int = 0):
        self.most = {READING: reading, CHANGING: changing}
        self.now = {READING: 0, CHANGING: 0}
        self.refused = {READING: 0, CHANGING: 0}
