"""Reads the fields of Go structs from the syntax tree, where `plain_structs` cannot read them."""

from __future__ import annotations

from tree_sitter import Node

from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import INVALID, Member, Position, Type
from kapivara.generator.sources.go.declarations import FileScope
from kapivara.generator.sources.go.plain_structs import read_plain
from kapivara.generator.sources.go.struct_tags import json_of
from kapivara.generator.sources.go.type_reader import TypeReader


class StructReader:
    """Reads the members of structs."""

    def __init__(self, types: TypeReader):
        self._types = types

    def members(self, node: Node, scope: FileScope, depth: int = 0) -> list[Member]:
        """Returns the fields of a struct type; errors of fields are added to the package's errors."""
        found = read_plain(node, scope, self)
        if found is None:
            found = self.members_by_tree(node, scope, depth)
        _check_names(found, scope)
        return found

    def members_by_tree(self, node: Node, scope: FileScope, depth: int = 0) -> list[Member]:
        """Returns the fields of a struct in any layout."""
        found: list[Member] = []
        for fields in node.named_children:
            for field in fields.named_children:
                if field.type == "field_declaration":
                    self._add_field(field, scope, depth, found)
        return found

    def _add_field(self, field: Node, scope: FileScope, depth: int, found: list[Member]) -> None:
        names, type_part, tag = [], None, ""
        for part in field.named_children:
            kind = part.type
            if kind == "field_identifier":
                names.append(part)
            elif kind in ("raw_string_literal", "interpreted_string_literal"):
                tag = string_value(scope.file.slice(part))
            elif kind != "comment":
                type_part = part
        if type_part is None:
            return
        kind_of = self._type_of(type_part, scope, depth, scope.file.slice(names[0]) if names else "")
        if not names:
            found.append(self._embedded(field, scope, part=type_part, kind=kind_of, tag=tag))
        for name in names:
            text, place = scope.file.slice(name), scope.file.place(name)
            comments = scope.comments.above(place.line)
            json = json_of(tag, text, False)
            found.append(Member(text, kind_of, json, place, embedded=False, comments=comments, tag=tag))

    def _embedded(self, field: Node, scope: FileScope, *, part: Node, kind: Type, tag: str) -> Member:
        """Returns the member for an embedded struct, by value or by pointer; it has the name of its type."""
        written = scope.file.slice(part).partition("[")[0]
        name = written.rpartition(".")[2].strip()
        if scope.file.data[field.start_byte : field.start_byte + 1] == b"*":
            kind = self.pointer(kind)
        place = scope.file.place(part)
        comments = scope.comments.above(place.line)
        json = json_of(tag, name, True)
        return Member(name, kind, json, place, embedded=True, comments=comments, tag=tag)

    def read_text(self, text: str, scope: FileScope, place: Position, field: str) -> Type | None:
        """Returns the type of a field from its text; None where the text does not suffice."""
        try:
            return self._types.read_text(text, scope, place)
        except AuthorError as error:
            error.field = error.field or field
            scope.package.errors.append(error)
            return INVALID

    def pointer(self, elem: Type) -> Type:
        """Returns the type of pointers to a type."""
        return elem if elem is INVALID else self._types.pointer(elem)

    def _type_of(self, node: Node, scope: FileScope, depth: int, field: str) -> Type:
        try:
            return self._types.read(node, scope, depth)
        except AuthorError as error:
            error.field = error.field or field
            scope.package.errors.append(error)
            return INVALID


def _check_names(members: list[Member], scope: FileScope) -> None:
    """Reports fields with equal names, and fields whose tags name the same JSON field."""
    shown = [each.json.name for each in members if each.json.name]
    if len({each.name for each in members}) == len(members) and len(set(shown)) == len(shown):
        return
    seen: dict[str, Member] = {}
    for member in members:
        first = seen.setdefault(member.name, member)
        if first is not member and member.name != "_":
            message = f"{member.name} redeclared: a field of this name is at {first.place}"
            scope.package.errors.append(_repeated(message, member, "rename or remove one of them"))
    named: dict[str, Member] = {}
    for member in members:
        if not member.json.given or not member.exported:
            continue
        first = named.setdefault(member.json.name, member)
        if first is not member:
            message = f'fields {first.name} and {member.name} have the same JSON name "{member.json.name}"'
            hint = "encoding/json would leave both out; give each field a JSON name of its own"
            scope.package.errors.append(_repeated(message, member, hint))


def _repeated(message: str, member: Member, hint: str) -> AuthorError:
    return AuthorError(message, member.place, field=member.name, hint=hint)
