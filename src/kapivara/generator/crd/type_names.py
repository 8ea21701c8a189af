"""Resolves the names of types in a Go file: to a builtin type, or to a declaration in this package or another one.

Upstream: controller-tools/pkg/crd/known_types.go; for types of Go itself, the types that Go's type checker knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from tree_sitter import Node

from kapivara.generator.crd.declared import DeclaredPackage, DeclaredType
from kapivara.generator.crd.markers.marker import Schema
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import META, Position
from kapivara.generator.sources.go.declarations import FileScope
from kapivara.generator.sources.go.go_package import GoPackage
from kapivara.generator.sources.go.import_paths import is_standard
from kapivara.generator.sources.go.loader import Loader

NAMES = ("type_identifier", "qualified_type")
"""The nodes that name a type."""
_MOST_DEEP = 50


def chain(kind: DeclaredType | str, names: TypeNames) -> Iterator[DeclaredType | str]:
    """Yields a type, then the types from which it is defined, one after the other; a builtin, if any, is the last."""
    for _ in range(_MOST_DEEP):
        yield kind
        if isinstance(kind, str) or (found := find(kind.type, kind, names)) is None:
            return
        kind = found


def find(node: Node, owner: DeclaredType, names: TypeNames) -> DeclaredType | str | None:
    """Returns the type that a node in the file of a type names; None where it names no known type."""
    if node.type not in NAMES:
        return None
    file = owner.scope.file
    try:
        return names.find(file.slice(node), owner.scope, file.place(node))
    except AuthorError:
        return None


def builtin_under(kind: DeclaredType | str, names: TypeNames) -> str:
    """Returns the builtin type at the end of the chain of a type; empty where there is none."""
    *_, last = chain(kind, names)
    return last if isinstance(last, str) else ""


def leads_back(kind: DeclaredType, names: TypeNames) -> bool:
    """Returns whether a type is defined from itself, which Go does not allow."""
    _, *others = chain(kind, names)
    return kind in others


def has_method(kind: DeclaredType, method: str, names: TypeNames, depth: int = 0) -> bool:
    """Returns whether a type has a method, its own or one of an embedded struct."""
    if (kind.name, method) in kind.package.methods:
        return True
    if depth > _MOST_DEEP:
        return False
    asked = kind.key, method
    if asked not in names.methods:
        embedded = (find(field.type, kind, names) for field in kind.fields if not field.name)
        names.methods[asked] = any(
            isinstance(each, DeclaredType) and has_method(each, method, names, depth + 1) for each in embedded
        )
    return names.methods[asked]


_MACHINERY = "k8s.io/apimachinery/pkg"
_EXTENSIONS = "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
_INT_OR_STRING: Schema = {
    "anyOf": [{"type": "integer"}, {"type": "string"}],
    "x-kubernetes-int-or-string": True,
}
_QUANTITY = (
    r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"
    r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
)
_ANY: Schema = {"x-kubernetes-preserve-unknown-fields": True}

KNOWN_SCHEMAS: Mapping[tuple[str, str], Schema] = MappingProxyType(
    {
        (META, "ObjectMeta"): {"type": "object"},
        (META, "Time"): {"type": "string", "format": "date-time"},
        (META, "MicroTime"): {"type": "string", "format": "date-time"},
        (META, "Duration"): {"type": "string"},
        (META, "Fields"): {"type": "object", "additionalProperties": True},
        (f"{META}/unstructured", "Unstructured"): {"type": "object"},
        (f"{_MACHINERY}/api/resource", "Quantity"): {**_INT_OR_STRING, "pattern": _QUANTITY},
        (f"{_MACHINERY}/util/intstr", "IntOrString"): _INT_OR_STRING,
        (f"{_MACHINERY}/runtime", "RawExtension"): {"type": "object", **_ANY},
        (f"{_EXTENSIONS}/v1", "JSON"): _ANY,
        (f"{_EXTENSIONS}/v1beta1", "JSON"): _ANY,
        ("time", "Duration"): {"type": "integer", "format": "int64"},
        ("encoding/json", "RawMessage"): {"type": "string", "format": "byte"},
        ("net", "IP"): {"type": "string"},
    }
)

_TEXTS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
EMBEDDED_METADATA: Schema = {
    "type": "object",
    "properties": {
        "annotations": _TEXTS,
        "finalizers": {"type": "array", "items": {"type": "string"}},
        "labels": _TEXTS,
        "name": {"type": "string"},
        "namespace": {"type": "string"},
    },
}
"""The schema of embedded metadata, if enabled: the fields that users may write."""

INSTEAD: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("time", "Time"): "metav1.Time is the time that JSON and the server agree on",
        ("encoding/json", "Number"): "use a string, or resource.Quantity",
    }
)
"""Replacements for types that have no schema, as hints."""


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
