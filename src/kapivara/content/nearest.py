"""Which of some names a misspelt one stands for, most likely: for hints behind errors, never for what is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_LONGEST = 100
"""Characters of a misspelt name that are compared; nobody misspells a longer one."""


def nearest(name: str, names: Iterable[str], likeness: float = 0.6) -> str:
    """Finds the name that a misspelt one stands for, most likely; empty where none looks like it.

    Lower and upper case are the same to it. At a `likeness` of 1 only equal names look alike, at 0 all do.
    """
    from difflib import get_close_matches  # nobody waits for it who made no mistake

    by_case = {each.lower(): each for each in names}
    near = get_close_matches(name.lower()[:_LONGEST], by_case, 1, likeness)
    return by_case[near[0]] if near else ""


def did_you_mean(name: str, names: Sequence[str], owner: str) -> str:
    """Says which name was meant, or which there are."""
    if meant := nearest(name, names):
        return f"did you mean {meant}?"
    return f"{owner} has: {', '.join(names)}" if names else f"{owner} has no fields"
