"""Evaluates the constants of packages, of which enums consist, with their types."""

from __future__ import annotations

from tree_sitter import Node

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Constant, Type, TypeName
from kapivara.generator.sources.go.declarations import ConstantDeclaration, FileScope
from kapivara.generator.sources.go.expressions import UNTYPED, Evaluation, NotConstant, Valued
from kapivara.generator.sources.go.go_package import GoPackage
from kapivara.generator.sources.go.type_reader import TypeReader

_PREDECLARED: dict[str, Valued] = {"true": (True, UNTYPED["bool"]), "false": (False, UNTYPED["bool"])}


class ConstantReader:
    """Evaluates constants, each once."""

    def __init__(self, types: TypeReader):
        self._types = types
        self._known: dict[int, Valued | NotConstant | None] = {}

    def read_all(self, package: GoPackage) -> None:
        """Adds the constants of a package to its model.

        Constants that cannot be evaluated are left out; if they may belong to an enum, an error is added.
        """
        for name, declaration in package.declarations.constants.items():
            place = declaration.scope.file.place(declaration.name)
            try:
                value, kind = self._valued(declaration, 0)
            except NotConstant as error:
                if self._is_own(declaration, package):
                    hint = "enums need values that can be read without running the program"
                    message = f"the value of constant {name} cannot be told: {error}"
                    package.errors.append(AuthorError(message, place, hint=hint))
                continue
            comments = declaration.scope.comments.above(place.line, whole=True)
            package.model.constants.append(Constant(TypeName(package.path, name), kind, value, place, comments))

    def _is_own(self, declaration: ConstantDeclaration, package: GoPackage) -> bool:
        """Returns whether a constant is declared with a type of its own package."""
        node = declaration.type_node
        return node is not None and declaration.scope.file.slice(node) in package.declarations.types

    def length(self, node: Node | None, scope: FileScope) -> int:
        """Returns the length of an array type; raises AuthorError."""
        if node is None:
            return 0
        try:
            value, _ = Evaluation(self, scope).value(node)
        except NotConstant as error:
            raise AuthorError(f"the length of the array cannot be told: {error}", scope.file.place(node)) from None
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise AuthorError("the length of an array must be an integer that is not negative", scope.file.place(node))
        return value

    def constant(self, name: str, scope: FileScope, depth: int) -> Valued:
        """Returns the value of a constant that a file names `Name` or `package.Name`; raises NotConstant."""
        package: GoPackage | None = scope.package
        prefix, dot, own = name.rpartition(".")
        if dot:
            package = self._types.package_called(prefix, scope)
        found = None if package is None else package.declarations.constants.get(own)
        if found is not None:
            return self._valued(found, depth)
        if name in _PREDECLARED:
            return _PREDECLARED[name]
        raise NotConstant(f"{name} is no constant that was read")

    def type(self, name: str, node: Node, scope: FileScope) -> Type:
        """Returns a type by its name; raises NotConstant."""
        try:
            return self._types.named(name, scope, scope.file.place(node))
        except AuthorError as error:
            raise NotConstant(error.message) from None

    def _valued(self, declaration: ConstantDeclaration, depth: int) -> Valued:
        key = id(declaration)
        known = self._known.get(key)
        if known is None:
            if key in self._known:
                raise NotConstant(f"{declaration.scope.file.slice(declaration.name)} is defined by itself")
            self._known[key] = None
            try:
                known = self._evaluate(declaration, depth)
            except NotConstant as error:
                known = error
            self._known[key] = known
        if isinstance(known, NotConstant):
            raise known
        return known

    def _evaluate(self, declaration: ConstantDeclaration, depth: int) -> Valued:
        scope = declaration.scope
        if declaration.value_node is None:
            raise NotConstant("no value is given")
        value, kind = Evaluation(self, scope, declaration.iota).value(declaration.value_node, depth + 1)
        if declaration.type_node is None:
            return value, kind
        try:
            return value, self._types.read(declaration.type_node, scope)
        except AuthorError as error:
            raise NotConstant(error.message) from None
