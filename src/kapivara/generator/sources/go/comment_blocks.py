"""Finds all comments of a Go file, in the groups of Go's parser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kapivara.values.lazy_pattern import lazy_pattern

_TOKENS = lazy_pattern(
    r"(//[^\n]*(?:\n[ \t\r]*//[^\n]*)*|/\*(?:[\s\S]*?\*/|[\s\S]*+))"  # a run of line comments, or a block comment
    r'|"(?:\\.|[^"\\\n])*"|`[^`]*`|' + r"'(?:\\.|[^'\\\n])*'"
)

Span: TypeAlias = "tuple[int, int, int]"
"""Start and end in the text, and the line of the start."""


def find_blocks(text: str) -> Iterator[tuple[int, list[Span]]]:
    """Yields the comments of a text in groups, each with the line on which it ends."""
    block: list[Span] = []
    behind_code = False
    end = at = 0
    line = last_line = 1
    for found in _TOKENS.finditer(text):
        if not found[1]:
            continue
        start = found.start()
        line += text.count("\n", at, start)
        at = start
        if block and (line > last_line + (not behind_code) or text[end:start].strip()):
            yield last_line, block
            block = []
        if not block:
            behind_code = bool(text[max(end, text.rfind("\n", end, start) + 1) : start].strip())
        end = found.end()
        first = text.find("\n", start, end) if behind_code and text[start + 1] == "/" else -1
        if first >= 0:  # a comment after code is a group by itself; the lines below begin a new one
            yield line, [*block, (start, first, line)]
            block, behind_code = [], False
            start = text.index("//", first)
            line += 1
            at = start
        block.append((start, end, line))
        last_line = line + text.count("\n", start, end)
    if block:
        yield last_line, block
