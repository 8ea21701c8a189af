"""Reads the constants of enums: `class Phase(StrEnum)` is a string type with one constant per member."""

from __future__ import annotations

import ast

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Constant, Type, TypeName
from kapivara.generator.sources.python.module import Module


def read_constants(module: Module, node: ast.ClassDef, enum: Type, errors: list[AuthorError]) -> list[Constant]:
    """Returns the constants of an enum; members without a plain string are errors, other names are ignored."""
    found: dict[str, Constant] = {}
    for statement in node.body:
        target, value = _assignment(statement)
        if not target or value is None or target.startswith("_"):
            continue
        place = module.file.place(statement)
        text = _text(module, node, target, value)
        if text is None:
            hint = f'write {target} = "{target.title().replace("_", "")}", say'
            message = f"{enum.name.name}.{target} is no string"
            errors.append(AuthorError(message, place, type_name=str(enum), hint=hint))
            continue
        name = TypeName(enum.name.package, f"{enum.name.name}.{target}")
        comments = module.file.comments.above(statement.lineno)
        found.setdefault(text, Constant(name, enum, text, place, comments))  # equal members are aliases, as in Python
    return list(found.values())


def _assignment(statement: ast.stmt) -> tuple[str, ast.expr | None]:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
        return (target.id, value) if isinstance(target, ast.Name) else ("", None)
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id, statement.value
    return "", None


def _text(module: Module, node: ast.ClassDef, name: str, value: ast.expr) -> str | None:
    """Returns the value of a member; `auto()` is the lower-case name where the class derives from StrEnum."""
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str) else None
    if isinstance(value, ast.Call) and module.word(value.func) == "auto":
        plain = {module.word(base) for base in node.bases} >= {"str", "Enum"}
        return None if plain else name.lower()
    return None
