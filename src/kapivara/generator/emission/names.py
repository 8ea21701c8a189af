"""Allocates the names of a generated module: readable, valid in Python, unique."""

from __future__ import annotations

import keyword
from unicodedata import normalize

from kapivara.generator.emission.free_names import FreeNames
from kapivara.generator.model.types import Package, Type


class Names(FreeNames):
    """Allocates unique names; those for types of other packages begin with the package's name."""

    def __init__(self, package: Package, packages: dict[str, Package]):
        super().__init__()
        self.home = package.path
        """The import path of the package whose types have their own names without a prefix."""
        self._packages = packages
        self._types: dict[int, str] = {}

    def of_type(self, kind: Type) -> str:
        """Returns the name of a type: its own, with its package's name in front for types of other packages."""
        known = self._types.get(id(kind))
        if known is None:
            known = self._types[id(kind)] = self.free(self._wanted(kind))
        return known

    def _wanted(self, kind: Type) -> str:
        home, name = kind.name.package, kind.name.name
        if not home:
            return "Unnamed"  # a struct type of a field; the text of an unnamed type is untrusted
        return identifier(name if home == self.home else f"{_package_name(home, self._packages)}_{name}")


def described(kind: Type) -> str:
    """Returns the description of a type in comments."""
    return f"type {identifier(kind.name.name)}" if kind.name.package else "an unnamed struct"


def identifier(text: str) -> str:
    """Returns a Python identifier for a name of another language."""
    if text.isascii() and text.isidentifier() and not keyword.iskeyword(text):
        return text
    # Python treats names with equal NFKC forms as equal, so they are compared in this form.
    made = "".join(c if c.isalnum() or c == "_" else "_" for c in normalize("NFKC", text))
    if not made.isidentifier() or keyword.iskeyword(made):
        made = f"_{made}"
    return made if made.isidentifier() else "_unnamed"


def _package_name(path: str, packages: dict[str, Package]) -> str:
    package = packages.get(path)
    return package.name if package is not None else path.rpartition("/")[2]
