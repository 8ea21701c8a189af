"""What declared types are: `type A B` has what is under B, `type A = B` is B.

A definition from a named type takes over its members or what lies under it, and keeps the name that was written.
Kept: definitions of pointers, arrays, channels and functions have these very kinds, only lists, maps and builtin
types are seen as typedefs.

Upstream: gengo/v2/parser/parse.go walkType, addCommentsToType.
"""

from __future__ import annotations

from tree_sitter import Node

from kapivara.generator.author_error import AuthorError
from kapivara.generator.golang.declarations import FileScope, TypeDeclaration
from kapivara.generator.golang.structs import StructReader
from kapivara.generator.golang.type_reader import INVALID, TypeReader
from kapivara.generator.model import Kind, Member, Type, TypeName

_MAX_CHAIN = 100
"""How long chains of definitions may be."""
_NAMES = ("type_identifier", "qualified_type", "parenthesized_type")
_UNDER_TYPEDEF = (Kind.BUILTIN, Kind.SLICE, Kind.MAP, Kind.UNSUPPORTED)


class Definitions:
    """Makes the types that are declared, and says what they are, one after the other."""

    def __init__(self, types: TypeReader, structs: StructReader):
        self._types = types
        self._structs = structs
        self._declarations: dict[int, TypeDeclaration] = {}
        self._waiting: list[TypeDeclaration] = []
        self._chain: list[TypeDeclaration] = []

    def declared(self, declaration: TypeDeclaration) -> Type:
        """Returns the type that a declaration stands for; what it is may not be known yet. Raises AuthorError."""
        if declaration.type is None:
            if declaration.alias and declaration.node.child_by_field_name("type_parameters") is None:
                return self._alias(declaration)
            declaration.type = self._make(declaration)
            self._declarations[id(declaration.type)] = declaration
            self._waiting.append(declaration)
        return declaration.type

    def is_commented(self, kind: Type) -> bool:
        """Tells whether a type's own declaration has a comment."""
        declaration = self._declarations.get(id(kind))
        if declaration is None:
            return False
        return declaration.scope.comments.is_commented(declaration.name.start_point[0] + 1)

    def settle(self) -> None:
        """Works out all types that were made; errors go to their packages."""
        while self._waiting:
            declaration = self._waiting.pop()
            if declaration.state == "new":
                try:
                    self._define(declaration)
                except AuthorError as error:
                    declaration.scope.package.errors.append(error)

    def _make(self, declaration: TypeDeclaration) -> Type:
        scope, package = declaration.scope, declaration.scope.package.model
        name = scope.file.slice(declaration.name)
        parameters = declaration.node.child_by_field_name("type_parameters")
        if parameters is not None:
            names = (each for part in parameters.named_children for each in part.children_by_field_name("name"))
            name += f"[{','.join(scope.file.slice(each) for each in names if each.type == 'identifier')}]"
        made = Type(TypeName(package.path, name), Kind.UNSUPPORTED, scope.file.place(declaration.name))
        made.comments, made.detached = scope.comments.both_above(declaration.name.start_point[0] + 1)
        package.types[name] = made
        if parameters is not None:
            declaration.state = "done"
        return made

    def _alias(self, declaration: TypeDeclaration) -> Type:
        node = declaration.node.child_by_field_name("type")
        self._begin(declaration)
        try:
            declaration.type = INVALID if node is None else self._types.read(node, declaration.scope)
        finally:
            self._chain.pop()
            declaration.state = "done"
            declaration.type = declaration.type or INVALID
        return declaration.type

    def _define(self, declaration: TypeDeclaration) -> None:
        node, made, scope = declaration.node.child_by_field_name("type"), declaration.type, declaration.scope
        if node is None or made is None:
            return
        self._begin(declaration)
        try:
            if node.type == "struct_type":
                made.kind = Kind.STRUCT
                made.members = self._structs.members(node, scope)
            elif node.type in _NAMES:
                self._define_by_name(made, node, scope)
            else:
                _take_over(made, self._types.read(node, scope))
        finally:
            self._chain.pop()
            declaration.state = "done"

    def _define_by_name(self, made: Type, node: Node, scope: FileScope) -> None:
        source = self._types.read(node, scope)
        declaration = self._declarations.get(id(source))
        if declaration is not None and declaration.state != "done":
            self._define(declaration)
        if source.name.package:
            made.written = source
        _take_over(made, source)

    def _begin(self, declaration: TypeDeclaration) -> None:
        """Notes that a declaration is being understood; refuses those that lead back to themselves."""
        if declaration.state == "begun":
            ring = self._chain[self._chain.index(declaration) :]
            names = [each.scope.file.slice(each.name) for each in (*ring, declaration)]
            first = ring[0]
            hint = "one of them must be defined from a type that does not lead back to it"
            message = f"invalid recursive type {names[0]}: {' refers to '.join(names)}"
            raise AuthorError(message, first.scope.file.place(first.name), type_name=names[0], hint=hint)
        if len(self._chain) >= _MAX_CHAIN:
            place = declaration.scope.file.place(declaration.name)
            raise AuthorError(f"a chain of more than {_MAX_CHAIN} type definitions", place)
        declaration.state = "begun"
        self._chain.append(declaration)


def _take_over(made: Type, source: Type) -> None:
    """Makes a type what another one is."""
    if source.kind in _UNDER_TYPEDEF and not source.name.package:
        made.kind, made.underlying = Kind.ALIAS, source
        return
    made.kind, made.underlying = source.kind, source.underlying
    made.elem, made.key, made.length = source.elem, source.key, source.length
    made.members = [
        Member(each.name, each.type, each.json, each.place, embedded=each.embedded, comments=each.comments)
        for each in source.members
    ]
