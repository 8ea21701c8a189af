"""The target packages of generated code: the package of the types, or one that names it as its input.

Hand-written functions are in the target package. Several packages may name the same input; types elsewhere that refer
to it then use the target that registers its code, or else the first.
Upstream: code-generator/cmd/validation-gen/targets.go GetTargets (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.types import Package
from kapivara.generator.sources.selection import input_path, is_excluded, registers


def generated_packages(packages: Iterable[Package]) -> dict[str, str]:
    """Maps import paths of types to the import paths of the packages into which their validation is generated.

    Packages with invalid markers are left out; selection of their types reports the errors.
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
