"""Defaults that name a constant: `+default=ref(Name)`, or `+default=ref(path/of/package.Name)`.

Upstream: code-generator/cmd/defaulter-gen/generators/defaulter.go parseSymbolReference,
gengo/v2/types ParseFullyQualifiedName (1.37).
"""

from __future__ import annotations

from kapivara.generator.model.types import Constant, TypeName, Universe
from kapivara.values.lazy_pattern import lazy_pattern

_REFERENCE = lazy_pattern(r'ref\(([^"\n]+)\)')


def read_reference(text: str, package: str) -> TypeName | None:
    """Parses a reference to a constant, in `package` where it names no package; None where the text is no reference."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return None
    path, _, name = found[1].rpartition(".")
    return TypeName(path or package, name)


def constant_named(text: str, package: str, universe: Universe) -> Constant | None:
    """Returns the constant to which a reference points; None where there is no such constant, or no reference.

    Members of Python enums are constants of their package with names such as `Soil.LOAM`.
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
