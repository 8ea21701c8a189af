"""Finds the place in the Go sources of a path in a CRD: the marker of a rule, the field, or the kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tree_sitter import Node

from kapivara.generator.crd.declared import DeclaredField, DeclaredType
from kapivara.generator.crd.markers.marker import MarkerValue
from kapivara.generator.crd.markers.rules import RULES, X_VALIDATION
from kapivara.generator.crd.markers.type_rules import VALIDATION_RULE
from kapivara.generator.crd.structs import json_name
from kapivara.generator.crd.type_names import TypeNames, find
from kapivara.generator.model.types import Position
from kapivara.values.lazy_pattern import lazy_pattern

_VERSION = lazy_pattern(r"spec\.(?:validation|versions\[(\d+)\]\.schema)\.openAPIV3Schema")
"""The path of a version's schema; the server uses a path of its own for a schema that all versions share."""
_STEP = lazy_pattern(r"\.(?:properties\[([^\]]*)\]|(items|additionalProperties)(?=\.|$)|allOf\[(\d+)\])")
_RULE = lazy_pattern(rf"\.{RULES}\[(\d+)\]")
_RULE_MARKERS = (X_VALIDATION.name, VALIDATION_RULE.name)
_MOST_DEEP = 50


class _Walk:
    """A walk from a kind to one of its fields."""

    def __init__(self, kind: DeclaredType, names: TypeNames):
        self.owner = kind
        self.node: Node | None = None
        """The node of the current type, in the file of its owner; None for the owner itself."""
        self.field: DeclaredField | None = None
        self._names = names

    @property
    def place(self) -> Position:
        """The place of the current field, or of the kind."""
        return self.owner.place if self.field is None else self.field.place

    def enter(self, name: str) -> bool:
        """Steps into a field by its JSON name; returns False where there is none."""
        holder = self._holder()
        for owner, field in _fields(holder, self._names):
            if json_name(field) == name:
                self.owner, self.node, self.field = owner, field.type, field
                return True
        return False

    def enter_values(self) -> bool:
        """Steps into the items of a list, or the values of a map; returns False where the type is neither."""
        for _ in range(_MOST_DEEP):
            node = self.node or self.owner.type
            inner = node.child_by_field_name("element") or node.child_by_field_name("value")
            if inner is not None:
                self.node = inner
                return True
            if (found := _named(node, self.owner, self._names)) is None:
                return False
            self.owner, self.node = found, None
        return False

    def markers(self) -> Iterator[MarkerValue]:
        """Yields the markers of the field, then those of its type."""
        if self.field is not None:
            yield from self.field.markers
        if (holder := self._holder()) is not None:
            yield from holder.markers

    def _holder(self) -> DeclaredType | None:
        """Returns the declared type of the current node."""
        return self.owner if self.node is None else _named(self.node, self.owner, self._names)


def find_place(path: str, document: dict[str, Any], kinds: dict[str, DeclaredType], names: TypeNames) -> Position:
    """Returns the place of a path in a CRD; the place of the kind where nothing nearer is known."""
    first = next(iter(kinds.values())).place
    found = _VERSION.match(path)
    versions = document["spec"]["versions"]
    if found is None or int(found[1] or 0) >= len(versions):
        return first
    version = versions[int(found[1] or 0)]
    if version["name"] not in kinds:
        return first
    walk, schema, at = _Walk(kinds[version["name"]], names), version["schema"]["openAPIV3Schema"], found.end()
    while step := _STEP.match(path, at):
        schema = _inner_schema(schema, step[1], step[2], step[3])
        if step[1] is not None and not walk.enter(step[1]):
            break
        if step[2] and not walk.enter_values():
            break
        at = step.end()
    rule = _RULE.match(path, at)
    return _rule_place(walk, schema, int(rule[1])) if rule else walk.place


def _inner_schema(schema: Any, name: str | None, keyword: str | None, index: str | None) -> Any:
    if name is not None:
        return schema.get("properties", {}).get(name, {})
    return schema.get(keyword, {}) if keyword else schema["allOf"][int(index or 0)]


def _rule_place(walk: _Walk, schema: Any, index: int) -> Position:
    rules = schema.get(RULES, [])
    text = rules[index]["rule"] if index < len(rules) else None
    for each in walk.markers():
        if each.marker.name in _RULE_MARKERS and each.value["rule"] == text:
            return each.place
    return walk.place


def _fields(
    holder: DeclaredType | None, names: TypeNames, depth: int = 0
) -> Iterator[tuple[DeclaredType, DeclaredField]]:
    """Yields the fields of a struct, then those of embedded structs; each with the type that declares it."""
    for _ in range(_MOST_DEEP):  # `type A B` has the fields of B
        if holder is None or holder.type.type == "struct_type":
            break
        holder = _named(holder.type, holder, names)
    if holder is None or depth > _MOST_DEEP:
        return
    yield from ((holder, field) for field in holder.fields)
    for field in holder.fields:
        if not json_name(field):
            yield from _fields(_named(field.type, holder, names), names, depth + 1)


def _named(node: Node, owner: DeclaredType, names: TypeNames) -> DeclaredType | None:
    """Returns the declared type that a type expression names, without pointers."""
    while node.type in ("pointer_type", "parenthesized_type") and node.named_children:
        node = node.named_children[0]
    found = find(node, owner, names)
    return found if isinstance(found, DeclaredType) else None
