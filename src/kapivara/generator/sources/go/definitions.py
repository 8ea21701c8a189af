"""Resolves declared types: `type A B` has the underlying type of B, `type A = B` is B.

A definition from a named type copies its members or its underlying type, and keeps the written name.
Kept: definitions of pointers, arrays, channels and functions have the kinds of these; only lists, maps and builtin
types become typedefs.
Upstream: gengo/v2/parser/parse.go walkType, addCommentsToType.
"""

from __future__ import annotations

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import INVALID, Member, Type, TypeKind, TypeName
from kapivara.generator.sources.go.declarations import TypeDeclaration
from kapivara.generator.sources.go.structs import StructReader
from kapivara.generator.sources.go.type_reader import TypeReader

_MAX_ALIASES = 100
"""The longest chain of aliases."""
_MOST_NAMES = 10
_MOST_TAKEN_OVER = 50_000
"""The most fields of all types defined from structs together: each has a copy of the fields."""
_NAMES = ("type_identifier", "qualified_type", "parenthesized_type")
_UNDER_TYPEDEF = (TypeKind.BUILTIN, TypeKind.SLICE, TypeKind.MAP, TypeKind.UNSUPPORTED)


class Definitions:
    """Makes the declared types, and resolves them one after the other."""

    def __init__(self, types: TypeReader, structs: StructReader):
        self._types = types
        self._structs = structs
        self._declarations: dict[int, TypeDeclaration] = {}
        self._waiting: list[TypeDeclaration] = []
        self._chain: list[TypeDeclaration] = []
        self._taken_over = 0

    def declared(self, declaration: TypeDeclaration) -> Type:
        """Returns the type of a declaration, which may not be resolved yet. Raises AuthorError."""
        if declaration.type is None and declaration.broken:
            declaration.type = self._make(declaration)
            declaration.type.kind, declaration.type.underlying = TypeKind.ALIAS, INVALID
        if declaration.type is None:
            if declaration.alias and declaration.node.child_by_field_name("type_parameters") is None:
                return self._alias(declaration)
            declaration.type = self._make(declaration)
            self._declarations[id(declaration.type)] = declaration
            self._waiting.append(declaration)
        return declaration.type

    def is_commented(self, kind: Type) -> bool:
        """Returns whether a type's own declaration has a comment."""
        declaration = self._declarations.get(id(kind))
        if declaration is None:
            return False
        return declaration.scope.comments.is_commented(declaration.name.start_point[0] + 1)

    def complete(self) -> None:
        """Resolves all types made so far; errors are added to their packages."""
        while self._waiting:
            declaration = self._waiting.pop()
            if declaration.state == "new":
                try:
                    self._define(declaration)
                except AuthorError as error:
                    error.type_name = error.type_name or str(declaration.type)
                    declaration.scope.package.errors.append(error)
                    if declaration.type is not None:
                        declaration.type.kind, declaration.type.underlying = TypeKind.ALIAS, INVALID

    def _make(self, declaration: TypeDeclaration) -> Type:
        scope, package = declaration.scope, declaration.scope.package.model
        name = scope.file.slice(declaration.name)
        parameters = declaration.node.child_by_field_name("type_parameters")
        if parameters is not None:
            names = (each for part in parameters.named_children for each in part.children_by_field_name("name"))
            name += f"[{','.join(scope.file.slice(each) for each in names if each.type == 'identifier')}]"
        made = Type(TypeName(package.path, name), TypeKind.UNSUPPORTED, scope.file.place(declaration.name))
        made.comments, made.detached = scope.comments.both_above(declaration.name.start_point[0] + 1)
        package.types[name] = made
        if parameters is not None:
            declaration.state = "done"
        return made

    def _alias(self, declaration: TypeDeclaration) -> Type:
        node = declaration.node.child_by_field_name("type")
        self._begin(declaration)
        try:
            if len(self._chain) > _MAX_ALIASES:
                place, hint = declaration.scope.file.place(declaration.name), "name the type at their end"
                raise AuthorError(f"more than {_MAX_ALIASES} aliases for each other", place, hint=hint)
            declaration.type = INVALID if node is None else self._types.read(node, declaration.scope)
        finally:
            self._chain.pop()
            declaration.state = "done"
            declaration.type = declaration.type or INVALID
        return declaration.type

    def _define(self, declaration: TypeDeclaration) -> None:
        """Resolves a declared type, after the types from which it is defined."""
        start = len(self._chain)
        sources: list[Type | None] = []
        following: TypeDeclaration | None = declaration
        try:
            while following is not None:
                self._begin(following)
                source, following = self._right_side(following)
                sources.append(source)
            for link, source in zip(reversed(self._chain[start:]), reversed(sources), strict=True):
                if source is not None and link.type is not None:
                    self._count_members(link, source)
                    _take_over(link.type, source)
        finally:
            for link in self._chain[start:]:
                link.state = "done"
            del self._chain[start:]

    def _count_members(self, link: TypeDeclaration, source: Type) -> None:
        """Counts the fields that a type copies from another one; raises AuthorError past the limit."""
        self._taken_over += len(source.members)
        if self._taken_over > _MOST_TAKEN_OVER:
            message = f"types that are defined from structs have more than {_MOST_TAKEN_OVER} fields together"
            hint = "use a struct instead of defining others from it"
            raise AuthorError(message, link.scope.file.place(link.name), hint=hint)

    def _right_side(self, declaration: TypeDeclaration) -> tuple[Type | None, TypeDeclaration | None]:
        """Reads the right-hand side of a declaration: its type, and that type's declaration if it is not resolved yet.

        The fields of a struct are read at once.
        """
        node, made, scope = declaration.node.child_by_field_name("type"), declaration.type, declaration.scope
        if node is None or made is None:
            return None, None
        if node.type == "struct_type":
            made.kind = TypeKind.STRUCT
            before = len(scope.package.errors)
            made.members = self._structs.members(node, scope)
            for error in scope.package.errors[before:]:
                error.type_name = error.type_name or str(made)
            return None, None
        source = self._types.read(node, scope)
        if node.type not in _NAMES:
            return source, None
        if source.name.package:
            made.written = source
        following = self._declarations.get(id(source))
        return source, None if following is None or following.state == "done" else following

    def _begin(self, declaration: TypeDeclaration) -> None:
        """Marks a declaration as being resolved; raises AuthorError for a declaration that refers back to itself."""
        if declaration.state == "begun":
            raise _circle([*self._chain[self._chain.index(declaration) :], declaration])
        declaration.state = "begun"
        self._chain.append(declaration)


def _circle(ring: list[TypeDeclaration]) -> AuthorError:
    names = [each.scope.file.slice(each.name) for each in ring]
    shown = names if len(names) <= _MOST_NAMES else [*names[: _MOST_NAMES - 2], "…", names[-1]]
    hint = "one of them must be defined from a type that does not lead back to it"
    message = f"invalid recursive type {names[0]}: {' refers to '.join(shown)}"
    return AuthorError(message, ring[0].scope.file.place(ring[0].name), type_name=names[0], hint=hint)


def _take_over(made: Type, source: Type) -> None:
    """Copies the kind and the parts of one type to another."""
    if source.kind in _UNDER_TYPEDEF and not source.name.package:
        made.kind, made.underlying = TypeKind.ALIAS, source
        return
    made.kind, made.underlying = source.kind, source.underlying
    made.elem, made.key, made.length = source.elem, source.key, source.length
    made.members = [
        Member(
            each.name,
            each.type,
            each.json,
            each.place,
            embedded=each.embedded,
            comments=each.comments,
            tag=each.tag,
        )
        for each in source.members
    ]
