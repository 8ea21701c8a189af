"""The declarations and imports of one Python file by name: classes, new types, aliases; `project` resolves them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

from kapivara.generator.model.types import Package
from kapivara.generator.sources.python.python_file import PythonFile
from kapivara.values.record import record


@record
class Import:
    """The origin of an imported name: `level` dots, a module, and a name in it (empty: the module itself)."""

    level: int
    module: tuple[str, ...]
    name: str = ""

    @property
    def last(self) -> str:
        """The original name, before an `as`."""
        return self.name or (self.module[-1] if self.module else "")

    def __str__(self) -> str:
        return "." * self.level + ".".join(self.module)


@record(eq=False)
class ClassDeclaration:
    """A class of any kind."""

    node: ast.ClassDef


@record(eq=False)
class NewTypeDeclaration:
    """`name = NewType("name", supertype)`."""

    node: ast.stmt
    call: ast.Call


@record(eq=False)
class AliasDeclaration:
    """An alias of a type expression."""

    node: ast.stmt
    value: ast.expr


Declaration: TypeAlias = ClassDeclaration | NewTypeDeclaration | AliasDeclaration


class Module:
    """One file in its package: the names that its annotations can use."""

    __slots__ = ("declared", "file", "imports", "package", "repeated", "stars")

    def __init__(self, file: PythonFile, package: Package):
        self.file = file
        self.package = package
        self.declared: dict[str, Declaration] = {}
        self.repeated: list[tuple[str, ast.stmt]] = []
        """Names of types that are declared again; the last declaration counts."""
        self.imports: dict[str, Import] = {}
        self.stars: list[Import] = []
        """The modules from which all names are imported."""
        for statement in _statements(file.tree.body):
            self._note(statement)

    def word(self, node: ast.expr) -> str:
        """Returns the last part of a dotted name, with its original name if imported; empty for other expressions."""
        if isinstance(node, ast.Attribute):
            return node.attr
        if not isinstance(node, ast.Name):
            return ""
        imported = self.imports.get(node.id)
        return node.id if imported is None else imported.last

    def _note(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Import(names=names):
                for each in names:
                    parts = tuple(each.name.split("."))
                    self.imports.setdefault(each.asname or parts[0], Import(0, parts if each.asname else parts[:1]))
            case ast.ImportFrom(module=module, names=names, level=level):
                parts = tuple(module.split(".")) if module else ()
                for each in names:
                    if each.name == "*":
                        self.stars.append(Import(level, parts))
                    else:
                        self.imports.setdefault(each.asname or each.name, Import(level, parts, each.name))
            case ast.ClassDef(name=name):
                self._declare(name, ClassDeclaration(statement))
            case _:
                self._note_assignment(statement)

    def _declare(self, name: str, declaration: ClassDeclaration | NewTypeDeclaration) -> None:
        before = self.declared.get(name)
        if before is not None:
            self.repeated.append((name, before.node))
        self.declared[name] = declaration

    def _note_assignment(self, statement: ast.stmt) -> None:
        """Stores `X = NewType(…)`, `X = list[str]`, `X: TypeAlias = list[str]` and, in newer Pythons, `type X = …`."""
        target = value = None
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
        elif isinstance(statement, ast.AnnAssign) and self.word(statement.annotation) == "TypeAlias":
            target, value = statement.target, statement.value
        elif type(statement).__name__ == "TypeAlias":
            target, value = getattr(statement, "name", None), getattr(statement, "value", None)
        if not isinstance(target, ast.Name) or value is None:
            return
        if isinstance(value, ast.Call) and self.word(value.func) == "NewType":
            self._declare(target.id, NewTypeDeclaration(statement, value))
        elif isinstance(value, (ast.Name, ast.Attribute, ast.Subscript, ast.BinOp)) or not isinstance(
            statement, ast.Assign
        ):
            self.declared[target.id] = AliasDeclaration(statement, value)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yields the statements of a module, and the imports below `if TYPE_CHECKING` and `try`."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.If, ast.Try)):
            below = [*statement.body, *statement.orelse]
            if isinstance(statement, ast.Try):
                below += [each for handler in statement.handlers for each in handler.body]
            yield from (each for each in below if isinstance(each, (ast.Import, ast.ImportFrom)))
