"""The variables of comprehensions during cost estimation: their paths and sizes."""

from __future__ import annotations

from kapivara.cel.cost.paths import Path
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.types import CelKind
from kapivara.values.record import record


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
