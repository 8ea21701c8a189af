"""The types that a Go package declares, with the markers and the documentation of types and fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property

from tree_sitter import Node

from kapivara.generator.crd.comment_groups import FileGroups, MarkedComment
from kapivara.generator.crd.markers.all_markers import find_marker, is_unknown, nearest, split_marker
from kapivara.generator.crd.markers.marker import MarkerError, MarkerValue, Target
from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import CommentLine, Position, TypeName
from kapivara.generator.sources.go.declarations import FileScope
from kapivara.generator.sources.go.expressions import NotConstant
from kapivara.generator.sources.go.go_package import GoPackage
from kapivara.generator.sources.go.loader import Loader
from kapivara.values.record import record


@record(eq=False)
class DeclaredField:
    """A field of a struct; an embedded one has an empty name. `tag` is the whole Go tag."""

    name: str
    tag: str
    type: Node
    place: Position
    markers: tuple[MarkerValue, ...]
    description: str


class DeclaredType:
    """A type declaration; fields, markers and documentation are read on first access.

    `lines` are the line where the previous declaration ends and the line of this one: its comments are between.
    """

    def __init__(self, name: str, node: Node, scope: FileScope, package: DeclaredPackage, lines: tuple[int, int]):
        self.name = name
        self.scope = scope
        self.package = package
        self._node = node
        self._lines = lines
        self.overrides = ""
        """The overrides of a field that this copy of a type contains, as text; empty for the type itself."""
        self.unruled = False
        """Whether `+k8s:` tags of the type and of types below it are ignored, because an opaque field uses it."""
        self.way: tuple[str, ...] = ()
        """For a copy with overrides: the fields that lead to it from the type with the key `root`."""
        self.root: tuple[str, str] | None = None

    @cached_property
    def is_alias(self) -> bool:
        """Whether the declaration is an alias of another type."""
        return self._node.type == "type_alias"

    @cached_property
    def is_generic(self) -> bool:
        """Whether the type has type parameters."""
        return self._node.child_by_field_name("type_parameters") is not None

    @cached_property
    def type(self) -> Node:
        """The right-hand side of the declaration."""
        return self._node.child_by_field_name("type") or self._node

    @cached_property
    def place(self) -> Position:
        """The place of the type's name."""
        return self.scope.file.place(self._node.child_by_field_name("name") or self._node)

    @cached_property
    def _documentation(self) -> MarkedComment:
        last, line = self._lines
        return self.package.groups_of(self.scope).above(line, last)

    @property
    def description(self) -> str:
        """The documentation above the declaration."""
        return self._documentation.description

    @property
    def key(self) -> tuple[str, str]:
        """The path of the package and the name, with the overrides that the copy contains."""
        return self.package.path, self.name + self.overrides

    @cached_property
    def markers(self) -> tuple[MarkerValue, ...]:
        """The markers above the declaration."""
        return tuple(self.package.read_markers(self._documentation.markers, Target.TYPE))

    @cached_property
    def fields(self) -> tuple[DeclaredField, ...]:
        """The fields of a struct; empty for other types."""
        return tuple(self._read_fields()) if self.type.type == "struct_type" else ()

    def _read_fields(self) -> Iterator[DeclaredField]:
        groups, file = self.package.groups_of(self.scope), self.scope.file
        last = self.type.start_point[0] + 1
        for body in self.type.named_children:
            for node in body.named_children:
                if node.type != "field_declaration":
                    continue
                said = groups.above(node.start_point[0] + 1, last)
                last = node.end_point[0] + 1
                markers = tuple(self.package.read_markers(said.markers, Target.FIELD))
                for name, kind, tag in _parts(node, self.scope):
                    place = file.place(node if isinstance(name, str) else name)
                    text = name if isinstance(name, str) else file.slice(name)
                    yield DeclaredField(text, tag, kind, place, markers, said.description)

    def enum_values(self) -> list[str]:
        """Returns the string values of the type's constants, sorted; raises MarkerError if there are none."""
        found = []
        for constant in self.scope.package.declarations.constants.values():
            kind, value = constant.type_node, constant.value_node
            if kind is None or value is None or constant.scope.file.slice(kind) != self.name:
                continue
            if value.type in ("interpreted_string_literal", "raw_string_literal"):
                found.append(string_value(constant.scope.file.slice(value)))
        if not found:
            raise MarkerError(f"there are no constants of type {self.name} with a text", "enums are made of texts")
        return sorted(found)

    def constant(self, name: TypeName) -> str | int | bool | float:
        """Returns the value of a constant, of this package unless the name has another; raises MarkerError."""
        return self.package.constant(name)


