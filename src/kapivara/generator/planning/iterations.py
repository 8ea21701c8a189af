"""Calls without a tag: validation of each key and value of a collection by the function of its named type.

Upstream: code-generator/cmd/validation-gen/validation.go and validators/each.go ForEachVal (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, non_pointer, value_type
from kapivara.generator.model.types import Type, TypeKind
from kapivara.generator.plan.nodes import Child, Iteration, Node
from kapivara.generator.plan.rule_calls import EachKey, EachValue, RuleCall, Rules, TypeCall
from kapivara.generator.tags.contract.handler import Session
from kapivara.generator.tags.lists.list_facts import correlation_of


class Iterations:
    """Adds iterations to fields and typedefs, or raises an error for a type that is not included."""

    def __init__(self, session: Session, missing: Mapping[str, str], nodes: Mapping[int, Node]):
        self._session = session
        self._missing = missing
        self._nodes = nodes
        """The types found so far, by identity: a list may refer to a type whose node does not know its items yet."""

    def of_field(self, child: Child, path: str) -> None:
        """Adds the iterations of a field whose type is a list or map literal."""
        kind = child.member.type
        if kind.kind in (TypeKind.SLICE, TypeKind.MAP) and child.node is not None:
            child.iterations += self._of_collection(child.node, child.rules, kind, path)

    def of_type(self, node: Node, path: str) -> None:
        """Adds the iterations of a typedef of a list or map."""
        node.iterations += self._of_collection(node, node.rules, node.type, path)

    def _of_collection(self, node: Node, rules: Rules, kind: Type, path: str) -> list[Iteration]:
        """Returns the iterations of a value with the given rules; `kind` is its outermost type."""
        native = value_type(kind)
        found: list[Iteration] = []
        if native.kind not in (TypeKind.SLICE, TypeKind.MAP) or native.elem is None:
            return found
        if native.key is not None and not rules.opaque_key:
            key_node = self._needed(node.key_node(), path, native.key, "key")
            if key_node.has_function:
                found.append((key_node, _each_key(kind, key_node)))
        if not rules.opaque_value:
            elem_node = self._needed(node.elem_node(), path, native.elem, "value")
            if elem_node.has_function:
                found.append((elem_node, self._each_value(kind, elem_node, path)))
        return found

    def not_included(self, path: str, kind: Type, what: str, tag: str) -> TagError:
        """Returns the error for a type in a package that is not included."""
        package = native_type(kind).name.package or _innermost(kind).name.package
        return TagError(
            f"{path}: {what} {kind} is in a non-included package; either add this package to validation-gen's "
            f"--readonly-pkg flag, or add {tag} to the field to skip validation",
            hint=self._missing.get(package, f"--readonly-pkg {package} has its types looked into"),
        )

    def why_unknown(self, kind: Type) -> str:
        """Returns why nothing is known about a type; empty where it is known."""
        named = _innermost(kind)
        missing = self._missing.get(named.name.package, "") if named.place is None else ""
        return f"nothing is known about the type, it is taken for a struct: {missing}" if missing else ""

    def _needed(self, node: Node | None, path: str, kind: Type, what: str) -> Node:
        node = node or self._nodes.get(id(non_pointer(kind)))
        if node is None:
            tag = f"+k8s:each{'Key' if what == 'key' else 'Val'}=+k8s:opaqueType"
            raise self.not_included(path, kind, f"{what} type", tag)
        return node

    def _each_value(self, kind: Type, node: Node, path: str) -> RuleCall:
        inner = RuleCall("", TypeCall(node.type))
        return RuleCall("", EachValue(kind, correlation_of(self._session, path, kind), inner))


def _each_key(kind: Type, node: Node) -> RuleCall:
    return RuleCall("", EachKey(kind, RuleCall("", TypeCall(node.type))))


def _innermost(kind: Type) -> Type:
    """Unwraps unnamed pointers, lists and maps."""
    while kind.elem is not None and not kind.name.package:
        kind = kind.elem
    return kind
