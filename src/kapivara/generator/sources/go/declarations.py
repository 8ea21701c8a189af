"""Finds the declarations in the files of a Go package: imports, types, constants and functions, not yet resolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tree_sitter import Node

from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Function, Type
from kapivara.generator.sources.go.comments import FileComments
from kapivara.generator.sources.go.go_file import GoFile

if TYPE_CHECKING:
    from kapivara.generator.sources.go.go_package import GoPackage


class Imports:
    """The imports of a file: by their local names, without a local name, and dot imports."""

    __slots__ = ("dotted", "named", "plain")

    def __init__(self) -> None:
        self.named: dict[str, str] = {}
        self.plain: list[str] = []
        self.dotted: list[str] = []


class FileScope:
    """A file of a package, with its comments, its imports, and cached types by their text."""

    __slots__ = ("comments", "file", "imports", "known", "package")

    def __init__(self, file: GoFile, package: GoPackage):
        self.file = file
        self.package = package
        self.comments = FileComments(file.name, file.text)
        self.imports = Imports()
        self.known: dict[str, Type] = {}


class TypeDeclaration:
    """`type Name …`: `type` is made on first access; `state` is the progress of its resolution."""

    __slots__ = ("alias", "broken", "name", "node", "scope", "state", "type")

    def __init__(self, name: Node, node: Node, scope: FileScope, *, alias: bool):
        self.name = name
        self.node = node
        self.scope = scope
        self.alias = alias
        self.type: Type | None = None
        self.state = "new"  # then begun, done
        self.broken = node.has_error
        """Whether the declaration has a syntax error, so that only the name is known."""


class ConstantDeclaration:
    """One name of a constant declaration, with its type and value, which may come from a line above."""

    __slots__ = ("iota", "name", "scope", "type_node", "value_node")

    def __init__(self, name: Node, scope: FileScope, given: tuple[Node | None, Node | None], iota: int):
        self.name = name
        self.scope = scope
        self.type_node, self.value_node = given
        self.iota = iota


class Declarations:
    """All declarations of a package by name, in the order of the files."""

    def __init__(self) -> None:
        self.types: dict[str, TypeDeclaration] = {}
        self.constants: dict[str, ConstantDeclaration] = {}
        self.functions: dict[str, Function] = {}
        self.errors: list[AuthorError] = []
        self._names: dict[str, tuple[Node, FileScope]] = {}

    def add_file(self, scope: FileScope) -> None:
        """Adds the declarations of a file."""
        for node in scope.file.root.children:
            kind = node.type
            if kind == "type_declaration":
                self._add_types(node, scope)
            elif kind == "const_declaration" and not node.has_error:
                self._add_constants(node, scope)
            elif kind == "function_declaration" and not node.has_error:
                function = read_function(node, scope.file)
                self.functions[function.name] = function
            elif kind == "import_declaration":
                _add_imports(node, scope)

    def _add_types(self, node: Node, scope: FileScope) -> None:
        for spec in node.named_children:
            name = spec.child_by_field_name("name") if spec.type in ("type_spec", "type_alias") else None
            if name is not None and self._is_new(text := scope.file.slice(name), name, scope):
                self.types[text] = TypeDeclaration(name, spec, scope, alias=spec.type == "type_alias")

    def _add_constants(self, node: Node, scope: FileScope) -> None:
        """Adds a group of constants: a line without values repeats those of the line above, with the next iota."""
        type_node: Node | None = None
        values: list[Node] = []
        specs = [spec for spec in node.named_children if spec.type == "const_spec"]
        for iota, spec in enumerate(specs):
            value = spec.child_by_field_name("value")
            if value is not None:
                type_node = spec.child_by_field_name("type")
                values = [each for each in value.named_children if each.type != "comment"]
            names = [each for each in spec.children_by_field_name("name") if each.type == "identifier"]
            for place, name in enumerate(names):
                given = type_node, values[place] if place < len(values) else None
                if self._is_new(text := scope.file.slice(name), name, scope):
                    self.constants[text] = ConstantDeclaration(name, scope, given, iota)

    def _is_new(self, name: str, node: Node, scope: FileScope) -> bool:
        if name == "_":
            return False
        first, its_scope = self._names.setdefault(name, (node, scope))
        if first is node:
            return True
        message = f"{name} redeclared in this package: {its_scope.file.place(first)} declares it, too"
        hint = "names of types and constants are unique in a package; rename or remove one"
        self.errors.append(AuthorError(message, scope.file.place(node), type_name=name, hint=hint))
        return False


def _add_imports(node: Node, scope: FileScope) -> None:
    imports = scope.imports
    for spec in _import_specs(node):
        path_node, name_node = spec.child_by_field_name("path"), spec.child_by_field_name("name")
        if path_node is None:
            continue
        path = string_value(scope.file.slice(path_node))
        name = "" if name_node is None else scope.file.slice(name_node)
        if not name:
            imports.plain.append(path)
        elif name == ".":
            imports.dotted.append(path)
        elif name != "_":
            imports.named[name] = path


def _import_specs(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "import_spec":
            yield child
        elif child.type == "import_spec_list":
            yield from (each for each in child.named_children if each.type == "import_spec")


def read_function(node: Node, file: GoFile) -> Function:
    """Returns the name and signature of a function; types are kept as written."""
    name = node.child_by_field_name("name")
    return Function(
        "" if name is None else file.slice(name),
        tuple(parameters_of(node.child_by_field_name("parameters"), file)),
        tuple(results_of(node, file)),
        file.place(node if name is None else name),
    )


def parameters_of(node: Node | None, file: GoFile) -> Iterator[tuple[str, str]]:
    """Yields the parameters of a function, one for each name, with their types as written."""
    for each in () if node is None else node.named_children:
        kind = each.child_by_field_name("type")
        if kind is None:
            continue
        written = file.slice(kind)
        if each.type == "variadic_parameter_declaration":
            written = f"...{written}"
        names = [file.slice(name) for name in each.children_by_field_name("name") if name.type == "identifier"]
        for name in names or [""]:
            yield name, written


def results_of(node: Node, file: GoFile) -> list[str]:
    """Returns the types of a function's results, as written."""
    result = node.child_by_field_name("result")
    if result is None:
        return []
    if result.type == "parameter_list":
        return [written for _, written in parameters_of(result, file)]
    return [file.slice(result)]
