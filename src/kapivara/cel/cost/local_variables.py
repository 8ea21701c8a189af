"""The variables of comprehensions while their cost is estimated: what each stands for, and how large it may be."""

from __future__ import annotations

from kapivara.cel.cost.paths import Path
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.types import CelKind
from kapivara.values.record import record


@record(eq=False)
class EntrySize:
    """The sizes of what is in a list or map that the expression makes: of keys, and of items or values."""

    container: CelKind
    key: SizeEstimate
    value: SizeEstimate

    def union(self, other: EntrySize | None) -> EntrySize | None:
        """The range that covers both, where both are known."""
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
    """The variables of the comprehensions around a node; an inner one hides an outer one of the same name."""

    def __init__(self) -> None:
        self._locals: dict[str, list[Local]] = {}

    def push(self, name: str, local: Local) -> None:
        """Brings a variable into scope."""
        self._locals.setdefault(name, []).append(local)

    def pop(self, name: str) -> None:
        """Takes the innermost variable of a name out of scope."""
        self._locals[name].pop()

    def find(self, name: str) -> Local | None:
        """The innermost variable of a name."""
        stack = self._locals.get(name)
        return stack[-1] if stack else None
