"""Paths to fields: parent-linked cells whose text is built only when an error needs it.

Upstream: apimachinery/pkg/util/validation/field/path.go.
"""

from __future__ import annotations


class FieldPath:
    """One step of a path; the empty path (no field at all) prints as `<nil>`, as the server's nil path does."""

    __slots__ = ("_parent", "_step", "_text")

    def __init__(self, parent: FieldPath | None, step: str):
        self._parent = parent
        self._step = step  # ".name", "[3]" or "[key]"
        self._text: str | None = None  # known where something below was printed: its neighbours may be next

    @staticmethod
    def of(name: str, *more: str) -> FieldPath:
        """Starts a path at a field of the object: `FieldPath.of("metadata", "name")`."""
        path = FieldPath(None, "." + name)
        for each in more:
            path = FieldPath(path, _named(each))
        return path

    def child(self, name: str, *more: str) -> FieldPath:
        """Steps into a named field."""
        path = FieldPath(self if self._step else None, "." + name if name else "[]")
        for each in more:
            path = FieldPath(path, _named(each))
        return path

    def index(self, position: int) -> FieldPath:
        """Steps into an item of a list."""
        return FieldPath(self, f"[{position}]")

    def key(self, key: str) -> FieldPath:
        """Steps into an entry of a map."""
        return FieldPath(self, f"[{key}]")

    def __str__(self) -> str:
        parent = self._parent
        if parent is None:
            return self._step.removeprefix(".") if self._step else "<nil>"
        return (parent._text or parent._printed()) + self._step

    def _printed(self) -> str:
        steps = []
        cell: FieldPath | None = self
        while cell is not None:
            steps.append(cell._step)
            cell = cell._parent
        steps.reverse()
        self._text = "".join(steps).removeprefix(".")
        return self._text

    def __repr__(self) -> str:
        return f"FieldPath({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FieldPath) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def _named(name: str) -> str:
    # Kept: upstream takes a step without a name for a subscript.
    return "." + name if name else "[]"


class _Nowhere(FieldPath):
    """A path that is not known: what is inside is nowhere, too, and costs nothing to name."""

    __slots__ = ()

    def child(self, name: str, *more: str) -> FieldPath:  # noqa: ARG002  whatever it is
        """Stays where it is."""
        return self

    def index(self, position: int) -> FieldPath:  # noqa: ARG002
        """Stays where it is."""
        return self

    def key(self, key: str) -> FieldPath:  # noqa: ARG002
        """Stays where it is."""
        return self


NO_PATH = FieldPath(None, "")
"""The path of errors that blame no field."""
NOWHERE = _Nowhere(None, "")
"""The path for rules that are only asked whether they find anything; who is told of errors asks again."""
NAMELESS = FieldPath(None, "[]")
"""The path of a field without a name, by which some rules blame an object as a whole."""
