"""Reads structs in the usual layout, one field per line with comments above, from their lines.

Most of the text of a package is in such structs. Reading lines is several times faster than reading the tree; a struct
with any other line is left to `structs`. Tests compare the two readers.
"""

from __future__ import annotations

import re
from typing import Protocol

from tree_sitter import Node

from kapivara.generator.grammar.marker_lines import may_go_on
from kapivara.generator.model.types import CommentLine, Member, Position, Type
from kapivara.generator.sources.go.comments import BLANKS, new_line, new_place, read_line
from kapivara.generator.sources.go.declarations import FileScope
from kapivara.generator.sources.go.struct_tags import json_of

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
