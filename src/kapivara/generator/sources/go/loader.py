"""Loads Go packages and their imports, and adds their types to the universe.

Requested packages are read completely. Of imported packages only the referenced types are resolved, unless they are
marked for generation, too. A package without available sources uses built-in declarations (`well_known`), or its types
are structs without known fields. Common shared packages are included without a request.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tree_sitter import Node

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.json_fields import refuse_deep_embedding
from kapivara.generator.model.types import Constant, Type, TypeKind, TypeName, Universe
from kapivara.generator.model.value_recursion import refuse_pointer_circles, refuse_value_recursion
from kapivara.generator.sources.go.declarations import ConstantDeclaration, FileScope, TypeDeclaration
from kapivara.generator.sources.go.definitions import Definitions
from kapivara.generator.sources.go.expressions import UNTYPED, Evaluation, NotConstant, Valued
from kapivara.generator.sources.go.go_package import GoFiles, GoPackage, read_folder
from kapivara.generator.sources.go.import_paths import ImportPaths, Root
from kapivara.generator.sources.go.structs import StructReader
from kapivara.generator.sources.go.type_reader import TypeReader
from kapivara.generator.sources.selection import is_generated
from kapivara.generator.well_known import is_declared, is_shared

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
                    message = f"the value of constant {name} cannot be computed: {error}"
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
            raise AuthorError(f"the length of the array cannot be computed: {error}", scope.file.place(node)) from None
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


class Loader:
    """Loads packages into a universe; errors are stored in the packages. `files` are Go files read before."""

    def __init__(
        self,
        universe: Universe,
        roots: Sequence[Root] = (),
        cache: Path | None = None,
        files: GoFiles | None = None,
    ):
        self.universe = universe
        self._files = files or GoFiles()
        self.included: dict[str, GoPackage] = {}
        self.missing: dict[str, str] = {}
        """The reasons why packages were not found, by import path."""
        self._paths = ImportPaths(roots, cache)
        self._by_folder: dict[Path, GoPackage] = {}
        self._by_path: dict[tuple[str, Path | None], GoPackage] = {}
        self._given: dict[str, GoPackage] = {}
        self._types = TypeReader(self)
        self.structs = StructReader(self._types)
        self.constants = ConstantReader(self._types)
        self._definitions = Definitions(self._types, self.structs)

    def load(self, folder: Path) -> GoPackage:
        """Loads the package in a folder, and includes all of its types."""
        package = self.read(folder)
        self._include(package)
        return package

    def read(self, folder: Path) -> GoPackage:
        """Reads the package in a folder; its types are declared, but not resolved."""
        found = folder.resolve()
        package = self._by_folder.get(found)
        if package is None:
            path, parent = self._paths.path_of(found), found.parent
            while path in self.universe.packages and parent.name:  # equal names get the parent folder in front
                path, parent = f"{parent.name}/{path}", parent.parent
            package = self._read(found, folder, path)
        return package

    def add(self, package: GoPackage) -> None:
        """Adds a package without a folder; all imports find it by its import path."""
        self._given.setdefault(package.path, package)

    def package_called(self, name: str, scope: FileScope) -> GoPackage | None:
        """Returns the package that a file names."""
        return self._types.package_called(name, scope)

    def include(self, path: str, importer: GoPackage) -> GoPackage:
        """Loads a package by its import path, as imported by another package, and includes all of its types.

        A package with built-in declarations also includes the packages to which it refers.
        """
        package = self.imported(path, importer)
        self._include(package)
        if package.is_partial:
            self._include_known(package)
        return package

    def _include_shared(self) -> None:
        """Includes the shared packages to which the packages read so far refer."""
        done: set[int] = set()
        while fresh := [each for (path, _), each in self._by_path.items() if is_shared(path) and id(each) not in done]:
            for package in fresh:
                done.add(id(package))
                self._include(package)
                self._include_known(package)
            self._definitions.complete()

    def _include_known(self, package: GoPackage) -> None:
        """Includes the packages to which a package refers, if they have built-in declarations."""
        scopes = {id(each.scope): each.scope for each in package.declarations.types.values()}.values()
        needed = {each for scope in scopes for each in (*scope.imports.plain, *scope.imports.named.values())}
        for each in sorted(filter(is_declared, needed - self.included.keys())):
            self.include(each, package)

    def imported(self, path: str, importer: GoPackage) -> GoPackage:
        """Returns the package of an import path, as imported by `importer`; never fails."""
        key = path, importer.folder
        package = self._by_path.get(key)
        if package is None:
            package = self._by_path[key] = self._find(path, importer)
        return package

    def declared(self, declaration: TypeDeclaration) -> Type:
        """Returns the type of a declaration; raises AuthorError."""
        return self._definitions.declared(declaration)

    def unknown_type(self, package: GoPackage, name: str) -> Type:
        """Returns a type of a package that is not known completely: a struct without members."""
        found = package.model.types.get(name)
        if found is None:
            found = package.model.types[name] = Type(TypeName(package.path, name), TypeKind.STRUCT)
        return found

    def shared_type(self, name: TypeName) -> Type:
        """Returns a type of a shared package, from its built-in declaration."""
        package = self.imported(name.package, GoPackage("", ""))
        declaration = package.declarations.types.get(name.name)
        found = self.unknown_type(package, name.name) if declaration is None else self.declared(declaration)
        self._definitions.complete()
        return found

    def complete(self) -> None:
        """Resolves all types; then reads constants and checks whole packages."""
        self._definitions.complete()
        self._include_shared()
        for package in list(self.included.values()):
            self.constants.read_all(package)
        self._definitions.complete()
        for model in self.universe.packages.values():
            found = refuse_pointer_circles(model.types.values())
            if model.path in self.included:
                self.included[model.path].errors += found
        for package in self.included.values():
            types = package.model.types.values()
            package.errors += refuse_value_recursion(types, "use a pointer for one of them")
            package.errors += refuse_deep_embedding(types)

    def _include(self, package: GoPackage) -> None:
        """Resolves all types of a package."""
        if package.path in self.included:
            return
        self.included[package.path] = package
        package.model.functions = package.declarations.functions
        aliases = []
        for declaration in package.declarations.types.values():
            if declaration.alias:
                aliases.append(declaration)
            else:
                self.declared(declaration)
        for declaration in sorted(aliases, key=lambda each: each.scope.file.slice(each.name)):
            self._include_alias(declaration, package)

    def _include_alias(self, declaration: TypeDeclaration, package: GoPackage) -> None:
        """Resolves an alias; a type without a comment gets the comment of its alias."""
        try:
            kind = self.declared(declaration)
        except AuthorError as error:
            package.errors.append(error)
            return
        said, detached = declaration.scope.comments.both_above(declaration.name.start_point[0] + 1)
        if kind.name.package and not self._definitions.is_commented(kind):
            kind.comments = kind.comments or said
            kind.detached = kind.detached or detached

    def _find(self, path: str, importer: GoPackage) -> GoPackage:
        if (given := self._given.get(path)) is not None:
            return given
        folder = None if importer.folder is None else self._paths.folder_of(path, importer.folder)
        if folder is not None:
            return self._read_imported(folder.resolve(), folder, path)
        known = self.universe.packages.get(path)
        for package in self._by_folder.values():
            if package.model is known:
                return package
        return self._make(path)

    def _read_imported(self, found: Path, folder: Path, path: str) -> GoPackage:
        package = self._by_folder.get(found)
        if package is None:
            package = self._read(found, folder, path)
            if is_generated(package.model):
                self._include(package)
        return package

    def _read(self, found: Path, shown: Path, path: str) -> GoPackage:
        package = self._by_folder[found] = read_folder(found, shown, path, self._files)
        self.universe.packages.setdefault(path, package.model)
        return package

    def _make(self, path: str) -> GoPackage:
        """Returns a package for an import path without sources."""
        for (known, _), package in self._by_path.items():
            if known == path and package.is_partial:
                return package
        files = self._files.known(path)
        package = GoPackage(path, files[0].package if files else path.rpartition("/")[2])
        for file in files:
            package.add(file)
        known = f", or use the built-in rules of --readonly-pkg {path}" if files and not is_shared(path) else ""
        self.missing[path] = (
            f"no sources of {path} were found; give the folder of packages by --root PREFIX=FOLDER{known}"
        )
        self.universe.packages.setdefault(path, package.model)
        return package
