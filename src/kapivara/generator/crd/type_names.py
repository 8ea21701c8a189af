"""Resolves the names of types in a Go file: to a builtin type, or to a declaration in this package or another one."""

from __future__ import annotations

from difflib import get_close_matches

from kapivara.generator.crd.declared import DeclaredPackage, DeclaredType
from kapivara.generator.crd.known_types import INSTEAD
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Position
from kapivara.generator.sources.go.declarations import FileScope
from kapivara.generator.sources.go.go_package import GoPackage
from kapivara.generator.sources.go.import_paths import is_standard
from kapivara.generator.sources.go.loader import Loader

BUILTINS = frozenset(
    (
        *("string", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64"),
        *("uintptr", "byte", "rune", "float32", "float64", "complex64", "complex128", "any", "error", "comparable"),
    )
)
_CLOSE = 0.7


class TypeNames:
    """Resolves names to declarations; packages are read on first access."""

    def __init__(self, loader: Loader, errors: list[AuthorError]):
        self._loader = loader
        self._errors = errors
        self._packages: dict[int, DeclaredPackage] = {}
        self.methods: dict[tuple[tuple[str, str], str], bool] = {}
        """Cached results of `has_method`, by type key and method name."""

    def package(self, source: GoPackage, *, strict: bool = False) -> DeclaredPackage:
        """Returns the declarations of a package; in a `strict` one, unknown markers are errors."""
        found = self._packages.get(id(source))
        if found is None:
            found = self._packages[id(source)] = DeclaredPackage(source, self._loader, self._errors, strict=strict)
        return found

    def find(self, name: str, scope: FileScope, place: Position) -> DeclaredType | str:
        """Returns the type that a file names as `Name` or `package.Name`; a builtin as a string. Raises AuthorError."""
        prefix, dot, own = (part.strip() for part in name.rpartition("."))
        if dot:
            return self._imported(prefix, own, scope, place)
        here = self.package(scope.package)
        if name in here.types:
            return here.types[name]
        dotted = [self._loader.imported(path, scope.package) for path in scope.imports.dotted]
        for package in map(self.package, dotted):
            if name in package.types:
                return package.types[name]
        if name in BUILTINS:
            return name
        near = get_close_matches(name, [*here.types, *BUILTINS], 1, _CLOSE)
        hint = f"did you mean {near[0]}?" if near else f"package {here.path} has no such type"
        raise AuthorError(f"undefined: {name}", place, hint=hint)

    def imported_path(self, prefix: str, scope: FileScope) -> str:
        """Returns the import path of the package that a file names; empty where it imports none of this name."""
        source = self._loader.package_called(prefix, scope)
        return "" if source is None else source.path

    def _imported(self, prefix: str, name: str, scope: FileScope, place: Position) -> DeclaredType:
        source = self._loader.package_called(prefix, scope)
        if source is None:
            raise AuthorError(f"undefined: {prefix}", place, hint=f"the file imports no package of the name {prefix}")
        found = self.package(source).types.get(name)
        if found is not None:
            return found
        if source.is_partial:
            raise AuthorError(f"{prefix}.{name} is unknown", place, hint=_cure(source, name))
        near = get_close_matches(name, self.package(source).types, 1, _CLOSE)
        hint = f"did you mean {prefix}.{near[0]}?" if near else f"package {source.path} has no such type"
        raise AuthorError(f"undefined: {prefix}.{name}", place, hint=hint)


def _cure(source: GoPackage, name: str) -> str:
    """Returns a hint about a type whose package was not found."""
    if (source.path, name) in INSTEAD:
        return INSTEAD[source.path, name]
    if is_standard(source.path):
        return "use a type of your own, or +kubebuilder:validation:Schemaless with +kubebuilder:validation:Type"
    return (
        f"no sources of {source.path} were found: run `go mod download` or `go mod vendor`, "
        "or give their folder by --root PREFIX=FOLDER"
    )
