"""Phrases: one for each grammar rule that matched, with its parts by name.

Kinds and parts have the names of the grammar's rules, labelled alternatives and labels. For valid text, the parser
creates phrases except those that only wrap another one; error recovery creates all of them, and phrases with missing
parts for invalid text. Upstream: cel-go parser/gen/CEL.g4.
"""

from __future__ import annotations

from typing import Any


class Phrase:
    """One match of a rule; `offset` is that of its first token."""

    __slots__ = ("kind", "offset", "parts")

    def __init__(self, kind: str, offset: int, parts: dict[str, Any]):
        self.kind = kind
        self.offset = offset
        self.parts = parts

    def __repr__(self) -> str:
        return f"Phrase({self.kind!r}, {self.offset}, {self.parts!r})"
