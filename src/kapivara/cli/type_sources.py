"""The options of commands that read the sources of API types, and what they are read to."""

from __future__ import annotations

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


def missing_paths(paths: Iterable[str]) -> tuple[Unreadable, ...]:
    """Lists the paths that lead nowhere."""
    missing = [path for path in paths if not Path(path).exists()]
    return tuple(Unreadable(Place(shown_path(path)), "no such file or folder") for path in missing)


def read_types(paths: Iterable[str], roots: tuple[tuple[str, str], ...], readonly: tuple[str, ...]) -> Sources:
    """Reads the packages that paths name, and those that they import; raises AuthorErrors."""
    from kapivara.generator.sources import Root, SourceOptions, read_sources

    options = SourceOptions(
        roots=tuple(Root(prefix, Path(folder)) for prefix, folder in roots), readonly=tuple(readonly)
    )
    return read_sources([Path(path) for path in paths], options)
