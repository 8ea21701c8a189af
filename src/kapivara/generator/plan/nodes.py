"""The graph of types that discovery builds: one node per type, with the rules of its tags."""

from __future__ import annotations

from typing import TypeAlias

from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import RuleCall, Rules

Iteration: TypeAlias = "tuple[Node, RuleCall]"
"""A call for each key or value of a list or map, and the node of these keys or values."""


class Child:
    """A field of a struct."""

    __slots__ = ("iterations", "member", "node", "rules")

    def __init__(self, member: Member, node: Node | None):
        self.member = member
        self.node = node
        """The node of the value type; None where the type is not visited."""
        self.rules = Rules()
        self.iterations: list[Iteration] = []


class Node:
    """A type and the rules that apply wherever it is used."""

    __slots__ = ("elem", "fields", "has_function", "iterations", "key", "ruled", "rules", "type", "underlying")

    def __init__(self, kind: Type):
        self.type = kind
        self.has_function = kind.kind in (TypeKind.ALIAS, TypeKind.STRUCT)
        """Whether generated code has a function for the type."""
        self.fields: list[Child] = []
        self.key: Node | None = None
        self.elem: Node | None = None
        self.underlying: Node | None = None
        self.rules = Rules()
        self.iterations: list[Iteration] = []
        self.ruled = False
        """Whether the type, or any type below it, has rules."""

    def elem_node(self) -> Node | None:
        """The node of the items of a list or map, also through a typedef."""
        return self.elem or (self.underlying and self.underlying.elem)

    def key_node(self) -> Node | None:
        """The node of a map's keys, also through a typedef."""
        return self.key or (self.underlying and self.underlying.key)


def named_below(kind: Type) -> list[Type]:
    """Returns the structs and typedefs that a type directly refers to, also through lists, maps and pointers."""
    waiting: list[Type | None] = [kind.underlying]
    if kind.kind is TypeKind.STRUCT:
        types = [each.type for each in kind.members if each.exported]
        waiting = [each for each in reversed(types) if each.kind is not TypeKind.BUILTIN]
    found: list[Type] = []
    seen: set[int] = set()  # a pointer type may be defined as a pointer to itself
    while waiting:
        each = waiting.pop()
        if each is None:
            continue
        if each.kind in (TypeKind.STRUCT, TypeKind.ALIAS):
            found.append(each)
        elif id(each) not in seen:
            seen.add(id(each))
            waiting += (each.elem, each.key)
    return found


def all_below(kind: Type) -> list[Type]:
    """Returns a type and all structs and typedefs that it refers to, directly or indirectly."""
    found = {id(kind): kind}
    waiting = [kind]
    while waiting:
        for each in named_below(waiting.pop()):
            if id(each) not in found:
                found[id(each)] = each
                waiting.append(each)
    return list(found.values())


def mark_ruled(nodes: list[Node]) -> None:
    """Marks the types that have rules, and the types that refer to them."""
    users: dict[int, list[Node]] = {}
    waiting = []
    for node in nodes:
        if node.rules.has_calls or (not node.rules.opaque_type and any(each.rules.has_calls for each in node.fields)):
            node.ruled = True
            waiting.append(node)
        if not node.rules.opaque_type:
            for below in _reached(node):
                users.setdefault(id(below), []).append(node)
    while waiting:
        for user in users.get(id(waiting.pop()), ()):
            if not user.ruled:
                user.ruled = True
                waiting.append(user)


def _reached(node: Node) -> list[Node]:
    """Returns the nodes to which a node refers: a node that refers to a ruled one is ruled."""
    found = [below for below, _ in node.iterations]
    if node.underlying is not None:
        found.append(node.underlying)
    for each in node.fields:
        if each.node is not None:
            if each.iterations:
                found += [below for below, _ in each.iterations]
            found.append(each.node)
    return found
