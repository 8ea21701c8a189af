"""Lists of pod indexes in the form `1,3-5,7`, in ascending order.

Upstream: pkg/apis/batch/validation/validation.go validateIndexesFormat, parseIndexInterval,
validateFailedIndexesNotOverlapCompleted (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.languages.go.integers import integer_problem
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.rendering import quote


class IndexesError(Exception):
    """Raised for a text that is not a list of indexes; the message gives the reason."""


def count_indexes(text: str, completions: int) -> int:
    """Returns the number of indexes in a text; raises IndexesError if they are not valid for `completions` pods."""
    total, last = 0, -1
    for part in text.split(",") if text else ():
        first, end = _interval(part, completions)
        if total and last >= first:
            raise IndexesError(f"non-increasing order, previous: {last}, current: {first}")
        total += end - first + 1
        last = end
    return total


def _interval(text: str, completions: int) -> tuple[int, int]:
    limits = text.split("-")
    if len(limits) > 2:
        rule = "violates the requirement that an index interval can have at most two parts separated by '-'"
        raise IndexesError(f"the fragment {quote(text)} {rule}")
    first = _index(limits[0], completions)
    if len(limits) == 1:
        return first, first
    last = _index(limits[1], completions)
    if first >= last:
        raise IndexesError(f"non-increasing order, previous: {first}, current: {last}")
    return first, last


def _index(text: str, completions: int) -> int:
    if integer_problem(text, "Atoi", INT64_MIN, INT64_MAX):
        raise IndexesError(f"cannot convert string to integer for index: {quote(text)}")
    if int(text) >= completions:
        raise IndexesError(f"too large index: {quote(text)}")
    return int(text)


def first_overlap(completed: str, failed: str, completions: int) -> int | None:
    """Returns the first index that two lists share; None if there is none.

    Assumes both lists are sorted; skips malformed parts.
    """
    theirs, ours = _intervals(completed, completions), _intervals(failed, completions)
    one, other = next(theirs, None), next(ours, None)
    while one is not None and other is not None:
        if one[0] <= other[1] and other[0] <= one[1]:
            return max(one[0], other[0])
        if one[0] <= other[0]:
            one = next(theirs, None)
        else:
            other = next(ours, None)
    return None


def _intervals(text: str, completions: int) -> Iterator[tuple[int, int]]:
    for part in text.split(",") if text else ():
        try:
            yield _interval(part, completions)
        except IndexesError:
            continue
