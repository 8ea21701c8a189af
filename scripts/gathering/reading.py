"""Reads the declarations of a Go file: types, fields and constants, each with the lines of the comments above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tree_sitter import Node

from kapivara.generator.sources.go.comments import FileComments
from kapivara.generator.sources.go.go_file import GoFile, parse_go

_CONVERSION = re.compile(r'(\w+)\(("[^"]*"|\w+\.\w+)\)')
"""A constant may have its type in a conversion: `Mode("All")`."""


@dataclass(frozen=True, slots=True)
class GoField:
    """A field of a struct; an embedded one has no name. `tag` is the text between the backquotes."""

    name: str
    type: str
    tag: str
    said: tuple[str, ...]

    @property
    def key(self) -> str:
        """The name of the field; for an embedded one, that of its type."""
        return self.name or self.type.lstrip("*").rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class GoType:
    """A type: a struct with its fields, or its underlying type in Go's notation."""

    name: str
    made_of: str
    fields: tuple[GoField, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoConstant:
    """A constant, with its type and value in Go's notation; the type is empty without one."""

    name: str
    type: str
    value: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoSource:
    """The declarations of a file; `head` is the comment above its package clause, `imports` have paths by name."""

    head: tuple[str, ...]
    imports: dict[str, str]
    types: tuple[GoType, ...]
    constants: tuple[GoConstant, ...]


class _Reader:
    def __init__(self, file: GoFile):
        self._file = file
        self._comments = FileComments(file.name, file.text)

    def read(self) -> GoSource:
        root = self._file.root
        clause = next(each for each in root.children if each.type == "package_clause")
        return GoSource(
            head=self._said(clause),
            imports=dict(self._imports(root)),
            types=tuple(self._types(root)),
            constants=tuple(self._constants(root)),
        )

    def _imports(self, root: Node) -> Iterator[tuple[str, str]]:
        for spec in _below(root, "import_declaration", "import_spec"):
            path = self._part(spec, "path").strip('"')
            yield self._part(spec, "name") or path.rpartition("/")[2], path

    def _types(self, root: Node) -> Iterator[GoType]:
        for spec in _below(root, "type_declaration", "type_spec"):
            node = spec.child_by_field_name("type")
            if node is None or node.type == "interface_type" or spec.child_by_field_name("type_parameters"):
                continue
            name, said = self._part(spec, "name"), self._said(spec, detached=True)
            if node.type == "struct_type":
                yield GoType(name, "struct", tuple(self._fields(node)), said)
            else:
                yield GoType(name, self._file.slice(node), (), said)

    def _fields(self, struct: Node) -> Iterator[GoField]:
        for field in _below(struct, "field_declaration_list", "field_declaration"):
            names = [self._file.slice(each) for each in field.children_by_field_name("name")]
            kind, tag = self._part(field, "type"), self._part(field, "tag").strip("`")
            if not names and self._file.slice(field).startswith("*"):
                kind = f"*{kind}"
            for name in names or [""]:
                yield GoField(name, kind, tag, self._said(field))

    def _constants(self, root: Node) -> Iterator[GoConstant]:
        for spec in _below(root, "const_declaration", "const_spec"):
            kind, value = self._part(spec, "type"), self._part(spec, "value")
            if not kind and (converted := _CONVERSION.fullmatch(value)):
                kind, value = converted.groups()
            if value:
                yield GoConstant(self._part(spec, "name"), kind, value, self._said(spec))

    def _part(self, node: Node, field: str) -> str:
        found = node.child_by_field_name(field)
        return "" if found is None else self._file.slice(found)

    def _said(self, node: Node, *, detached: bool = False) -> tuple[str, ...]:
        line = node.start_point[0] + 1
        said = tuple(each.text for each in self._comments.above(line, whole=True))
        above = self._comments.both_above(line)[1] if detached else ()
        return (*(each.text for each in above if each.text.startswith("+")), *said)


def read_go(path: Path) -> GoSource:
    """Parses a file; raises AuthorError if it is not Go."""
    return _Reader(parse_go(str(path), path.read_bytes())).read()


def _below(root: Node, outer: str, inner: str) -> Iterator[Node]:
    """Yields the parts of all declarations of a sort, alone or in parentheses."""
    for each in root.children:
        if each.type == outer:
            for child in each.named_children:
                lists = child.named_children if child.type.endswith("_list") else [child]
                yield from (spec for spec in lists if spec.type == inner)
