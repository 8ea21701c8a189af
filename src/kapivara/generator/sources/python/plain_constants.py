"""The constants of a module, such as `DEFAULT_SOIL = "Loam"`, which defaults may name: `+default=ref(DEFAULT_SOIL)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from kapivara.generator.model.types import BUILTIN, Constant, TypeName
from kapivara.generator.sources.python.module import Module

_TYPES = {str: "string", bool: "bool", int: "int64", float: "float64"}


def read_plain_constants(module: Module) -> list[Constant]:
    """Returns the constants of a module that are strings, numbers or booleans; of equal names the last counts."""
    found: dict[str, Constant] = {}
    for statement, target, expression in _assignments(module.file.tree.body):
        try:
            value = ast.literal_eval(expression)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue  # a computed value, or a type
        if type(value) in _TYPES:
            name = TypeName(module.package.path, target)
            place, comments = module.file.place(statement), module.file.comments.above(statement.lineno)
            found[target] = Constant(name, BUILTIN[_TYPES[type(value)]], value, place, comments)
    return list(found.values())


def _assignments(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str, ast.expr]]:
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield statement, name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield statement, name, value
