"""The options of commands that read the sources of API types, and finding and reading these sources."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.framework.command import Option, ProjectValue
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.files import shown_path
from kapivara.files.reading import read_beside
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.generator.sources.loading import Sources


def _read_roots(given: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    roots = []
    for each in given:
        prefix, equals, folder = each.partition("=")
        if not equals or not folder:
            raise BadValueError(f"{each!r}: write PREFIX=FOLDER, such as example.com/api=./api")
        if not Path(folder).is_dir():
            raise BadValueError(f"{each!r}: there is no folder {folder}")
        roots.append((prefix, folder))
    return tuple(roots)


SOURCE_OPTIONS = (
    Option(
        "--root",
        "The folder of packages whose import path starts with PREFIX; may be repeated.",
        parameter="roots",
        metavar="PREFIX=FOLDER",
        multiple=True,
        read=_read_roots,
        project=ProjectValue.NAMED_PATH,
    ),
    Option(
        "--readonly-pkg",
        "Read the types of this package where others use them, but generate nothing for it; may be repeated.",
        parameter="readonly",
        metavar="IMPORT_PATH",
        multiple=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--typedef-chains",
        "Apply the rules of a type also to types that are defined from it, which v1.37 does not.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
)
"""The options for the folders of imported packages, and for how rules of types are inherited."""


_ALL_BELOW = "..."
_MOST_BYTES = 16 << 20
_NO_PACKAGES = frozenset(("vendor", "testdata", "node_modules", "__pycache__"))
_MARKER = lazy_bytes_pattern(rb"^[ \t]*+(?:(?://|#|\*)[ \t]*+)?\+k8s:validation-gen=(?!false\b)", 8)  # re.MULTILINE


@record
class TypePaths:
    """The packages that paths of the command line name, and the paths that name none."""

    packages: tuple[Path, ...]
    unreadable: tuple[Unreadable, ...]


def find_types(paths: Iterable[str]) -> TypePaths:
    """Returns the packages that paths name; `folder/...` selects those in it and below that have the marker."""
    packages: list[Path] = []
    unreadable = []
    for path in paths:
        folder = _folder_of(path)
        found = packages_below(folder, _is_marked_file) if folder else [Path(path)]
        if not Path(folder or path).exists():
            unreadable.append(Unreadable(Location(shown_path(path)), "no such file or folder"))
        elif not found:
            why = "no package in this folder or below has the marker +k8s:validation-gen"
            unreadable.append(Unreadable(Location(shown_path(path)), why))
        else:
            packages += found
    return TypePaths(tuple(dict.fromkeys(packages)), tuple(unreadable))


def read_types(packages: Sequence[Path], roots: tuple[tuple[str, str], ...], readonly: tuple[str, ...]) -> Sources:
    """Returns packages and the packages that they import, with all errors in them."""
    from kapivara.generator.sources.loading import Root, SourceOptions, try_sources

    options = SourceOptions(
        roots=tuple(Root(prefix, Path(folder)) for prefix, folder in roots), readonly=tuple(readonly)
    )
    return try_sources(packages, options, with_progress)


def _folder_of(path: str) -> str:
    """Returns the folder of `folder/...`, "" for all other paths."""
    head, tail = os.path.split(path)
    return (head or os.curdir) if tail == _ALL_BELOW else ""


def packages_below(folder: str, is_marked: Callable[[Path], bool]) -> list[Path]:
    """Returns the folders with a marked file, in order; skips hidden folders and those of other projects."""
    packages = []
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if each[:1] not in "._" and each not in _NO_PACKAGES)
        if any(is_marked(Path(here, each)) for each in files):
            packages.append(Path(here))
    return packages


def _is_marked_file(file: Path) -> bool:
    return (file.name == "doc.go" or file.suffix == ".py") and _is_marked(file)


def _is_marked(file: Path) -> bool:
    try:
        if _MARKER.search(read_beside(str(file), _MOST_BYTES)) is None:
            return False
    except OSError:
        return False
    if file.suffix != ".py":
        return True
    from kapivara.generator.sources.python.type_files import is_marked

    return is_marked(file)
