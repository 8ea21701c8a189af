"""Hand-written validation functions beside generated code: their names, and those that a Python file defines.

A Go package has them in its .go files, which golang/handwritten reads; a Python package in validations.py. Go types may
use a Python file as well: validations.py in the same directory, or a file that the caller names. Its functions then
belong to the package.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from kapivara.files.reading import read_beside, read_named
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Function, Package, Position
from kapivara.generator.sources.python_source import parse_source, source_of

PREFIX = "ValidateCustom_"
PYTHON_PREFIX = "validate_custom_"
PYTHON_FILE = "validations.py"
_LONGEST = 4_000_000


def canonical_name(name: str) -> str | None:
    """Returns the name under which generated code calls a function, in either spelling; None for other functions.

    Python may use the Python name of a field: `validate_custom_Widget_max_value` is the function of `MaxValue`.
    """
    if name.startswith(PYTHON_PREFIX):
        kind, line, field = name.removeprefix(PYTHON_PREFIX).partition("_")
        if field[:1].islower():
            field = "".join(part[:1].upper() + part[1:] for part in field.split("_"))
        return PREFIX + kind + line * bool(field) + field
    return name if name.startswith(PREFIX) else None


def python_name(name: str) -> str:
    """Returns Python's spelling of the name of a hand-written function."""
    return PYTHON_PREFIX + name.removeprefix(PREFIX)


def is_python(function: Function) -> bool:
    """Returns whether a function is written in Python."""
    return function.place.file.endswith(".py")


def python_functions(file: Path, read: Callable[[str, int], bytes] = read_beside) -> dict[str, Function]:
    """Reads the functions of a Python file without running it; raises AuthorError."""
    try:
        tree = parse_source(read(str(file), _LONGEST), str(file))
    except OSError as error:
        raise AuthorError(f"cannot read the file: {error.strerror}", Position(str(file), 1, 1)) from None
    except SyntaxError as error:
        place = Position(str(file), error.lineno or 1, error.offset or 1)
        raise AuthorError(f"not Python: {error.msg}", place) from None
    return {each.name: _function(each, file) for each in tree.body if isinstance(each, ast.FunctionDef)}


def add_python_functions(package: Package, file: Path | None = None) -> None:
    """Adds the functions of a Python file to a package: those of the named file, or else of validations.py.

    Raises AuthorError where the file cannot be read.
    """
    if file is not None:
        package.functions |= python_functions(file, read_named)
    elif package.files and (beside := Path(package.files[0]).parent / PYTHON_FILE).is_file():
        package.functions |= python_functions(beside)


def _function(node: ast.FunctionDef, file: Path) -> Function:
    given = [*node.args.posonlyargs, *node.args.args]
    parameters = tuple((each.arg, source_of(each.annotation) if each.annotation else "") for each in given)
    results = (source_of(node.returns),) if node.returns else ()
    return Function(node.name, parameters, results, Position(str(file), node.lineno, node.col_offset + 1))
