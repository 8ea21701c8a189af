"""Converts Python types to equivalent Go declarations, so that one generator makes CRDs from both.

The model of a Python package is printed as a Go file: docstrings and comments as comments, dataclasses as structs,
enums as strings with constants. A dataclass with a field `metadata: ObjectMeta` is a kind. Every Go line has a recorded
place in the Python file, where its errors are reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.kinds import is_metadata, is_python_kind
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import BYTE, META, Comments, Member, Package, Position, Type, TypeKind
from kapivara.generator.sources.go.go_file import parse_go
from kapivara.generator.sources.go.go_package import GoPackage
from kapivara.generator.sources.python.json_names import tag_in_comment
from kapivara.generator.sources.python.python_file import read_python_file
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_REFERENCE = lazy_pattern(r"(?<=default=)ref\(([\w.]+)\)")


class Places:
    """The places in Python files of the lines of Go files that were made from them."""

    def __init__(self) -> None:
        self._lines: dict[str, list[Position]] = {}

    def add(self, file: str, lines: list[Position]) -> None:
        """Stores the places of the lines of a file."""
        self._lines[file] = lines

    def translated(self, place: Position | None) -> Position | None:
        """Returns the place in the Python file; places in other files are returned unchanged."""
        lines = None if place is None else self._lines.get(place.file)
        if place is None or lines is None:
            return place
        return lines[min(max(place.line, 1), len(lines)) - 1]

    def translate(self, errors: Iterable[AuthorError]) -> None:
        """Replaces the places of errors by places in Python files."""
        for each in errors:
            each.place = self.translated(each.place)


def go_package(package: Package, places: Places) -> GoPackage:
    """Returns the Go package that is equivalent to a Python package; raises AuthorError for an invalid Go name."""
    name = f"<{package.path}>"
    writer = _Writer(package)
    text = writer.text()
    places.add(name, writer.places)
    made = GoPackage(package.path, package.name, Path(package.files[0]).parent if package.files else None)
    made.model = package
    made.add(parse_go(name, text.encode()))
    return made


class _Writer:
    """Prints one package."""

    def __init__(self, package: Package):
        self._package = package
        self._imports: dict[str, str] = {}
        self._lines: list[str] = []
        self._documents = _docstrings(package)
        self._constants = {each.name.name: f"c{number}" for number, each in enumerate(package.constants)}
        first = package.files[0] if package.files else package.path
        self._start = Position(first, 1, 1)
        self.places: list[Position] = []
        """The place of each line."""

    def text(self) -> str:
        """Returns the text of the Go file."""
        for kind in self._package.types.values():
            self._write_type(kind)
        for each in self._package.constants:
            name = self._constants[each.name.name]
            self._line(f"const {name} {each.type.name.name} = {_literal(each.value)}", each.place)
        body, places = self._lines, self.places
        self._lines, self.places = [], []
        self._comment(self._package.markers, "", self._start)
        self._line("package types", self._start)  # any name: the model has the package's own name
        for path, alias in self._imports.items():
            self._line(f"import {alias} {quote(path)}", self._start)
        self._lines += body
        self.places += places
        return "\n".join(self._lines) + "\n"

    def _line(self, text: str, place: Position | None) -> None:
        self._lines.append(text)
        self.places.append(place or self._start)

    def _write_type(self, kind: Type) -> None:
        place = kind.place or self._start
        if place.file not in self._package.files:
            return
        self._line("", place)
        for line in self._documents.get((place.file, kind.name.name), "").split("\n"):
            self._line(f"// {line}", place)
        self._comment(kind.comments, "", place)
        if kind.kind is not TypeKind.STRUCT:
            self._line(f"type {kind.name.name} {self._written(kind)}", place)
            return
        if kind.written is not None:
            self._line(f"type {kind.name.name} {self._type(kind.written)}", place)
            return
        self._line(f"type {kind.name.name} struct {{", place)
        if is_python_kind(kind):
            self._line(f'\t{self._import(META)}.TypeMeta `json:",inline"`', place)
        for each in kind.members:
            if each.exported and not each.json.ignored:
                self._write_field(each)
        self._line("}", place)

    def _written(self, kind: Type) -> str:
        under = kind.written or kind.underlying
        return "string" if under is None else self._type(under)

    def _write_field(self, member: Member) -> None:
        self._comment(member.comments, "\t", member.place)
        json = f"{member.json.name}{',omitempty' if member.json.omit_empty else ''}"
        json = ",inline" if member.embedded and not member.json.name else json
        embedded = member.embedded or is_metadata(member)
        name = "" if embedded else f"{member.name} "
        kind = self._type(non_pointer(member.type) if embedded else member.type)
        self._line(f'\t{name}{kind} `json:"{json}"`', member.place)

    def _comment(self, comments: Comments, indent: str, place: Position) -> None:
        for line in comments:
            if tag_in_comment(line.text) is not None:
                continue
            text = _REFERENCE.sub(self._renamed, line.text.removeprefix(" "))
            found = line.place
            at = Position(found.file, found.line, found.column + len(line.text) - len(line.text.lstrip()))
            self._line(f"{indent}// {text}".rstrip(), at if line.text.strip() else place)

    def _renamed(self, reference: re.Match[str]) -> str:
        """Returns a reference to a constant with its Go name: members of enums have other names there."""
        return f"ref({self._constants.get(reference[1], reference[1])})"

    def _type(self, kind: Type) -> str:
        """Returns a type in Go syntax."""
        if kind.name.package:
            own = kind.name.package == self._package.path
            return kind.name.name if own else f"{self._import(kind.name.package)}.{kind.name.name}"
        if kind.kind is TypeKind.POINTER and kind.elem is not None:
            return f"*{self._type(kind.elem)}"
        if kind.kind is TypeKind.MAP and kind.key is not None and kind.elem is not None:
            return f"map[{self._type(kind.key)}]{self._type(kind.elem)}"
        if kind.kind in (TypeKind.SLICE, TypeKind.ARRAY) and kind.elem is not None:
            return "[]byte" if kind.elem is BYTE else f"[]{self._type(kind.elem)}"
        return kind.name.name

    def _import(self, path: str) -> str:
        return self._imports.setdefault(path, f"p{len(self._imports) + 1}")


def _literal(value: str | int | bool | float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote(value) if isinstance(value, str) else repr(value)


def _docstrings(package: Package) -> Mapping[tuple[str, str], str]:
    """Returns the docstrings of classes, by file and name."""
    found: dict[tuple[str, str], str] = {}
    for file in package.files:
        try:
            tree = read_python_file(Path(file)).tree
        except AuthorError:
            continue  # reported when the types were read
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and (said := ast.get_docstring(node)):
                found[file, node.name] = said
    return found
