"""Defaults that name a constant: `+default=ref(Name)`, or `+default=ref(path/of/package.Name)`.

Upstream: code-generator/cmd/defaulter-gen/generators/defaulter.go parseSymbolReference,
gengo/v2/types ParseFullyQualifiedName (1.37).
"""

from __future__ import annotations

from kapivara.generator.model import Constant, TypeName, Universe
from kapivara.values.lazy_pattern import lazy_pattern

_REFERENCE = lazy_pattern(r'ref\(([^"\n]+)\)')


def read_reference(text: str, package: str) -> TypeName | None:
    """Reads the name of a constant, of a package where none is told; None for what is no such reference."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return None
    path, _, name = found[1].rpartition(".")
    return TypeName(path or package, name)


def constant_named(text: str, package: str, universe: Universe) -> Constant | None:
    """Finds the constant that a reference is to; None for what is no reference, or to none that was read.

    Members of enums in Python are constants of their package, called `Soil.LOAM`.
    """
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return None
    path, _, short = found[1].rpartition(".")
    for place, name in ((package, found[1]), (path, short)):
        holder = universe.packages.get(place)
        for each in () if holder is None else holder.constants:
            if each.name.name == name:
                return each
    return None
