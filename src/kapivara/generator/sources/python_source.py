"""Parses Python source and prints expressions."""

from __future__ import annotations

import ast
import warnings
from itertools import islice
from typing import Any, Literal

_MOST_PARTS = 60  # nodes of a printed expression: `ast.unparse` recurses once per level


def parse_source(source: str | bytes, name: str) -> ast.Module:
    """Returns the tree of a module; raises SyntaxError, also for source that is nested too deeply."""
    tree: ast.Module = _parse(source, name, "exec")
    return tree


def parse_expression(source: str) -> ast.expr:
    """Returns the tree of one expression; raises SyntaxError in the same way."""
    tree: ast.Expression = _parse(source, "<expression>", "eval")
    return tree.body


def _parse(source: str | bytes, name: str, mode: Literal["exec", "eval"]) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about string escapes do not matter here
            return ast.parse(source, name, mode)
    except (RecursionError, MemoryError):
        raise SyntaxError("nested too deeply") from None
    except SyntaxError:
        raise
    except ValueError as error:  # for example, a null byte
        raise SyntaxError(str(error)) from None


def source_of(node: ast.expr) -> str:
    """Returns an expression as Python source; a large expression is replaced by a short phrase."""
    if len(list(islice(ast.walk(node), _MOST_PARTS))) == _MOST_PARTS:
        return "of so many parts"
    return ast.unparse(node)
