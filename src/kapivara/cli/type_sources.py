"""The options of commands that read the sources of API types, and what they are read to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kapivara.cli.commands import Option
from kapivara.cli.findings import Place, Unreadable
from kapivara.cli.sources import shown_path

if TYPE_CHECKING:
    from kapivara.generator.sources import Sources

_F = TypeVar("_F", bound=Callable[..., Any])


def _read_roots(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    roots = []
    for each in given:
        prefix, equals, folder = each.partition("=")
        if not equals or not folder:
            raise click.BadParameter(f"{each!r}: write PREFIX=FOLDER, such as example.com/api=./api")
        if not Path(folder).is_dir():
            raise click.BadParameter(f"{each!r}: there is no folder {folder}")
        roots.append((prefix, folder))
    return tuple(roots)


def source_options(command: _F) -> _F:
    """Adds the options that say where imported packages are, and which of them are looked into."""
    for option in (_READONLY, _ROOT):
        command = option(command)
    return command


_ROOT = click.option(
    "--root",
    "roots",
    cls=Option,
    multiple=True,
    metavar="PREFIX=FOLDER",
    callback=_read_roots,
    help="Packages whose import path starts with PREFIX are in FOLDER; may be given several times.",
)
_READONLY = click.option(
    "--readonly-pkg",
    "readonly",
    cls=Option,
    multiple=True,
    metavar="IMPORT_PATH",
    help="Look into the types of this package where others use them, and generate nothing for it; may be given several "
    "times.",
)
typedef_chains_option = click.option(
    "--typedef-chains",
    cls=Option,
    is_flag=True,
    help="Let the rules of a type apply to the types that are defined from it, too, which v1.37 does not.",
)


_ALL_BELOW = "..."
_NO_PACKAGES = frozenset(("vendor", "testdata", "node_modules", "__pycache__"))


def missing_paths(paths: Iterable[str]) -> tuple[Unreadable, ...]:
    """Lists the paths that lead nowhere."""
    found = []
    for path in paths:
        if not Path(_folder_of(path) or path).exists():
            found.append(Unreadable(Place(shown_path(path)), "no such file or folder"))
        elif _folder_of(path) and not _packages_below(path):
            found.append(Unreadable(Place(shown_path(path)), "no types with tags in this folder and below"))
    return tuple(found)


def read_types(paths: Iterable[str], roots: tuple[tuple[str, str], ...], readonly: tuple[str, ...]) -> Sources:
    """Reads the packages that paths name, and those that they import; raises AuthorErrors."""
    from kapivara.generator.sources import Root, SourceOptions, read_sources

    options = SourceOptions(
        roots=tuple(Root(prefix, Path(folder)) for prefix, folder in roots), readonly=tuple(readonly)
    )
    found = [each for path in paths for each in (_packages_below(path) if _folder_of(path) else [Path(path)])]
    return read_sources(list(dict.fromkeys(found)), options)


def _folder_of(path: str) -> str:
    """The folder of `folder/...`; empty for all other paths."""
    head, tail = os.path.split(path)
    return (head or os.curdir) if tail == _ALL_BELOW else ""


def _packages_below(path: str) -> list[Path]:
    """Lists the folders whose types have tags, in order; hidden folders and those of other projects are left out."""
    packages = []
    for here, folders, files in os.walk(_folder_of(path)):
        folders[:] = sorted(each for each in folders if each[:1] not in "._" and each not in _NO_PACKAGES)
        if any(_has_tags(Path(here, each)) for each in files):
            packages.append(Path(here))
    return packages


def _has_tags(file: Path) -> bool:
    if file.name != "types.py" and (file.suffix != ".go" or file.name.endswith("_test.go")):
        return False
    try:
        return b"+k8s:" in file.read_bytes()
    except OSError:
        return False
