"""Go declarations of common packages, for sources whose imports are not at hand.

Data in `*.go` files beside types.go of `meta` and `apis`.

Entry point: `declarations_of` of this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from kapivara.values.lazy_pattern import lazy_pattern

_PACKAGE = lazy_pattern(r'^package \w+ // import "([^"\n]+)"$', 8)  # re.MULTILINE
_HERE = Path(__file__).parent
PACKAGE = _HERE.parent.parent
"""The folder of kapivara itself."""
_HEAD = 2000  # characters in which the package clause is searched
_DESCRIBED = ("meta", "apis")
"""The rooms with declarations, each package in a folder."""


@cache
def declared_packages() -> Mapping[str, tuple[Path, ...]]:
    """Returns the files of all packages with declarations here, by import path."""
    found: dict[str, tuple[Path, ...]] = {}
    for file in sorted([*_HERE.glob("*.go"), *described_files()]):
        path = import_path(file)
        found[path] = (*found.get(path, ()), file)
    return MappingProxyType(found)


def described_files(top: Path = PACKAGE) -> list[Path]:
    """Returns the files that declare types of Kubernetes: built-in kinds, and their shared types."""
    return sorted(file for room in _DESCRIBED for file in (top / room).rglob("*.go"))


def import_path(file: Path) -> str:
    """Returns the import path that a file of declarations states after its package clause."""
    with file.open(encoding="utf-8") as text:
        said = _PACKAGE.search(text.read(_HEAD))
    if said is None:
        raise ValueError(f'{file}: the package clause needs its import path: package v1 // import "k8s.io/api/core/v1"')
    return said[1]


def is_declared(path: str) -> bool:
    """Returns whether there are declarations of a package."""
    return path in declared_packages()


def is_shared(path: str) -> bool:
    """Returns whether a package is included wherever it is imported, without a request."""
    return path.startswith("k8s.io/") and is_declared(path)


def declarations_of(path: str) -> tuple[bytes, ...]:
    """Returns the Go declarations of a package, file by file; empty where there are none."""
    return tuple(file.read_bytes() for file in declared_packages().get(path, ()))
