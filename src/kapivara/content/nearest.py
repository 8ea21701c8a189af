"""Finds the most similar name for a misspelt one, for hints in errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_LONGEST = 100
"""The maximum number of compared characters."""


def nearest(name: str, names: Iterable[str], likeness: float = 0.6) -> str:
    """Returns the most similar name; empty if none is similar enough.

    Ignores case. With a `likeness` of 1 only equal names are similar, with 0 all are.
    """
    from difflib import get_close_matches  # only errors need it

    by_case = {each.lower(): each for each in names}
    near = get_close_matches(name.lower()[:_LONGEST], by_case, 1, likeness)
    return by_case[near[0]] if near else ""


def did_you_mean(name: str, names: Sequence[str], owner: str) -> str:
    """Returns a hint with the probable name, or with all names."""
    if meant := nearest(name, names):
        return f"did you mean {meant}?"
    return f"{owner} has: {', '.join(names)}" if names else f"{owner} has no fields"
