"""The fields of Go structs.

This is where most of a package's text goes through: written for speed, and measured (`bench/`). What a field says is
sliced from the file's bytes, types are looked up by their text, and only new ones are read from the tree.
"""

from __future__ import annotations

from tree_sitter import Node

from kapivara.generator.author_error import AuthorError
from kapivara.generator.golang.declarations import FileScope
from kapivara.generator.golang.literals import string_value
from kapivara.generator.golang.struct_tags import json_of
from kapivara.generator.golang.type_reader import INVALID, TypeReader
from kapivara.generator.model import Member, Type


class StructReader:
    """Reads the members of structs."""

    def __init__(self, types: TypeReader):
        self._types = types

    def members(self, node: Node, scope: FileScope, depth: int = 0) -> list[Member]:
        """Reads the fields of a struct type; what is wrong with one goes to the package's errors."""
        found: list[Member] = []
        fields = next((each for each in node.named_children if each.type == "field_declaration_list"), None)
        for field in () if fields is None else fields.named_children:
            if field.type == "field_declaration":
                self._add_field(field, scope, depth, found)
        _check_names(found, scope)
        return found

    def _add_field(self, field: Node, scope: FileScope, depth: int, found: list[Member]) -> None:
        data = scope.file.data
        parts = field.named_children
        names, type_part, tag = [], None, ""
        for part in parts:
            kind = part.type
            if kind == "field_identifier":
                names.append(part)
            elif kind == "raw_string_literal":
                tag = data[part.start_byte + 1 : part.end_byte - 1].decode()
            elif kind == "interpreted_string_literal":
                tag = string_value(scope.file.slice(part))
            elif kind != "comment":
                type_part = part
        if type_part is None:
            return
        known = scope.known.get(data[type_part.start_byte : type_part.end_byte])
        kind_of = known or self._type_of(type_part, scope, depth)
        if not names:
            self._add_embedded(field, scope, (type_part, kind_of, tag), found)
            return
        for name in names:
            text = data[name.start_byte : name.end_byte].decode()
            place = scope.file.place(name)
            comments = scope.comments.above(place.line)
            found.append(Member(text, kind_of, json_of(tag, text, False), place, embedded=False, comments=comments))

    def _add_embedded(self, field: Node, scope: FileScope, given: tuple[Node, Type, str], found: list[Member]) -> None:
        """Adds an embedded struct, by value or by pointer; its name is that of its type."""
        part, kind, tag = given
        written = scope.file.slice(part).partition("[")[0]
        name = written.rpartition(".")[2].strip()
        if scope.file.data[field.start_byte : field.start_byte + 1] == b"*" and kind is not INVALID:
            kind = self._types.pointer(kind)
        place = scope.file.place(part)
        comments = scope.comments.above(place.line)
        found.append(Member(name, kind, json_of(tag, name, True), place, embedded=True, comments=comments))

    def _type_of(self, node: Node, scope: FileScope, depth: int) -> Type:
        try:
            return self._types.read(node, scope, depth)
        except AuthorError as error:
            scope.package.errors.append(error)
            return INVALID


def _check_names(members: list[Member], scope: FileScope) -> None:
    """Checks that no two fields have one name, nor one name in JSON that both ask for."""
    names = {each.name for each in members}
    tagged = [each for each in members if each.json.given and each.exported]
    if len(names) == len(members) and len({each.json.name for each in tagged}) == len(tagged):
        return
    seen: dict[str, Member] = {}
    for member in members:
        first = seen.setdefault(member.name, member)
        if first is not member and member.name != "_":
            message = f"{member.name} redeclared: a field of this name is at {first.place}"
            scope.package.errors.append(AuthorError(message, member.place, hint="rename or remove one of them"))
    named: dict[str, Member] = {}
    for member in tagged:
        first = named.setdefault(member.json.name, member)
        if first is not member:
            message = f'fields {first.name} and {member.name} have the same JSON name "{member.json.name}"'
            hint = "encoding/json would leave both out; give each field a JSON name of its own"
            scope.package.errors.append(AuthorError(message, member.place, field=member.name, hint=hint))
