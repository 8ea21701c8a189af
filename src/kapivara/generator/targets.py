"""Where what is generated for types goes: into their own package, or into another one that names it as its input.

Hand-written functions stand where the code is generated. A package of types may be the input of several; one of them
counts for all others that refer to its types: the one that registers what it generates, else the first.
Upstream: code-generator/cmd/validation-gen/targets.go GetTargets (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kapivara.generator.author_error import AuthorErrors
from kapivara.generator.model import Package
from kapivara.generator.selection import input_path, is_excluded, registers


def generated_packages(packages: Iterable[Package]) -> dict[str, str]:
    """Returns, by the import paths of types, those of the packages that their validation is generated into.

    Packages whose markers cannot be understood are left out: they are told of when their types are selected.
    """
    found: dict[str, Package] = {}
    for package in packages:
        with suppress(AuthorErrors):
            if is_excluded(package):
                continue
            path, registered = input_path(package), registers(package)
            known = found.setdefault(path, package)
            if known is not package and registered and not registers(known):
                found[path] = package
    return {types: package.path for types, package in found.items()}
