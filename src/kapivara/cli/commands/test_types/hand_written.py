"""Loads hand-written validation functions that generated code calls: from an author's Python file, or from Go.

Python functions are called with (op, path, new, old). A Python file runs only if the user named it, never because it
was found. Go functions (`ValidateCustom_…`) are used as far as they can be translated without a Go toolchain.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kapivara.cli.findings import Location
from kapivara.cli.inputs.files import shown_path
from kapivara.generator.sources.handwritten import canonical_name, is_python

if TYPE_CHECKING:
    from kapivara.generator.model.types import Package
    from kapivara.generator.pipeline import Generated
    from kapivara.generator.sources.loading import Sources

Functions = Mapping[str, Callable[..., Any]]


class HandWrittenError(Exception):
    """Raised for a file of hand-written functions that cannot be loaded."""

    def __init__(self, place: Location, message: str):
        super().__init__(message)
        self.place = place
        self.message = message


def load_functions(generated: Generated, custom: Sequence[Path], sources: Sources) -> Functions:
    """Returns the functions that generated code may call, from named Python files, or else from Go.

    The keys are function names; those for types of other packages have their package's path as prefix. `custom` lists
    files of Python functions: each applies to the types in its folder, or else to the package's own. Raises
    HandWrittenError for Python that cannot be loaded or was not named, and AuthorErrors for Go that cannot be
    translated.
    """
    own = sources.generated_in.get(generated.plan.declaring.path, generated.package.path)
    found: dict[str, Callable[..., Any]] = {}
    for path in sorted(sources.included):
        package = sources.universe.packages[path]
        prefix = "" if path == own else f"{path}."
        functions = _functions_of(package, custom_files(package, custom, sources, is_own=path == own), sources)
        found |= {prefix + name: each for name, each in functions.items()}
    return found


def custom_files(package: Package, custom: Sequence[Path], sources: Sources, *, is_own: bool) -> list[Path]:
    """Returns the named files that apply to a package: those in its folder; for its own, also those in no package's."""
    folders = {path: _folder(sources.universe.packages[path]) for path in sources.included}
    return [
        file
        for file in custom
        if (home := file.resolve().parent) == folders.get(package.path) or (is_own and home not in folders.values())
    ]


def _folder(package: Package) -> Path | None:
    return Path(package.files[0]).resolve().parent if package.files else None


def _functions_of(package: Package, custom: Sequence[Path], sources: Sources) -> Functions:
    wanted = {canonical_name(name) for name in package.functions} - {None}
    functions: dict[str, Callable[..., Any]] = {}
    for file in custom:
        functions |= _python_functions(file)
    if wanted <= functions.keys():
        return functions
    _refuse_unasked(package, functions)
    from kapivara.generator.handwritten_go import handwritten_functions

    return {**handwritten_functions(package, sources.universe, instead=functions), **functions}


def _refuse_unasked(package: Package, functions: Functions) -> None:
    """Raises HandWrittenError for a missing function that exists in a Python file which was not named."""
    in_go = {canonical_name(name) for name, each in package.functions.items() if not is_python(each)}
    for name, each in package.functions.items():
        known = canonical_name(name)
        if is_python(each) and known is not None and known not in in_go and known not in functions:
            file = shown_path(each.place.file)
            why = f"{name} is required; Python code runs only if it is named: --custom {file}"
            raise HandWrittenError(Location(file, each.place.line, each.place.column), why)


def _python_functions(file: Path) -> Functions:
    spec = spec_from_file_location(f"kapivara_hand_written_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise HandWrittenError(Location(shown_path(str(file))), "not a Python file")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the author's code may raise anything
        if os.environ.get("KAPIVARA_DEBUG"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise HandWrittenError(_place(error, file), f"cannot be loaded: {what}") from None
    found = ((canonical_name(name), each) for name, each in vars(module).items())
    return {name: each for name, each in found if name is not None and callable(each)}


def _place(error: BaseException, file: Path) -> Location:
    """Returns the line of the file that raised an exception."""
    if isinstance(error, SyntaxError):
        return Location(shown_path(str(file)), error.lineno or 0, error.offset or 0)
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(file)]
    return Location(shown_path(str(file)), (lines[-1] if lines else 0) or 0)