class DeclaredPackage:
    """A package: its types, its own markers, and the methods of its types. Errors are added to a list."""

    def __init__(self, package: GoPackage, loader: Loader, errors: list[AuthorError], *, strict: bool):
        self._package = package
        self._loader = loader
        self._errors = errors
        self._strict = strict
        """Whether unknown markers are errors; not in imported packages."""
        self._groups: dict[int, FileGroups] = {}
        self._nodes: dict[int, Sequence[Node]] = {}

    @property
    def path(self) -> str:
        """The import path."""
        return self._package.path

    @property
    def name(self) -> str:
        """The name in its package clause."""
        return self._package.model.name

    @property
    def source(self) -> GoPackage:
        """The Go package."""
        return self._package

    @cached_property
    def types(self) -> dict[str, DeclaredType]:
        """All types by name, in the order of the files."""
        found: dict[str, DeclaredType] = {}
        for scope in self._package.scopes:
            for name, node, lines in _declarations(scope, self._nodes_of(scope)):
                found.setdefault(name, DeclaredType(name, node, scope, self, lines))
        return found

    @cached_property
    def markers(self) -> tuple[MarkerValue, ...]:
        """The markers of the package: those in comments that belong to no declaration."""
        lines: list[CommentLine] = []
        for scope in self._package.scopes:
            lines += _free_markers(scope, self._nodes_of(scope), self.groups_of(scope))
        return tuple(self.read_markers(lines, Target.PACKAGE))

    @cached_property
    def methods(self) -> frozenset[tuple[str, str]]:
        """The methods of its types, as pairs of type name and method name."""
        nodes = ((scope, node) for scope in self._package.scopes for node in self._nodes_of(scope))
        return frozenset(
            pair for scope, node in nodes if node.type == "method_declaration" for pair in _method(node, scope)
        )

    def constant(self, name: TypeName) -> str | int | bool | float:
        """Returns the value of a constant, of this package unless the name has another; raises MarkerError."""
        package = self._package
        if name.package and name.package != package.path:
            package = self._loader.imported(name.package, package)
        found = package.declarations.constants.get(name.name)
        if found is None:
            near = get_close_matches(name.name, package.declarations.constants, 1)
            hint = f"did you mean {near[0]}?" if near else f"package {package.path} has no such constant"
            if package.is_partial:
                hint = f"no sources of {package.path} were found: give their folder by --root PREFIX=FOLDER"
            raise MarkerError(f"undefined: {name}", hint)
        try:
            return self._loader.constants.constant(name.name, found.scope, 0)[0]
        except NotConstant as error:
            raise MarkerError(f"the value of constant {name} cannot be computed: {error}") from None

    def _nodes_of(self, scope: FileScope) -> Sequence[Node]:
        """Returns the top-level nodes of a file, imports included, without its comments."""
        nodes = self._nodes.get(id(scope))
        if nodes is None:
            nodes = [each for each in scope.file.root.named_children if each.type != "comment"]
            self._nodes[id(scope)] = nodes
        return nodes

    def groups_of(self, scope: FileScope) -> FileGroups:
        """Returns the comments of a file, in groups."""
        groups = self._groups.get(id(scope))
        if groups is None:
            groups = self._groups[id(scope)] = FileGroups(scope.file.name, scope.file.text)
        return groups

    def read_markers(self, lines: Iterable[CommentLine], target: Target) -> Iterator[MarkerValue]:
        """Yields the parsed markers of some lines; other lines are skipped."""
        for line in lines:
            marker = find_marker(line.text, target)
            if marker is None:
                if self._strict and is_unknown(line.text):
                    self._errors.append(_unknown(line))
                continue
            _, name, rest = split_marker(line.text)
            try:
                yield MarkerValue(marker, marker.value_of(name, rest), line.place)
            except MarkerSyntaxError as error:
                message = f"+{marker.name}: {error.message}"
                self._errors.append(AuthorError(message, line.place, tag=marker.name, hint=error.hint))


def _unknown(line: CommentLine) -> AuthorError:
    name = split_marker(line.text)[1].split()[0]
    near = nearest(line.text)
    hint = f"did you mean +{near}?" if near else "docs/crd-generation.md lists all markers"
    return AuthorError(f"unknown marker +{name}", line.place, tag=name, hint=hint)


def _declarations(scope: FileScope, nodes: Iterable[Node]) -> Iterator[tuple[str, Node, tuple[int, int]]]:
    """Yields the types that a file declares, each with the lines between which its comments are."""
    last = 0
    for node in nodes:
        if node.type == "type_declaration":
            yield from _specs(node, scope, last)
        last = node.end_point[0] + 1


def _specs(node: Node, scope: FileScope, last: int) -> Iterator[tuple[str, Node, tuple[int, int]]]:
    grouped = any(each.type == "(" for each in node.children)
    inside = node.start_point[0] + 1
    for spec in node.named_children:
        name = spec.child_by_field_name("name")
        if name is None or spec.type not in ("type_spec", "type_alias"):
            continue
        above = spec if grouped else node
        lines = inside if grouped else last, above.start_point[0] + 1
        inside = spec.end_point[0] + 1
        yield scope.file.slice(name), spec, lines


def _free_markers(scope: FileScope, nodes: Iterable[Node], groups: FileGroups) -> Iterator[CommentLine]:
    """Yields the markers of comments outside of declarations that do not document a declaration."""
    last = 0
    for node in [*nodes, None]:
        line = len(scope.file.text) if node is None else node.start_point[0] + 1
        for group in groups.between(last, line):
            if node is None or node.type == "package_clause" or group.last_line != line - 1:
                yield from group.markers
        last = line if node is None else node.end_point[0] + 1


def _parts(node: Node, scope: FileScope) -> Iterator[tuple[Node | str, Node, str]]:
    """Yields the name, the type and the tag of each field in a declaration of fields."""
    names: list[Node] = []
    kind, tag = None, ""
    for part in node.named_children:
        if part.type == "field_identifier":
            names.append(part)
        elif part.type in ("raw_string_literal", "interpreted_string_literal"):
            tag = string_value(scope.file.slice(part))
        elif part.type != "comment":
            kind = part
    if kind is not None:
        each: Node | str
        for each in names or ("",):
            yield each, kind, tag


def _method(node: Node, scope: FileScope) -> Sequence[tuple[str, str]]:
    name, receiver = node.child_by_field_name("name"), node.child_by_field_name("receiver")
    kinds = [each.child_by_field_name("type") for each in receiver.named_children] if receiver is not None else []
    written = next((scope.file.slice(each) for each in kinds if each is not None), "")
    return () if name is None else ((written.lstrip("* ").partition("[")[0], scope.file.slice(name)),)
