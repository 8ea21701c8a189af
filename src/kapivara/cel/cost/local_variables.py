"""The variables of comprehensions during cost estimation: their paths and sizes.

Upstream's paths are Go slices: appending a step may write into the spare capacity of the same array, and so may the
next append to the same prefix. The earlier path then reads like the later one. Sizes that are looked up late, such as
the range of a loop after its body, are wrong as a result (`x.list` has the size of `x.name`, in `x.list.all(y, y !=
x.name)`), and the server accepts or rejects rules by them. Upstream: cel-go checker/cost.go addPath.
"""

from __future__ import annotations

from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.types import CelKind
from kapivara.values.record import record


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


@record(eq=False)
class EntrySize:
    """The sizes of the elements of a list or map that the expression creates: of keys, and of items or values."""

    container: CelKind
    key: SizeEstimate
    value: SizeEstimate

    def union(self, other: EntrySize | None) -> EntrySize | None:
        """Returns the range that covers both; None unless both are known."""
        if other is None:
            return None
        return EntrySize(self.container, self.key.union(other.key), self.value.union(other.value))


@record(eq=False)
class Local:
    """A variable of a comprehension or of `cel.bind`."""

    path: Path
    size: SizeEstimate | None
    entry_size: EntrySize | None = None


class LocalVariables:
    """The variables of the comprehensions around a node; an inner one hides an outer one with the same name."""

    def __init__(self) -> None:
        self._locals: dict[str, list[Local]] = {}

    def push(self, name: str, local: Local) -> None:
        """Brings a variable into scope."""
        self._locals.setdefault(name, []).append(local)

    def pop(self, name: str) -> None:
        """Removes the innermost variable with a name from the scope."""
        self._locals[name].pop()

    def find(self, name: str) -> Local | None:
        """Returns the innermost variable with a name, or None."""
        stack = self._locals.get(name)
        return stack[-1] if stack else None
