"""Resolves type expressions such as `[]*v1.Item` in a file to model types, with the imports of the file.

Named types are made when they first occur, and queued for `definitions` to resolve. Equal literal types share one
object, except for anonymous structs.
Upstream: gengo/v2/parser/parse.go walkType.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

from tree_sitter import Node

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import (
    BUILTIN,
    INVALID,
    Position,
    Type,
    TypeKind,
    TypeName,
    list_of,
    map_of,
    pointer_to,
)
from kapivara.generator.sources.go.declarations import FileScope, TypeDeclaration, parameters_of, results_of
from kapivara.generator.sources.go.go_package import GoPackage
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from kapivara.generator.sources.go.loader import Loader

MAX_DEPTH = 50
"""The deepest nesting of types in one declaration."""
_MAP = lazy_pattern(r"map\[([\w.]+)\](.+)")
_CLOSE = 0.7
_VERSION = lazy_pattern(r"v\d+")
_AFFIXES = lazy_pattern(r"^go-|[-.]go$|\.v\d+$|-")


def _builtin(name: str, kind: TypeKind) -> Type:
    return Type(TypeName("", name), kind)


_PREDECLARED = {name: made for name, made in BUILTIN.items() if name != "float"}
_PREDECLARED |= {name: _builtin(name, TypeKind.INTERFACE) for name in ("any", "error", "comparable")}
# Kept: the reference does not treat runes as int32.
_PREDECLARED |= {name: _builtin(name, TypeKind.UNSUPPORTED) for name in ("rune", "complex64", "complex128")}


class TypeReader:
    """Reads types; the loader provides imported packages."""

    def __init__(self, loader: Loader):
        self._loader = loader
        self._literals: dict[str, Type] = {}

    def read(self, node: Node, scope: FileScope, depth: int = 0) -> Type:
        """Returns the type of a node; raises AuthorError."""
        text = scope.file.slice(node)
        known = scope.known.get(text)
        if known is None:
            if depth > MAX_DEPTH:
                hint = "give the inner types names of their own"
                raise AuthorError(f"types are nested more than {MAX_DEPTH} deep", scope.file.place(node), hint=hint)
            known = _READERS.get(node.type, TypeReader._unknown)(self, node, scope, depth)
            if "struct" not in text:
                scope.known[text] = known
        return known

    def read_text(self, text: str, scope: FileScope, place: Position, depth: int = 0) -> Type | None:
        """Returns a type from text without blanks; None where a syntax tree is needed. Raises AuthorError."""
        made = scope.known.get(text)
        if made is not None or not text or depth > MAX_DEPTH:
            return made
        if text[0] == "*":
            elem = self.read_text(text[1:], scope, place, depth + 1)
            made = elem and self.pointer(elem)
        elif text[:2] == "[]":
            elem = self.read_text(text[2:], scope, place, depth + 1)
            made = elem and self._literal(f"[]{elem}", partial(list_of, elem))
        elif "[" not in text:
            made = self.named(text, scope, place)
        elif found := _MAP.fullmatch(text):
            key = self.read_text(found[1], scope, place, depth + 1)
            elem = self.read_text(found[2], scope, place, depth + 1)
            made = key and elem and self._literal(f"map[{key}]{elem}", partial(map_of, key, elem))
        if made is not None:
            scope.known[text] = made
        return made

    def _named(self, node: Node, scope: FileScope, _depth: int) -> Type:
        return self.named(scope.file.slice(node), scope, scope.file.place(node))

    def named(self, name: str, scope: FileScope, place: Position) -> Type:
        """Returns the type that a file names as `Name` or `package.Name`; raises AuthorError."""
        prefix, dot, own = name.rpartition(".")
        if dot:
            return self._imported(prefix.strip(), own.strip(), scope, place)
        declared = scope.package.declarations.types.get(name)
        if declared is not None:
            return self._loader.declared(declared)
        dotted = [self._loader.imported(path, scope.package) for path in scope.imports.dotted]
        for package in dotted:
            if name in package.declarations.types:
                return self._loader.declared(package.declarations.types[name])
        found = _PREDECLARED.get(name)
        if found is not None:
            return found
        for package in dotted:
            if package.is_partial:
                return self._loader.unknown_type(package, name)
        raise _undefined(name, scope.package, place)

    def _imported(self, prefix: str, name: str, scope: FileScope, place: Position) -> Type:
        package = self.package_called(prefix, scope)
        if package is None:
            hint = f"the file imports no package of the name {prefix}"
            raise AuthorError(f"undefined: {prefix}", place, hint=hint)
        declared = package.declarations.types.get(name)
        if declared is not None:
            return self._loader.declared(declared)
        if package.is_partial:
            return self._loader.unknown_type(package, name)
        raise _undefined(f"{prefix}.{name}", package, place)

    def package_called(self, name: str, scope: FileScope) -> GoPackage | None:
        """Returns the package that a file names, or None."""
        path = scope.imports.named.get(name)
        if path is None:
            ranked = sorted(scope.imports.plain, key=lambda path: path.rpartition("/")[2] != name)
            for each in ranked:
                if name in _likely_names(each) or self._loader.imported(each, scope.package).model.name == name:
                    path = each
                    break
        return None if path is None else self._loader.imported(path, scope.package)

    def _pointer(self, node: Node, scope: FileScope, depth: int) -> Type:
        return self.pointer(self.read(_inner(node), scope, depth + 1))

    def pointer(self, elem: Type) -> Type:
        """Returns the type of pointers to a type."""
        return self._literal(f"*{elem}", partial(pointer_to, elem))

    def _slice(self, node: Node, scope: FileScope, depth: int) -> Type:
        elem = self._part(node, "element", scope, depth)
        return self._literal(f"[]{elem}", partial(list_of, elem))

    def _map(self, node: Node, scope: FileScope, depth: int) -> Type:
        key, elem = self._part(node, "key", scope, depth), self._part(node, "value", scope, depth)
        return self._literal(f"map[{key}]{elem}", partial(map_of, key, elem))

    def _array(self, node: Node, scope: FileScope, depth: int) -> Type:
        elem = self._part(node, "element", scope, depth)
        length = self._loader.constants.length(node.child_by_field_name("length"), scope)

        def make() -> Type:
            made = _builtin(f"[{length}]{elem}", TypeKind.ARRAY)
            made.elem, made.length = elem, length
            return made

        return self._literal(f"[{length}]{elem}", make)

    def _channel(self, node: Node, scope: FileScope, depth: int) -> Type:
        elem = self._part(node, "value", scope, depth)
        value = node.child_by_field_name("value")
        head = scope.file.data[node.start_byte : value.start_byte if value is not None else node.end_byte].decode()
        made = _builtin(f"{''.join(head.split())} {elem}", TypeKind.CHAN)
        made.elem = elem
        return made

    def _function(self, node: Node, scope: FileScope, _depth: int) -> Type:
        given = parameters_of(node.child_by_field_name("parameters"), scope.file)
        results = results_of(node, scope.file)
        text = f"func({', '.join(f'{name} {kind}'.strip() for name, kind in given)})"
        if results:
            text += f" {results[0]}" if len(results) == 1 else f" ({', '.join(results)})"
        return _builtin(text, TypeKind.FUNC)

    def _interface(self, node: Node, scope: FileScope, _depth: int) -> Type:
        text = " ".join(scope.file.slice(node).split())
        return _builtin(
            text.replace("interface {", "interface{").replace("{ ", "{").replace(" }", "}"), TypeKind.INTERFACE
        )

    def _struct(self, node: Node, scope: FileScope, depth: int) -> Type:
        made = Type(TypeName("", ""), TypeKind.STRUCT, scope.file.place(node))
        made.members = self._loader.structs.members(node, scope, depth + 1)
        shown = (f"{each.type}" if each.embedded else f"{each.name} {each.type}" for each in made.members)
        made.name = TypeName("", f"struct{{{'; '.join(shown)}}}")
        return made

    def _generic(self, node: Node, scope: FileScope, _depth: int) -> Type:
        base = node.child_by_field_name("type")
        package, written = scope.package.path, "".join(scope.file.slice(node).split())
        if base is not None and base.type == "qualified_type":
            prefix, _, written = written.partition(".")
            found = self.package_called(prefix, scope)
            package = prefix if found is None else found.path
        return Type(TypeName(package, written), TypeKind.UNSUPPORTED, scope.file.place(node))

    def _parenthesized(self, node: Node, scope: FileScope, depth: int) -> Type:
        return self.read(_inner(node), scope, depth + 1)

    def _unknown(self, node: Node, scope: FileScope, _depth: int) -> Type:
        raise AuthorError(f"not a type: {scope.file.slice(node)[:80]}", scope.file.place(node))

    def _part(self, node: Node, field: str, scope: FileScope, depth: int) -> Type:
        part = node.child_by_field_name(field)
        return INVALID if part is None else self.read(part, scope, depth + 1)

    def _literal(self, name: str, make: Callable[[], Type]) -> Type:
        known = self._literals.get(name)
        if known is None or "struct{" in name:
            known = self._literals[name] = make()
        return known


_READERS: dict[str, Callable[[TypeReader, Node, FileScope, int], Type]] = {
    "type_identifier": TypeReader._named,
    "qualified_type": TypeReader._named,
    "pointer_type": TypeReader._pointer,
    "slice_type": TypeReader._slice,
    "map_type": TypeReader._map,
    "array_type": TypeReader._array,
    "channel_type": TypeReader._channel,
    "function_type": TypeReader._function,
    "interface_type": TypeReader._interface,
    "struct_type": TypeReader._struct,
    "generic_type": TypeReader._generic,
    "parenthesized_type": TypeReader._parenthesized,
}


def type_node(declaration: TypeDeclaration) -> Node | None:
    """Returns the right-hand side of a type declaration."""
    return declaration.node.child_by_field_name("type")


def _inner(node: Node) -> Node:
    return next((each for each in node.named_children if each.type != "comment"), node)


def _likely_names(path: str) -> tuple[str, ...]:
    """Returns the likely names of a package with an import path: `yaml` for `gopkg.in/yaml.v3`."""
    parts = path.split("/")
    last = parts[-2] if len(parts) > 1 and _VERSION.fullmatch(parts[-1]) else parts[-1]
    return parts[-1], last, _AFFIXES.sub("", last)


def _undefined(shown: str, package: GoPackage, place: Position) -> AuthorError:
    prefix, dot, name = shown.rpartition(".")
    near = get_close_matches(name, [*package.declarations.types, *(() if dot else _PREDECLARED)], 1, _CLOSE)
    hint = f"did you mean {prefix}{dot}{near[0]}?" if near else f"package {package.path} has no such type"
    if dot and package.errors:
        hint = f"package {package.path} could not be read in full: {package.errors[0]}"
    return AuthorError(f"undefined: {shown}", place, hint=hint)
