"""Loads Go packages and those that they import, and fills the universe of types from them.

Packages that were asked for are read as a whole. Of imported ones only what is referred to is understood, unless they
are marked for generation, too. What has no sources at hand is made from what is known about it (`well_known`), or is
a struct that nothing is known about. Packages whose types everybody uses are looked into without being asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kapivara.generator.author_error import AuthorError
from kapivara.generator.golang.constants import ConstantReader
from kapivara.generator.golang.declarations import FileScope, TypeDeclaration
from kapivara.generator.golang.definitions import Definitions
from kapivara.generator.golang.go_package import GoFiles, GoPackage, read_folder
from kapivara.generator.golang.import_paths import ImportPaths, Root
from kapivara.generator.golang.structs import StructReader
from kapivara.generator.golang.type_reader import TypeReader
from kapivara.generator.json_fields import refuse_deep_embedding
from kapivara.generator.model import Type, TypeKind, TypeName, Universe
from kapivara.generator.selection import is_generated
from kapivara.generator.value_recursion import refuse_pointer_circles, refuse_value_recursion
from kapivara.generator.well_known import is_declared, is_shared


class Loader:
    """Loads packages into a universe; errors stay with the packages. `files` are those that are read already."""

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
        """Why packages were not found, by import path."""
        self._paths = ImportPaths(roots, cache)
        self._by_folder: dict[Path, GoPackage] = {}
        self._by_path: dict[tuple[str, Path | None], GoPackage] = {}
        self._given: dict[str, GoPackage] = {}
        self._types = TypeReader(self)
        self.structs = StructReader(self._types)
        self.constants = ConstantReader(self._types)
        self._definitions = Definitions(self._types, self.structs)

    def load(self, folder: Path) -> GoPackage:
        """Loads the package in a folder, and includes it."""
        package = self.read(folder)
        self._include(package)
        return package

    def read(self, folder: Path) -> GoPackage:
        """Reads the package in a folder; its types are found, and not looked into."""
        found = folder.resolve()
        package = self._by_folder.get(found)
        if package is None:
            path, parent = self._paths.path_of(found), found.parent
            while path in self.universe.packages and parent.name:  # of two folders of one name the second says more
                path, parent = f"{parent.name}/{path}", parent.parent
            package = self._read(found, folder, path)
        return package

    def add(self, package: GoPackage) -> None:
        """Adds a package that was made, and is found by its import path from everywhere."""
        self._given.setdefault(package.path, package)

    def package_called(self, name: str, scope: FileScope) -> GoPackage | None:
        """Finds the package that a file calls by a name."""
        return self._types.package_called(name, scope)

    def include(self, path: str, importer: GoPackage) -> GoPackage:
        """Loads a package by its import path, seen from another one, and includes it.

        One that is known without sources brings those along that it refers to.
        """
        package = self.imported(path, importer)
        self._include(package)
        if package.is_partial:
            self._include_known(package)
        return package

    def _include_shared(self) -> None:
        """Includes the packages whose types everybody uses, as far as those that were read refer to them."""
        done: set[int] = set()
        while fresh := [each for (path, _), each in self._by_path.items() if is_shared(path) and id(each) not in done]:
            for package in fresh:
                done.add(id(package))
                self._include(package)
                self._include_known(package)
            self._definitions.complete()

    def _include_known(self, package: GoPackage) -> None:
        """Includes what a package refers to, as far as something is known about it."""
        scopes = {id(each.scope): each.scope for each in package.declarations.types.values()}.values()
        needed = {each for scope in scopes for each in (*scope.imports.plain, *scope.imports.named.values())}
        for each in sorted(filter(is_declared, needed - self.included.keys())):
            self.include(each, package)

    def imported(self, path: str, importer: GoPackage) -> GoPackage:
        """Returns the package of an import path, seen from the one that imports it; never fails."""
        key = path, importer.folder
        package = self._by_path.get(key)
        if package is None:
            package = self._by_path[key] = self._find(path, importer)
        return package

    def declared(self, declaration: TypeDeclaration) -> Type:
        """Returns the type that a declaration stands for; raises AuthorError."""
        return self._definitions.declared(declaration)

    def unknown_type(self, package: GoPackage, name: str) -> Type:
        """Returns a type of a package that is not known in full: a struct without members."""
        found = package.model.types.get(name)
        if found is None:
            found = package.model.types[name] = Type(TypeName(package.path, name), TypeKind.STRUCT)
        return found

    def shared_type(self, name: TypeName) -> Type:
        """Returns a type that everybody uses, as far as it is known without sources."""
        package = self.imported(name.package, GoPackage("", ""))
        declaration = package.declarations.types.get(name.name)
        found = self.unknown_type(package, name.name) if declaration is None else self.declared(declaration)
        self._definitions.complete()
        return found

    def complete(self) -> None:
        """Works out what all types are; then reads constants and checks what can only be checked of a whole."""
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
        """Has all types of a package understood."""
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
        """Reads an alias; its comment becomes the type's where that has none."""
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
        """Makes a package that has no sources here."""
        for (known, _), package in self._by_path.items():
            if known == path and package.is_partial:
                return package
        files = self._files.known(path)
        package = GoPackage(path, files[0].package if files else path.rpartition("/")[2])
        for file in files:
            package.add(file)
        known = f", --readonly-pkg {path} takes what is known of it" if files and not is_shared(path) else ""
        self.missing[path] = f"no sources of {path} were found; --root PREFIX=FOLDER tells where packages are{known}"
        self.universe.packages.setdefault(path, package.model)
        return package
