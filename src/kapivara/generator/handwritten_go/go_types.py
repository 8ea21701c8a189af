"""Static types of hand-written functions: those of the model, and the types of Kubernetes' libraries that they use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tree_sitter import Node

from kapivara.generator.handwritten_go.unsupported import UnsupportedGoError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import (
    BOOL,
    BUILTIN,
    STRING,
    Package,
    Type,
    TypeKind,
    TypeName,
    Universe,
    list_of,
    map_of,
    pointer_to,
)
from kapivara.generator.sources.go.go_file import GoFile
from kapivara.values.record import record

FIELD = "k8s.io/apimachinery/pkg/util/validation/field"
META = "k8s.io/apimachinery/pkg/apis/meta/v1"
OPERATION = "k8s.io/apimachinery/pkg/api/operation"

INT = BUILTIN["int"]
PATH = pointer_to(Type(TypeName(FIELD, "Path"), TypeKind.STRUCT))
ERROR = pointer_to(Type(TypeName(FIELD, "Error"), TypeKind.STRUCT))
ERROR_LIST = Type(TypeName(FIELD, "ErrorList"), TypeKind.ALIAS)
ERROR_LIST.underlying = list_of(ERROR)
OPERATION_TYPE = Type(TypeName(OPERATION, "Operation"), TypeKind.STRUCT)
REQUEST = Type(TypeName(OPERATION, "Request"), TypeKind.STRUCT)
VERB = Type(TypeName(OPERATION, "Type"), TypeKind.ALIAS)
VERB.underlying = BUILTIN["uint32"]
CONTEXT = Type(TypeName("context", "Context"), TypeKind.INTERFACE)
GO_ERROR = Type(TypeName("", "error"), TypeKind.INTERFACE)
ANY = Type(TypeName("", "any"), TypeKind.INTERFACE)
NIL = Type(TypeName("", "nil"), TypeKind.POINTER)
NOTHING = Type(TypeName("", "nothing"), TypeKind.UNSUPPORTED)
"""The type of calls without a result."""
OPTIONS = map_of(STRING, BOOL)
STRINGS = list_of(STRING)

_LIBRARY = {
    str(each): each
    for each in (PATH.elem, ERROR.elem, ERROR_LIST, OPERATION_TYPE, REQUEST, VERB, CONTEXT)
    if each is not None
}
_NAMES = {**BUILTIN, "error": GO_ERROR, "any": ANY}


@record(eq=False)
class FileNames:
    """The names in a file: its package, its imports, and all packages that were read."""

    file: GoFile
    package: Package
    imports: Mapping[str, str]
    universe: Universe | None


def resolve_type(node: Node, names: FileNames) -> Type:
    """Returns the type of a type expression; raises UnsupportedGoError."""
    match node.type:
        case "type_identifier" | "identifier":
            return _named(node, names)
        case "qualified_type":
            return _qualified(node, names)
        case "pointer_type" | "parenthesized_type":
            below = resolve_type(node.named_children[0], names)
            return pointer_to(below) if node.type == "pointer_type" else below
        case "slice_type":
            return list_of(resolve_type(_part(node, "element"), names))
        case "map_type":
            return map_of(resolve_type(_part(node, "key"), names), resolve_type(_part(node, "value"), names))
    raise UnsupportedGoError(f"the type {names.file.slice(node)}", names.file.place(node))


def _named(node: Node, names: FileNames) -> Type:
    text = names.file.slice(node)
    found = names.package.types.get(text) or _NAMES.get(text)
    if found is None:
        raise UnsupportedGoError(f"the type {text}", names.file.place(node))
    return found


def _qualified(node: Node, names: FileNames) -> Type:
    package, name = names.file.slice(_part(node, "package")), names.file.slice(_part(node, "name"))
    full = TypeName(names.imports.get(package, package), name)
    found = _LIBRARY.get(str(full))
    if found is None and names.universe is not None:
        found = names.universe.type(full)
    if found is None:
        raise UnsupportedGoError(f"the type {package}.{name}", names.file.place(node))
    return found


def _part(node: Node, name: str) -> Node:
    found = node.child_by_field_name(name)
    return node if found is None else found


def is_type_name(node: Node, names: FileNames) -> bool:
    """Returns whether the function of a call is a type name, so that the call is a conversion."""
    if node.type != "identifier":
        return False
    text = names.file.slice(node)
    return text in names.package.types or text in _NAMES


def same_type(one: Type, other: Type) -> bool:
    """Returns whether two types have the same text."""
    return one is other or str(one) == str(other)


def is_basic(kind: Type) -> bool:
    """Returns whether values of a type are strings, numbers or booleans."""
    return native_type(kind).kind is TypeKind.BUILTIN


def is_number(kind: Type) -> bool:
    """Returns whether values of a type are numbers."""
    native = native_type(kind)
    return native.kind is TypeKind.BUILTIN and native not in (STRING, BOOL)


def wrapped(kind: Type, value: Any) -> Any:
    """Wraps an integer to the range of its type, as Go's arithmetic does."""
    if type(value) is not int:
        return value
    name = native_type(kind).name.name
    bits = {"byte": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32}.get(name, 64)
    value &= (1 << bits) - 1
    if name.startswith("int") and value >> (bits - 1):
        value -= 1 << bits
    return value
