"""The graph of types that discovery builds: one node per type, with what its tags ask for."""

from __future__ import annotations

from kapivara.generator.model import Kind, Member, Type
from kapivara.generator.plan import RuleCall, Rules


class Child:
    """A type where it is used: a field, what a list or map holds, what lies under a typedef."""

    __slots__ = ("json_name", "key_iterations", "member", "node", "rules", "type", "value_iterations")

    def __init__(self, kind: Type, node: Node | None, member: Member | None = None, json_name: str = ""):
        self.type = kind
        self.node = node
        """The node of the value type; None where the type is not looked into."""
        self.member = member
        self.json_name = json_name
        self.rules = Rules()
        self.key_iterations: list[RuleCall] = []
        self.value_iterations: list[RuleCall] = []


class Node:
    """A type and all that is known about it, wherever it is used."""

    __slots__ = ("elem", "fields", "key", "key_iterations", "ruled", "rules", "type", "underlying", "value_iterations")

    def __init__(self, kind: Type):
        self.type = kind
        self.fields: list[Child] = []
        self.key: Child | None = None
        self.elem: Child | None = None
        self.underlying: Child | None = None
        self.rules = Rules()
        self.key_iterations: list[RuleCall] = []
        self.value_iterations: list[RuleCall] = []
        self.ruled = False
        """Whether validating a value of the type can find anything, here or further down."""

    @property
    def has_function(self) -> bool:
        """Whether the type is one that gets a function of its own."""
        return self.type.kind in (Kind.ALIAS, Kind.STRUCT)

    def elem_node(self) -> Node | None:
        """The node of what a list or map holds, seen through a typedef."""
        return self._below("elem")

    def key_node(self) -> Node | None:
        """The node of a map's keys, seen through a typedef."""
        return self._below("key")

    def _below(self, name: str) -> Node | None:
        child: Child | None = getattr(self, name)
        if child is None and self.underlying is not None and self.underlying.node is not None:
            child = getattr(self.underlying.node, name)
        return None if child is None else child.node


def mark_ruled(nodes: list[Node]) -> None:
    """Finds the types whose validation can find anything: those with calls, and those that lead to them."""
    users: dict[int, list[Node]] = {}
    waiting = []
    for node in nodes:
        if node.rules.calls or (any(each.rules.calls for each in node.fields) and not node.rules.opaque_type):
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
    """Lists the nodes whose rules make those of this one."""
    found: list[Node | None] = []
    if node.underlying is not None:
        found += [node.key_node()] if node.key_iterations else []
        found += [node.elem_node()] if node.value_iterations else []
        found.append(node.underlying.node)
    for each in node.fields:
        if each.node is not None:
            found += [each.node.key_node()] if each.key_iterations else []
            found += [each.node.elem_node()] if each.value_iterations else []
            found.append(each.node)
    return [each for each in found if each is not None]
