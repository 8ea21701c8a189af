"""Where the shapes of types come from that generated code refers to: printed in its module, or known elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from kapivara.generator.model import Type


class ShapeSource(Protocol):
    """Gives the shapes that a generated module asks for."""

    def expression(self, kind: Type) -> str:
        """Returns the name of a constant that holds the shape of a type."""

    def declarations(self) -> list[str]:
        """Returns the lines that make the constants of all types asked for."""

    def imports(self) -> str:
        """Returns the import that a module needs for the shapes that were asked for."""

    def table(self, kinds: Iterable[Type]) -> list[str]:
        """Returns the lines that offer the shapes of a package's types by name; none where others do."""
