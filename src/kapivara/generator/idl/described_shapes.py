"""The shapes of built-in types for their generated validators: those of the shared tables."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.emission.printing import printed
from kapivara.generator.emission.shape_names import NameTable
from kapivara.generator.idl.references import References
from kapivara.generator.model.types import Package, Type, Universe


class DescribedShapes:
    """Refers to types by their names in the tables; `folder` is the folder of the package."""

    def __init__(self, package: Package, universe: Universe, folder: str, references: References):
        self._names = NameTable(package, universe, ("TYPES", "SHAPES", "DESCRIBED"))
        self._references = references
        self._folder = folder
        self._constants: dict[str, str] = {}

    def expression(self, kind: Type) -> str:
        """Returns the name of the constant of a type's shape."""
        text = self._references.name(kind)
        constant = self._constants.get(text)
        if constant is None:
            constant = self._constants[text] = self._names.free(_constant_name(text))
        return constant

    def declarations(self) -> list[str]:
        """Returns the lines that define the constants of all requested types."""
        lines = [f"{name} = DESCRIBED.shape({printed(text)})" for text, name in self._constants.items()]
        return [f"DESCRIBED = described({printed(self._folder)})", *lines] if lines else []

    def imports(self) -> str:
        """Returns the import statement for the shapes."""
        return "from kapivara.codec.typed.described import described"

    def table(self, kinds: Iterable[Type]) -> list[str]:  # noqa: ARG002  the tables contain them all
        """Returns no lines: the tables contain all types."""
        return []


def _constant_name(text: str) -> str:
    """Returns a Python name for a type: `META_V1_TIME`, `LIST_OF_PART`."""
    for prefix, word in (("*", ""), ("[]", "LIST_OF_"), ("map[", "MAP_OF_")):
        if text.startswith(prefix):
            inner = text[len(prefix) :] if prefix != "map[" else text.partition("]")[2]
            return word + _constant_name(inner)
    return "".join(each if each.isalnum() else "_" for each in text.partition(":")[0]).upper()
