"""Names that are given out once each."""

from __future__ import annotations

from collections.abc import Iterable


class FreeNames:
    """Gives out names, with a number behind those that are taken."""

    def __init__(self, taken: Iterable[str] = ()):
        self._taken = set(taken)

    def free(self, wanted: str) -> str:
        """Returns the name, or with a number behind it where it is taken; it is taken then."""
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name)
        return name
