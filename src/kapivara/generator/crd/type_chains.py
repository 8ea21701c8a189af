"""Follows the chain of types from which a declared type is defined, and finds its methods."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from kapivara.generator.crd.declared import DeclaredType
from kapivara.generator.crd.type_names import TypeNames
from kapivara.generator.model.author_error import AuthorError

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
