"""Paths of nodes through declared types, including upstream's aliasing bug.

Upstream's paths are Go slices: appending a step may write into the spare capacity of the same array, and so may the
next append to the same prefix. The earlier path then reads like the later one. Sizes that are looked up late, such as
the range of a loop after its body, are wrong as a result (`x.list` has the size of `x.name`, in `x.list.all(y, y !=
x.name)`), and the server accepts or rejects rules by them. Upstream: cel-go checker/cost.go addPath.
"""

from __future__ import annotations


class Path:
    """A path; appending to it may change how paths made from it before read.

    `sure` contains the true steps; it is empty for values that are not declared data.
    """

    __slots__ = ("_cells", "_length", "sure")

    def __init__(self, cells: list[str], length: int, sure: tuple[str, ...]):
        self._cells = cells
        self._length = length
        self.sure = sure

    def names(self) -> tuple[str, ...]:
        """Returns the steps as they read now."""
        return tuple(self._cells[: self._length])

    def then(self, name: str) -> Path:
        """Returns the path with one more step, written into spare capacity, or else into a larger copy."""
        cells, length = self._cells, self._length
        if length == len(cells):
            cells = [*cells, *[""] * max(length, 1)]
        cells[length] = name
        return Path(cells, length + 1, (*self.sure, name) if self.sure else ())


NO_PATH = Path([], 0, ())
"""The path of a value that is not declared data."""


def path_of(name: str) -> Path:
    """Returns the path of a variable."""
    return Path([name], 1, (name,))
