"""Estimates the length of a string after parts of it have been replaced.

Upstream: k8s apiserver/pkg/cel/library/cost.go EstimateCallCost, case `replace` (1.37).
"""

from __future__ import annotations

from math import ceil

from kapivara.cel.cost.ranges import UNBOUNDED, SizeEstimate


def replaced_size(text: SizeEstimate, part: SizeEstimate, replacement: SizeEstimate) -> SizeEstimate:
    """Returns the size of `text.replace(part, replacement)`.

    Longest: as many as possible of the shortest parts become the longest replacement; shortest: the reverse.
    """
    most, kept_most = _count(text.max, part.min, grows=replacement.max > part.min)
    least, kept_least = _count(text.min, part.max, grows=replacement.min < part.max)
    counts, kept = SizeEstimate(least, most), SizeEstimate(kept_least, kept_most)
    return counts.times(replacement).plus(kept)


def _count(text: int, part: int, *, grows: bool) -> tuple[int, int]:
    """Returns the number of replaced parts, and the length of the remaining text.

    The empty part occurs around every character. A replacement that would not extend the range leaves the text
    unchanged.
    """
    if part == 0:
        return min(text + 1, UNBOUNDED), text
    if not grows:
        return 0, text
    return ceil(float(text) / float(part)), 0
