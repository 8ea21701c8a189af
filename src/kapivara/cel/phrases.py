"""What the grammar makes of tokens: one phrase for each rule that matched, with its parts by name.

Kinds and parts have the names of the grammar's rules, labelled alternatives and labels. The parser makes phrases of
well-formed text and leaves out those that only wrap another; error recovery makes all of them, and of ill-formed text
phrases that miss parts. Upstream: cel-go parser/gen/CEL.g4.
"""

from __future__ import annotations

from typing import Any


class Phrase:
    """One match of a rule; `offset` is where its first token starts."""

    __slots__ = ("kind", "offset", "parts")

    def __init__(self, kind: str, offset: int, parts: dict[str, Any]):
        self.kind = kind
        self.offset = offset
        self.parts = parts

    def __repr__(self) -> str:
        return f"Phrase({self.kind!r}, {self.offset}, {self.parts!r})"
