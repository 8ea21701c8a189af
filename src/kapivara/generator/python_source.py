"""Parses Python source and writes pieces of it; the one place where Python's own parser says what it takes."""

from __future__ import annotations

import ast
import warnings
from itertools import islice
from typing import Any, Literal

_MOST_PARTS = 60  # of what is written out: `ast.unparse` goes as deep as there are parts


def parse_source(source: str | bytes, name: str) -> ast.Module:
    """Returns the tree of a module; raises SyntaxError, also for what Python's parser finds too deep or too odd."""
    tree: ast.Module = _parse(source, name, "exec")
    return tree


def parse_expression(source: str) -> ast.expr:
    """Returns the tree of one expression; raises SyntaxError in the same way."""
    tree: ast.Expression = _parse(source, "<expression>", "eval")
    return tree.body


def _parse(source: str | bytes, name: str, mode: Literal["exec", "eval"]) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # how a string is escaped is not our affair
            return ast.parse(source, name, mode)
    except (RecursionError, MemoryError):
        raise SyntaxError("nested too deeply") from None
    except SyntaxError:
        raise
    except ValueError as error:  # a null byte, say
        raise SyntaxError(str(error)) from None


def source_of(node: ast.expr) -> str:
    """Writes an expression as Python; one of very many parts is only named as that."""
    if len(list(islice(ast.walk(node), _MOST_PARTS))) == _MOST_PARTS:
        return "of so many parts"
    return ast.unparse(node)
