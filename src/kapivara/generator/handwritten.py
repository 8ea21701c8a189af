"""Hand-written validation beside generated code: how its functions are called, and which ones a Python file has.

A Go package has them in its .go files, read by golang/handwritten.py; a Python package in validations.py. A Python
file may stand beside Go types as well, or be named by the caller: its functions count as the package's own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from kapivara.files.reading import read_beside, read_named
from kapivara.generator.author_error import AuthorError
from kapivara.generator.model import Function, Package, Position
from kapivara.generator.python_source import parse_source, source_of

PREFIX = "ValidateCustom_"
PYTHON_PREFIX = "validate_custom_"
PYTHON_FILE = "validations.py"
_LONGEST = 4_000_000


def canonical_name(name: str) -> str | None:
    """Returns the name under which a function is called, whichever spelling it has; None for other functions.

    Python may call a field by its own name: `validate_custom_Widget_max_value` is that of `MaxValue`.
    """
    if name.startswith(PYTHON_PREFIX):
        kind, line, field = name.removeprefix(PYTHON_PREFIX).partition("_")
        if field[:1].islower():
            field = "".join(part[:1].upper() + part[1:] for part in field.split("_"))
        return PREFIX + kind + line * bool(field) + field
    return name if name.startswith(PREFIX) else None


def python_name(name: str) -> str:
    """Returns Python's spelling of a function's name."""
    return PYTHON_PREFIX + name.removeprefix(PREFIX)


def is_python(function: Function) -> bool:
    """Tells whether a function is written in Python."""
    return function.place.file.endswith(".py")


def python_functions(file: Path, read: Callable[[str, int], bytes] = read_beside) -> dict[str, Function]:
    """Reads which functions a Python file has, without running it; raises AuthorError."""
    try:
        tree = parse_source(read(str(file), _LONGEST), str(file))
    except OSError as error:
        raise AuthorError(f"cannot read the file: {error.strerror}", Position(str(file), 1, 1)) from None
    except SyntaxError as error:
        place = Position(str(file), error.lineno or 1, error.offset or 1)
        raise AuthorError(f"not Python: {error.msg}", place) from None
    return {each.name: _function(each, file) for each in tree.body if isinstance(each, ast.FunctionDef)}


def add_python_functions(package: Package, file: Path | None = None) -> None:
    """Makes the functions of a Python file the package's own: of one that was named, or of validations.py.

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
