"""Paths of nodes through declared types, as upstream keeps them, its slip included.

Upstream's paths are Go slices: a path made by lengthening another one may be written into the room behind it, and so
may the next one made from the same start. The earlier path then reads like the later one. Sizes looked up late, as
the range of a loop after its body, come out differently for it (`x.list` is given the size of `x.name`, in
`x.list.all(y, y != x.name)`), and rules are accepted or refused by that. Upstream: cel-go checker/cost.go addPath.
"""

from __future__ import annotations


class Path:
    """A path; lengthening it may change how paths made from it before read.

    `sure` has its steps as they are; what is no declared data has none, and nothing within it has.
    """

    __slots__ = ("_cells", "_length", "sure")

    def __init__(self, cells: list[str], length: int, sure: tuple[str, ...]):
        self._cells = cells
        self._length = length
        self.sure = sure

    def names(self) -> tuple[str, ...]:
        """The steps, as they read now."""
        return tuple(self._cells[: self._length])

    def then(self, name: str) -> Path:
        """This path and one step more, written behind it where there is room, else onto a copy twice as large."""
        cells, length = self._cells, self._length
        if length == len(cells):
            cells = [*cells, *[""] * max(length, 1)]
        cells[length] = name
        return Path(cells, length + 1, (*self.sure, name) if self.sure else ())


NO_PATH = Path([], 0, ())
"""The path of what is no declared data."""


def path_of(name: str) -> Path:
    """The path of a variable."""
    return Path([name], 1, (name,))
