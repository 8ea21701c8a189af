"""How many requests are under way, and how many were refused since too many were; what `/metrics` tells of it."""

from __future__ import annotations

from typing import Final

READING: Final = "readOnly"
CHANGING: Final = "mutating"
"""The kinds of requests, as metrics name them."""


class InFlightCounts:
    """How many requests are under way, how many may be, and how many were refused; 0: as many as there are."""

    def __init__(self, reading: int = 0, changing: int = 0):
        self.most = {READING: reading, CHANGING: changing}
        self.now = {READING: 0, CHANGING: 0}
        self.refused = {READING: 0, CHANGING: 0}
