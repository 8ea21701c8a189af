"""The source of the shapes that generated code uses: its own module, or a module elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from kapivara.generator.model.types import Type


class ShapeSource(Protocol):
    """Provides the shapes that a generated module uses."""

    def expression(self, kind: Type) -> str:
        """Returns the name of the constant of a type's shape."""

    def declarations(self) -> list[str]:
        """Returns the lines that define the constants of all requested types."""

    def imports(self) -> str:
        """Returns the import statement that the requested shapes need."""

    def table(self, kinds: Iterable[Type]) -> list[str]:
        """Returns the lines of the table of shapes by type name; none where another module has it."""
