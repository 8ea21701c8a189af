"""Unified diffs of two values, which errors about immutable fields print.

Values are printed on several lines, as Go's json.MarshalIndent prints them.
Upstream: apimachinery/pkg/util/diff/diff.go Diff; go-difflib, a port of Python's difflib (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from kapivara.values.rendering import GoStruct, to_json_text

if TYPE_CHECKING:
    from difflib import Match

_MOST_STEPS: Final = 5_000_000
"""The maximum number of line comparisons; beyond it, the rest is shown as replaced."""


def json_diff(old: Any, new: Any) -> str:
    """Returns the unified diff of two values, with three lines of context."""
    import difflib  # only errors need it

    one, two = list(_lines(old)), list(_lines(new))
    matcher: Any = difflib.SequenceMatcher(None, one, two)
    matcher.matching_blocks = _matching_blocks(matcher)  # replaces its own computation
    text: list[str] = []
    for group in matcher.get_grouped_opcodes(3):
        first, last = group[0], group[-1]
        text.append(f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n")
        for tag, begin, end, other_begin, other_end in group:
            if tag == "equal":
                text += (f" {line}\n" for line in one[begin:end])
                continue
            text += (f"-{line}\n" for line in one[begin:end])
            text += (f"+{line}\n" for line in two[other_begin:other_end])
    return "".join(text)


def _range(start: int, stop: int) -> str:
    length = stop - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _matching_blocks(matcher: Any) -> list[Match]:
    """Returns the matching blocks like `get_matching_blocks`, but in a bounded number of steps."""
    from difflib import Match

    lines, count = matcher.a, len(matcher.b)
    steps = [0, *accumulate(1 + len(matcher.b2j.get(line, ())) for line in lines)]
    left = _MOST_STEPS
    found: list[Match] = []
    parts = [(0, len(lines), 0, count)]
    while parts:
        begin, end, other_begin, other_end = parts.pop()
        left -= steps[end] - steps[begin]
        if left < 0:
            break
        match = matcher.find_longest_match(begin, end, other_begin, other_end)
        if not match.size:
            continue
        found.append(match)
        if begin < match.a and other_begin < match.b:
            parts.append((begin, match.a, other_begin, match.b))
        if match.a + match.size < end and match.b + match.size < other_end:
            parts.append((match.a + match.size, end, match.b + match.size, other_end))
    return [*_joined(sorted(found)), Match(len(lines), count, 0)]


def _joined(matches: Iterable[Match]) -> Iterator[Match]:
    """Joins adjacent matches."""
    from difflib import Match

    last = Match(0, 0, 0)
    for match in matches:
        if last.a + last.size == match.a and last.b + last.size == match.b:
            last = Match(last.a, last.b, last.size + match.size)
            continue
        if last.size:
            yield last
        last = match
    if last.size:
        yield last


def _lines(value: Any, indent: str = "", before: str = "", after: str = "") -> Iterator[str]:
    """Yields the lines of a value's JSON, with each field and item on its own line."""
    if not isinstance(value, dict | list) or not value:
        yield f"{indent}{before}{to_json_text(value)}{after}"
        return
    if isinstance(value, list):
        opening, closing = "[", "]"
        inside = [("", item) for item in value]
    else:
        opening, closing = "{", "}"
        keys = value if isinstance(value, GoStruct) else sorted(value)
        inside = [(f"{to_json_text(key)}: ", value[key]) for key in keys]
    yield f"{indent}{before}{opening}"
    for position, (name, item) in enumerate(inside, 1):
        yield from _lines(item, indent + " ", name, "," if position < len(inside) else "")
    yield f"{indent}{closing}{after}"
