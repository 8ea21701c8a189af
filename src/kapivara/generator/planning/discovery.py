"""Walks types, reads their tags and builds the graph of types and fields to validate.

Each type is visited once, after the types that it is made of, except where these refer back to it. Rules that depend on
all tags of a field, or on all fields of a struct, are made in a second step. Errors are collected field by field.
Upstream: code-generator/cmd/validation-gen/validation.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kapivara.generator.model.author_error import AuthorError, TagError
from kapivara.generator.model.natives import is_invalid, native_type, non_pointer, value_type
from kapivara.generator.model.types import BYTE, STRING, Comments, Constant, Member, Type, TypeKind
from kapivara.generator.plan.nodes import Child, Node, mark_ruled, named_below
from kapivara.generator.plan.rule_calls import Deferred, DeferredScope, Rules
from kapivara.generator.planning.iterations import Iterations
from kapivara.generator.tags.contract.handler import Context, Scope, Session, TaggedConstant, key_path

_BELOW_POINTER = {
    TypeKind.POINTER: "pointers to pointers are not supported",
    TypeKind.SLICE: "pointers to lists are not supported",
    TypeKind.ARRAY: "pointers to lists are not supported",
    TypeKind.MAP: "pointers to maps are not supported",
}
_IN_MAP = {
    TypeKind.POINTER: "maps of pointers are not supported",
    TypeKind.MAP: "maps of maps are not supported",
}


def unsupported(kind: Type) -> str:
    """Returns why a type cannot be validated; empty where it can."""
    if kind.kind in (TypeKind.BUILTIN, TypeKind.STRUCT, TypeKind.INTERFACE):
        return ""
    if kind.kind is TypeKind.ALIAS:
        under = kind.underlying
        return "typedefs to pointers are not supported" if under and under.kind is TypeKind.POINTER else ""
    if kind.kind is TypeKind.ARRAY:
        return "fixed-size arrays are not supported"
    if kind.elem is None or kind.kind not in (TypeKind.POINTER, TypeKind.SLICE, TypeKind.MAP):
        return f"kind {kind.kind} is not supported"
    elem = native_type(kind.elem)
    if kind.kind is TypeKind.POINTER:
        return _BELOW_POINTER.get(elem.kind, "")
    if kind.kind is TypeKind.SLICE:
        return _in_list(elem)
    if kind.key is None or native_type(kind.key) is not STRING:
        return "maps with non-string keys are not supported"
    return _IN_MAP.get(elem.kind, "")


def _in_list(elem: Type) -> str:
    if elem.kind is TypeKind.MAP:
        return "lists of maps are not supported"
    if elem.kind is TypeKind.SLICE and (elem.elem is None or native_type(elem.elem) is not BYTE):
        return "lists of lists are not supported"
    return ""


_MOST_ROUNDS = 10
_MOST_LINKS = 100
_MAP_OF_LISTS = "validation for map of slices is not supported"


class Discovery:
    """Walks the types of some packages; `errors` collects the errors of their tags and types."""

    def __init__(self, session: Session, *, typedef_chains: bool = False, missing: dict[str, str] | None = None):
        self._session = session
        self._typedef_chains = typedef_chains
        self._nodes: dict[int, Node] = {}
        self._iterations = Iterations(session, missing or {}, self._nodes)
        self._constants: dict[int, list[TaggedConstant]] = {}
        self.errors: list[AuthorError] = []

    @property
    def nodes(self) -> list[Node]:
        """All nodes, in the order in which they were found."""
        return list(self._nodes.values())

    def node(self, kind: Type) -> Node | None:
        """Returns the node of a discovered type; None for a type that was not visited."""
        return self._nodes.get(id(kind))

    def read_constants(self) -> None:
        """Reads the constants of all included packages; enums need them."""
        for path, package in self._session.universe.packages.items():
            if path not in self._session.included:
                continue
            for each in package.constants:
                try:
                    tags = tuple(self._session.extractor.read_tags(each.comments))
                    if tags:
                        context = Context(self._session, Scope.CONSTANT, each.type, "")
                        self._session.extractor.extract_rules(context, *tags)
                except TagError as error:
                    self._blame(f"Error discovering constants: constant {each.name}: ", error, each)
                    continue
                self._constants.setdefault(id(each.type), []).append(TaggedConstant(each, tags))

    def discover(self, kind: Type) -> None:
        """Visits a type that is validated by name."""
        if is_invalid(kind):
            return  # reported when it was read
        under = kind.underlying if kind.kind is TypeKind.ALIAS else kind
        if under is not None and under.kind is TypeKind.POINTER:
            message = f"type {kind}: pointer root-types are not supported"
            self.errors.append(AuthorError(message, kind.place, type_name=str(kind)))
            return
        if why := unsupported(kind):
            self._refuse(f"field {kind} ({kind}): {why}", kind)
        self._discover_below(kind)

    def finish(self) -> None:
        """Marks the types that have anything to validate; call it after all types were visited."""
        mark_ruled(self.nodes)

    def _discover_below(self, kind: Type) -> None:
        """Visits a named type, after all types that it refers to; a loop, so that long chains need no deep stack."""
        trail: list[tuple[Node, Iterator[Type]]] = []
        entered = self._enter(kind)
        while entered is not None or trail:
            if entered is not None:
                trail.append((entered, iter(named_below(entered.type))))
            node, below = trail[-1]
            entered = next((found for each in below if (found := self._enter(each)) is not None), None)
            if entered is None:
                trail.pop()
                self._look_at(node)

    def _enter(self, kind: Type) -> Node | None:
        """Makes the node of a named type; returns None if it has one already, or if the type is not visited."""
        if id(kind) in self._nodes or unsupported(kind) or is_invalid(kind) or not self._session.looks_into(kind):
            return None
        node = self._nodes[id(kind)] = Node(kind)
        return node

    def _look_at(self, node: Node) -> None:
        """Visits a named type: first the types that it is made of, then its own tags."""
        kind, path, before = node.type, str(node.type), len(self.errors)
        if kind.kind is TypeKind.STRUCT:
            self._read_fields(node, path)
        elif kind.underlying is not None:
            node.underlying = self._node_of(kind.underlying, path, kind, None)
            if len(self.errors) > before:
                return
        if node.has_function:
            self._read_type(node, path)
        if node.rules.deferred:
            self._resolve_type(node)

    def _node_of(self, kind: Type, path: str, owner: Type, member: Member | None) -> Node | None:
        """Returns the node of a type at the place of its use; None where the type is not visited.

        Named types have been entered before. Only lists, maps and pointers remain, which are not nested deeply.
        """
        if (known := self._nodes.get(id(kind))) is not None:
            return known
        if not self._session.looks_into(kind):
            return None
        if why := unsupported(kind):
            self._refuse(f"field {path} ({kind}): {why}", owner, member, path)
            return None
        if kind.kind is TypeKind.POINTER and kind.elem is not None:
            return self._node_of(kind.elem, path, owner, member)
        node, before = Node(kind), len(self.errors)
        if kind.kind in (TypeKind.SLICE, TypeKind.MAP) and kind.elem is not None:
            if kind.key is not None:
                node.key = self._node_of(kind.key, key_path(path, "keys"), owner, member)
            node.elem = self._node_of(kind.elem, key_path(path, "vals"), owner, member)
        if len(self.errors) == before:  # a rejected type is rejected at every use
            self._nodes[id(kind)] = node
        return node

    def _refuse(self, message: str, owner: Type, member: Member | None = None, path: str = "") -> None:
        """Adds an error for a type that cannot be validated: the type of a field, or `owner` itself."""
        place = owner.place if member is None else member.place
        field = "" if member is None else path
        self.errors.append(AuthorError(message, place, type_name=str(owner), field=field))

    def _read_type(self, node: Node, path: str) -> None:
        kind = node.type
        try:
            for link in self._links(kind, path):
                if link.comments:
                    node.rules.add(self._rules_of_type(kind, path, link.comments))
            if kind.kind is TypeKind.ALIAS:
                self._iterations.of_type(node, path)
        except TagError as error:
            field = "field " if error.message == _MAP_OF_LISTS else ""
            self._blame(f"{field}{path}: ", error, kind)

    def _links(self, kind: Type, path: str) -> list[Type]:
        """Returns the types whose rules apply to a type: itself, and its sources where `typedef_chains` is on."""
        links = [kind, *islice(kind.chain(), _MOST_LINKS + 1)] if self._typedef_chains else [kind]
        if len(links) > _MOST_LINKS + 1:
            why = f"it is defined from more than {_MOST_LINKS} types, one from the next, whose rules would all apply"
            self._refuse(f"{path}: {why}", kind)
            return [kind]
        return links

    def _rules_of_type(self, kind: Type, path: str, comments: Comments) -> Rules:
        constants = tuple(self._constants.get(id(kind), ()))
        context = Context(self._session, Scope.TYPE, kind, path, None, None, "", None, constants)
        return self._rules_of(context, comments)

    def _read_fields(self, node: Node, path: str) -> None:
        for member in node.type.members:
            if not member.exported or is_invalid(member.type):
                continue
            step, before = f"{path}.{member.json.name or member.name}", len(self.errors)
            child = Child(member, self._node_of(member.type, step, node.type, member))
            if len(self.errors) > before:
                continue  # other errors of a type that cannot be validated are not reported
            self._read_field(node, child, path, step)
            node.fields.append(child)
        for child in node.fields:
            if child.rules.deferred:
                self._resolve_field(node, child)

    def _read_field(self, node: Node, child: Child, path: str, step: str) -> None:
        member, looked_into = child.member, True
        try:
            if member.comments:
                context = Context(self._session, Scope.FIELD, member.type, step, member, None, path, node.type)
                child.rules.add(self._rules_of(context, member.comments))
        except TagError as error:
            unknown = self._iterations.why_unknown(member.type)
            for each in (error, *error.others):
                each.hint = unknown or each.hint
            self._blame(f"field {step}: ", error, node.type, member, step)
            looked_into = not unknown and all("opaqueType" not in line.text for line in member.comments)
        if member.type.kind is TypeKind.BUILTIN or not looked_into:
            return
        try:
            self._look_into(child, step)
        except TagError as error:
            self._blame("" if error.message.startswith(step) else f"field {step}: ", error, node.type, member, step)
            child.rules = Rules()

    def _rules_of(self, context: Context, comments: Comments) -> Rules:
        rules = self._session.extractor.rules_of(comments, context)
        if not rules.empty and _is_map_of_lists(context.type):
            raise TagError(_MAP_OF_LISTS)
        return rules

    def _look_into(self, child: Child, path: str) -> None:
        """Checks that the type of a field can be visited, unless the field's tags exclude it."""
        kind = child.member.type
        if non_pointer(kind).kind in (TypeKind.STRUCT, TypeKind.ALIAS):
            if child.node is None:
                if not child.rules.opaque_type:
                    raise self._iterations.not_included(path, kind, "type", "+k8s:opaqueType")
            elif child.rules.opaque_type:
                child.node = None
        self._iterations.of_field(child, path)

    def _resolve_field(self, node: Node, child: Child) -> None:
        deferred, child.rules.deferred = child.rules.deferred, []
        name = child.member.name
        try:
            for scope, rules in self._resolved(deferred):
                (child.rules if scope is DeferredScope.THIS else node.rules).add(rules)
        except TagError as error:
            prefix = f"deferred validation callback failed for field {name} of type {node.type}: "
            self._blame(prefix, error, node.type, child.member, name)

    def _resolve_type(self, node: Node) -> None:
        deferred, node.rules.deferred = node.rules.deferred, []
        try:
            for _, rules in self._resolved(deferred):
                node.rules.add(rules)
        except TagError as error:
            self._blame("", error, node.type)

    def _resolved(self, deferred: list[Deferred]) -> list[tuple[DeferredScope, Rules]]:
        """Makes deferred rules, and the rules that they defer.

        Deferred rules build on each other: after a failing one, the errors of later ones are not reported.
        """
        made = []
        for _ in range(_MOST_ROUNDS):
            following: list[Deferred] = []
            for each in deferred:
                rules = each.resolve()
                following += rules.deferred
                rules.deferred = []
                made.append((each.scope, rules))
            if not following:
                return made
            deferred = following
        raise TagError(f"deferred validation recursion depth exceeded {_MOST_ROUNDS}")

    def _blame(
        self, prefix: str, error: TagError, owner: Type | Constant, member: Member | None = None, field: str = ""
    ) -> None:
        """Adds the errors of the tags of a type, of a field or of a constant."""
        kind = owner.type if isinstance(owner, Constant) else owner
        place = owner.place if member is None else member.place
        for each in (error, *error.others):
            where = each.place or place
            self.errors.append(
                AuthorError(prefix + each.message, where, type_name=str(kind), field=field, hint=each.hint)
            )


def _is_map_of_lists(kind: Type) -> bool:
    native = value_type(kind)
    return native.kind is TypeKind.MAP and native.elem is not None and native.elem.kind is TypeKind.SLICE
