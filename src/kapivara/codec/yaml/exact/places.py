"""Finds the positions of all fields in a YAML text, for `Positions`.

Fields from an alias or a merge key have the positions where they are written.
"""

from __future__ import annotations

from kapivara.codec.positions import Children, PositionTree
from kapivara.codec.yaml.exact.keys import key_text, to_key
from kapivara.codec.yaml.exact.nodes import Node, read_nodes
from kapivara.codec.yaml.exact.scalars import read_scalar


def yaml_places(data: bytes) -> list[PositionTree]:
    """Returns the positions of every document of a well-formed text, as lines and columns from 1."""
    return [_Placer().place(root) for root in read_nodes(data)]


class _Placer:
    """Finds the positions of one document's nodes; computes an aliased node once."""

    def __init__(self) -> None:
        self._children: dict[int, Children] = {}

    def place(self, node: Node, key: Node | None = None) -> PositionTree:
        """Returns the position of a node: that of its key, if it has one."""
        at = key or node
        target = node.target
        if id(target) not in self._children:
            self._children[id(target)] = self._children_of(target)
        value = (target.line + 1, target.column + 1) if target.kind == "scalar" else None
        return PositionTree((at.line + 1, at.column + 1), self._children[id(target)], value)

    def _children_of(self, node: Node) -> Children:
        if node.kind == "sequence":
            items: list[PositionTree] = []
            for child in node.children:  # a comprehension would add a call per level
                items.append(self.place(child))
            return items
        if node.kind != "mapping":
            return None
        fields: dict[str, PositionTree] = {}
        children = iter(node.children)
        for key, value in zip(children, children, strict=True):
            if key.value == "<<" and key.plain:
                for mapping in reversed(value.children) if value.kind == "sequence" else [value]:
                    merged = self.place(mapping).children
                    fields.update(merged if isinstance(merged, dict) else {})
                continue
            text = key_text(to_key(read_scalar(key.target.value, key.target.tag, key.target.plain)))
            if text is not None:
                place = self.place(value, key)
                place.earlier = fields.get(text)
                fields[text] = place
        return fields
