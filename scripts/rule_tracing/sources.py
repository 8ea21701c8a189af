"""Returns the source of rule functions as syntax trees."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Final

_OF_ERRORS: Final = frozenset(("ErrorList", "FieldError", "FieldPath"))
_ROOMS: Final = ("kapivara.apis.", "kapivara.meta.", "kapivara.schema.legality.")


def is_of_rules(called: object) -> bool:
    """Returns whether a function or class belongs to a package that defines rules."""
    return isinstance(called, FunctionType | type) and called.__module__.startswith(_ROOMS)


def may_word_errors(called: FunctionType | type) -> bool:
    """Returns whether the module of a function imports errors or paths."""
    names = called.__globals__ if isinstance(called, FunctionType) else vars(sys.modules[called.__module__])
    return not _OF_ERRORS.isdisjoint(names)


def source_of(function: FunctionType) -> ast.FunctionDef | None:
    """Returns the syntax tree of a function of a module or class; None if it was created in another way."""
    return _functions_in(function.__code__.co_filename).get(function.__code__.co_qualname)


@cache
def _functions_in(filename: str) -> dict[str, ast.FunctionDef]:
    file = Path(filename)
    if not file.is_file():
        return {}
    found: dict[str, ast.FunctionDef] = {}
    _collect(ast.parse(file.read_bytes()), "", found)
    return found


def _collect(scope: ast.AST, prefix: str, found: dict[str, ast.FunctionDef]) -> None:
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef):
            found[f"{prefix}{node.name}"] = node
        elif isinstance(node, ast.ClassDef):
            _collect(node, f"{prefix}{node.name}.", found)
        elif isinstance(node, ast.If):
            _collect(node, prefix, found)
