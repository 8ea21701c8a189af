"""Names types in tables: in Go's syntax, with the folder of the declaring package for other packages.

`[]OwnerReference` is in the same package, `*meta.v1.Time` in `kapivara/meta/v1`, `map[string]string` in none;
`types.UID:string` is a string type with a name of another package.
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import Type, TypeKind

ANY = "any"
"""A type about which nothing is known: it accepts every value."""
_OPAQUE = (TypeKind.INTERFACE, TypeKind.CHAN, TypeKind.FUNC, TypeKind.UNSUPPORTED)


def _is_enumerated(kind: Type) -> bool:
    return any(line.text == "+enum" for line in kind.comments)


class References:
    """Names types from the point of view of one package; `folders` has the other packages' folders by import path."""

    def __init__(self, package: str, folders: Mapping[str, str]):
        self._package = package
        self._folders = folders

    def name(self, kind: Type) -> str:
        """Returns the name of a type; raises AuthorError for one that tables do not support."""
        if kind.name.package:
            return self._named(kind)
        elem = kind.elem
        match kind.kind:
            case TypeKind.BUILTIN:
                return kind.name.name
            case TypeKind.POINTER if elem is not None:
                return f"*{self.name(elem)}"
            case TypeKind.SLICE if elem is not None:
                return f"[]{self.name(elem)}"
            case TypeKind.MAP if elem is not None and kind.key is not None:
                return f"map[{self.name(kind.key)}]{self.name(elem)}"
        if kind.kind in _OPAQUE:
            return ANY
        raise AuthorError(f"type {kind} cannot stand in a table", kind.place, hint="give the type a name of its own")

    def underlying(self, kind: Type) -> str:
        """Returns the name of the underlying type of a named type that is not a struct."""
        made_of = kind.written or kind.underlying
        return ANY if made_of is None else self.name(made_of)

    def _named(self, kind: Type) -> str:
        path = kind.name.package
        if path == self._package:
            return kind.name.name
        native = native_type(kind)
        if native.kind is TypeKind.BUILTIN and not _is_enumerated(
            kind
        ):  # a scalar with a name: not worth loading its package
            return f"{path.rpartition('/')[2]}.{kind.name.name}:{native.name.name}"
        if path not in self._folders:
            hint = "declare the package: a types.go in a folder of meta or apis"
            raise AuthorError(f"type {kind} is declared nowhere here", kind.place, hint=hint)
        return f"{self._folders[path]}.{kind.name.name}"
