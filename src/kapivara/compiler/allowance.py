"""Limits how many functions are compiled for one schema, which may have a million nodes."""

from __future__ import annotations

MOST_COMPILED = 2_000
"""How many functions one schema may have; nodes reached later are validated from their plans, which is slower."""


class CodeAllowance:
    """How many functions of one schema may still be compiled; all validators of the schema share it."""

    __slots__ = ("left", "title")

    def __init__(self, title: str):
        self.title = title
        self.left = MOST_COMPILED

    def take(self) -> bool:
        """Counts one more function; returns False once the schema has used its allowance."""
        self.left -= 1
        return self.left >= 0
