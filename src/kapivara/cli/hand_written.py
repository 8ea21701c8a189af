"""Hand-written validation functions of a package, found beside its types: an author's own Python, or Go.

Python functions stand in validations.py and are called with (op, path, new, old); they are loaded as the author's code.
Of Go functions (`ValidateCustom_…`), what can be read without a Go toolchain is used.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kapivara.cli.findings import Place
from kapivara.cli.sources import shown_path
from kapivara.generator.handwritten import PYTHON_FILE, canonical_name

if TYPE_CHECKING:
    from kapivara.generator.model import Package

Functions = Mapping[str, Callable[..., Any]]


class HandWrittenError(Exception):
    """A file of hand-written functions that cannot be loaded."""

    def __init__(self, place: Place, message: str):
        super().__init__(message)
        self.place = place
        self.message = message


def load_functions(folder: Path, custom: Path | None, package: Package) -> Functions:
    """Loads what a package needs: the file given, validations.py beside the types, Go functions where there is neither.

    Raises HandWrittenError.
    """
    file = custom or folder / PYTHON_FILE
    if custom is not None or file.is_file():
        return _python_functions(file)
    return _go_functions(package)


def _python_functions(file: Path) -> Functions:
    spec = spec_from_file_location(f"kapivara_hand_written_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise HandWrittenError(Place(shown_path(str(file))), "not a Python file")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # the author's code may raise anything
        if os.environ.get("KAPIVARA_DEBUG"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise HandWrittenError(_place(error, file), f"cannot be loaded: {what}") from None
    found = ((canonical_name(name), each) for name, each in vars(module).items())
    return {name: each for name, each in found if name is not None and callable(each)}


def _place(error: Exception, file: Path) -> Place:
    """Finds the line of the file that an exception comes from."""
    if isinstance(error, SyntaxError):
        return Place(shown_path(str(file)), error.lineno or 0, error.offset or 0)
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(file)]
    return Place(shown_path(str(file)), (lines[-1] if lines else 0) or 0)


def _go_functions(package: Package) -> Functions:
    try:
        from kapivara.generator.golang.handwritten import handwritten_functions
    except ImportError:
        return {}
    functions: Functions = handwritten_functions(package)
    return functions
