"""Reads the fields of Go structs from the syntax tree, where `plain_structs` cannot read them.

Most of the text of a package is in such structs. Reading lines is several times faster than reading the tree; a struct
with any other line is left to `structs`. Tests compare the two readers.
"""

from __future__ import annotations

import re
from typing import Protocol

from tree_sitter import Node

from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.grammar.marker_lines import may_go_on
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import INVALID, CommentLine, Member, Position, Type
from kapivara.generator.sources.go.comments import BLANKS, new_line, new_place, read_line
from kapivara.generator.sources.go.declarations import FileScope
from kapivara.generator.sources.go.struct_tags import json_of
from kapivara.generator.sources.go.type_reader import TypeReader

_FIELD = r"[ \t]*+(?:([A-Za-z_]\w*+)[ \t]++)?([A-Za-z_*\[][\w.*\[\]]*+)[ \t]*+(?:`([^`]*+)`)?[ \t\r]*+"
"""A field, or an embedded one if it has no name; ASCII only, so that columns in bytes and characters are equal."""
_match_field = re.compile(_FIELD, re.ASCII).fullmatch


class TextTypes(Protocol):
    """Reads types from their text."""

    def read_text(self, text: str, scope: FileScope, place: Position, field: str) -> Type | None:
        """Returns the type of a field from its text; None where the text does not suffice."""

    def pointer(self, elem: Type) -> Type:
        """Returns the type of pointers to a type."""


def read_plain(struct: Node, scope: FileScope, types: TextTypes) -> list[Member] | None:
    """Reads the fields of a struct from its lines; None where it has another layout."""
    lines = scope.comments.lines
    first, last = struct.start_point[0] + 1, struct.end_point[0]
    if not lines[first - 1].rstrip().endswith("struct {") or lines[last].strip() != "}":
        return None
    name, found = scope.comments.name, []
    above: list[CommentLine] = []
    for row, raw in enumerate(lines[first:last], first + 1):
        indent, mark, said = raw.partition("//")
        if mark and not indent.strip(BLANKS):
            if may_go_on(said):
                return None
            if said[:2] == " +":
                place = new_place((name, row, len(indent) + 4))
                above.append(new_line((said[1:].rstrip(BLANKS), place)))
            elif "+" in said and (line := read_line(raw, name, row)):
                above.append(line)
            continue
        if mark or indent.strip(BLANKS):
            parts = _match_field(raw)
            member = None if parts is None else _member(parts, row, scope, types)
            if member is None:
                return None
            member.comments = tuple(above)
            found.append(member)
        above = []
    return found


def _member(parts: re.Match[str], row: int, scope: FileScope, types: TextTypes) -> Member | None:
    """Returns the field of a line; None where the text of its type does not suffice."""
    own, text, tag = parts.groups()
    embedded = own is None
    if embedded:
        start = parts.start(2) + (text[0] == "*")
        text, star = text.lstrip("*"), text[0] == "*"
        own = text.rpartition(".")[2]
    else:
        start, star = parts.start(1), False
    place = new_place((scope.comments.name, row, start + 1))
    kind = scope.known.get(text)
    if kind is None:
        its_place = place if embedded else new_place((place.file, row, parts.start(2) + 1))
        kind = types.read_text(text, scope, its_place, own)
        if kind is None:
            return None
    kind = types.pointer(kind) if star else kind
    json = json_of(tag, own, embedded)
    return Member(own, kind, json, place, embedded=embedded, comments=(), tag=tag or "")


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
