"""Field paths: parent-linked cells whose text is built only for an error.

Upstream: apimachinery/pkg/util/validation/field/path.go.
"""

from __future__ import annotations


class FieldPath:
    """One step of a path; the empty path prints as `<nil>`, like the server's nil path."""

    __slots__ = ("_parent", "_step", "_text")

    def __init__(self, parent: FieldPath | None, step: str):
        self._parent = parent
        self._step = step  # ".name", "[3]" or "[key]"
        self._text: str | None = None  # cached if a path below was printed

    @staticmethod
    def of(name: str, *more: str) -> FieldPath:
        """Returns the path of a field of the object: `FieldPath.of("metadata", "name")`."""
        path = FieldPath(None, "." + name)
        for each in more:
            path = FieldPath(path, _named(each))
        return path

    def child(self, name: str, *more: str) -> FieldPath:
        """Returns the path of a named field."""
        path = FieldPath(self if self._step else None, "." + name if name else "[]")
        for each in more:
            path = FieldPath(path, _named(each))
        return path

    def index(self, position: int) -> FieldPath:
        """Returns the path of a list item."""
        return FieldPath(self, f"[{position}]")

    def key(self, key: str) -> FieldPath:
        """Returns the path of a map entry."""
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
    """A path that is not needed: paths below are the same object."""

    __slots__ = ()

    def child(self, name: str, *more: str) -> FieldPath:  # noqa: ARG002  unused
        """Returns the same path."""
        return self

    def index(self, position: int) -> FieldPath:  # noqa: ARG002
        """Returns the same path."""
        return self

    def key(self, key: str) -> FieldPath:  # noqa: ARG002
        """Returns the same path."""
        return self


NO_PATH = FieldPath(None, "")
"""The path of errors without a field."""
NOWHERE = _Nowhere(None, "")
"""The path for rules of which only the existence of errors matters; errors for clients need another run."""
NAMELESS = FieldPath(None, "[]")
"""The path of a field without a name, which some rules use for errors about the whole object."""
