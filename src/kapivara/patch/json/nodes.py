"""The document that a patch changes: values, opened containers, and parts of the patch.

A list or object is opened when a patch looks into it: a copy replaces it, so that inputs are never changed. Other nodes
keep their form: values of the object, printed in Go's order, and parts of the patch's text (`JsonSource`), printed as
sent. Opened containers print with sorted keys. Upstream: gopkg.in/evanphx/json-patch.v4 patch.go lazyNode.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from kapivara.codec.json.plain.source import JsonSource, compact_source
from kapivara.patch.json.open_list import OpenList
from kapivara.values import ABSENT, Absent, JsonValue, copy_json, deep_equal, stack
from kapivara.values.nested_text import Brackets, BracketsByType, nested_text, unlabelled
from kapivara.values.rendering import to_json_text


class OpenObject(dict[str, JsonValue]):
    """An opened object."""


Container: TypeAlias = OpenObject | OpenList

PLAIN = frozenset((str, int, float, bool))
"""The types of scalar values, the most common nodes."""
CLOSED = frozenset((dict, list))
"""The types of unopened containers that are no text."""


def opened(node: JsonValue) -> Container | None:
    """Returns a container that a patch may change; None if a node is neither a list nor an object."""
    if isinstance(node, OpenObject | OpenList):
        return node
    inside = node.inside if type(node) is JsonSource else node
    if isinstance(inside, dict):
        return OpenObject(inside)
    return OpenList(inside) if isinstance(inside, list) else None


def to_value(node: JsonValue) -> JsonValue:
    """Returns the plain value of a document, sharing no part with other values; raises DecodeError."""
    if type(node) is OpenObject:
        return {key: item if type(item) in PLAIN else to_value(item) for key, item in node.items()}
    if type(node) is OpenList:  # a list may be long, with mostly unopened items
        return [
            item if type(item) in PLAIN else copy_json(item) if type(item) in CLOSED else to_value(item)
            for item in node
        ]
    return node.value() if type(node) is JsonSource else copy_json(node)


def to_text(node: JsonValue) -> str:
    """Returns the JSON text of a document."""
    return nested_text(node, _BRACKETS, _closed_text)


def _closed_text(node: JsonValue) -> str:
    return node.printed if type(node) is JsonSource else to_json_text(node)


def _object_brackets(fields: JsonValue) -> Brackets:
    return Brackets("{", [(f"{to_json_text(key)}:", fields[key]) for key in sorted(fields)], ",", "}")


def _list_brackets(items: JsonValue) -> Brackets:
    return Brackets("[", unlabelled(items), ",", "]")


_BRACKETS: BracketsByType = {OpenObject: _object_brackets, OpenList: _list_brackets}


def depth_of(node: JsonValue) -> int:
    """Returns the nesting depth of a document, which patches can increase again and again."""
    return stack.depth_of(node, _inside)


def _inside(node: JsonValue) -> Iterable[JsonValue] | int | None:
    inside = node
    if type(node) is JsonSource:
        if not node.is_read:
            return node.depth
        inside = node.inside
    if isinstance(inside, dict):
        return inside.values()
    return inside if isinstance(inside, list | OpenList) else None


def copied(node: JsonValue, depth: int) -> JsonSource | None:
    """Returns an unopened copy of a node of a known depth, which keeps its spelling."""
    return None if node is None else compact_source(to_text(node), depth)


def wholly_opened(node: JsonValue) -> JsonValue:
    """Returns a node with all containers inside opened."""
    container = opened(node)
    if isinstance(container, OpenObject):
        return OpenObject({key: wholly_opened(item) for key, item in container.items()})
    if container is None:
        return node
    return OpenList([item if type(item) in PLAIN else wholly_opened(item) for item in container])


def is_same(one: JsonValue, other: JsonValue | Absent) -> bool:
    """Returns True if two nodes are equal: by spelling, if both have one. Hot: lists may be long."""
    kind = type(one)
    if kind in PLAIN and kind is type(other):
        return bool(one == other)
    if one is None or other is ABSENT or other is None:
        return one is None and (other is ABSENT or other is None or _is_null(other))
    first, second = opened(one), opened(other)
    if isinstance(first, OpenObject) and isinstance(second, OpenObject):
        if first.keys() != second.keys():
            return False
        for key, item in first.items():  # noqa: SIM110 - a walk calls itself from Python
            if not is_same(item, second[key]):
                return False
        return True
    if isinstance(first, OpenList) and isinstance(second, OpenList):
        if len(first) != len(second):
            return False
        for item, twin in zip(first, second, strict=True):  # noqa: SIM110 - as above
            if not is_same(item, twin):
                return False
        return True
    if first is not None or second is not None:
        return False
    if type(one) is JsonSource or type(other) is JsonSource:
        return _spelled(one) == _spelled(other)
    return deep_equal(one, other)


def _is_null(node: JsonValue) -> bool:
    return type(node) is JsonSource and node.text == "null"


def _spelled(node: JsonValue) -> str:
    return node.text if type(node) is JsonSource else to_json_text(node)
