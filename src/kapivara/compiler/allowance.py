"""How much of one schema is compiled: code takes time and memory to make, and a schema may have a million nodes."""

from __future__ import annotations

MOST_COMPILED = 2_000
"""How many functions one schema may have; the nodes that are reached later are walked by their plans, more slowly."""


class CodeAllowance:
    """What may still be compiled of one schema; its validators share it."""

    __slots__ = ("left", "title")

    def __init__(self, title: str):
        self.title = title
        self.left = MOST_COMPILED

    def take(self) -> bool:
        """Tells whether one more function may be compiled, and counts it."""
        self.left -= 1
        return self.left >= 0
