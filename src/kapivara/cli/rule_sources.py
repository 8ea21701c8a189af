"""The source of the functions that rules are made of, as syntax trees."""

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
    """Tells whether a function or class is of the rooms in which rules are stated."""
    return isinstance(called, FunctionType | type) and called.__module__.startswith(_ROOMS)


def may_word_errors(called: FunctionType | type) -> bool:
    """Tells whether the module of a function knows of errors and paths."""
    names = called.__globals__ if isinstance(called, FunctionType) else vars(sys.modules[called.__module__])
    return not _OF_ERRORS.isdisjoint(names)


def source_of(function: FunctionType) -> ast.FunctionDef | None:
    """Returns the statement that declares a function of a module or class; None where it was made otherwise."""
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
