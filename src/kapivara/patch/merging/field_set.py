"""Sets of field paths in the server's format: nested objects as in FieldsV1.

A key is one step of a path (`f:name`, `k:{"id":1}`, `v:"x"`, `i:0`). An empty object is a path in the set; `.` inside
an object means that the path to it is in the set as well as paths below. The empty set is `{}`. Sets are never changed
in place, so their parts can be shared. Upstream: structured-merge-diff fieldpath Set, serialize.go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from kapivara.codec import DecodeError, decode_json
from kapivara.codec.typed.field_steps import RANKS, step_order
from kapivara.values import JsonValue
from kapivara.values.caches import cache_short_texts
from kapivara.values.nested_text import Brackets, BracketsByType, nested_text, unlabelled
from kapivara.values.rendering import GoStruct, format_float, quote, to_json_text

Fields: TypeAlias = dict[str, Any]

SELF = "."
LEAF: Fields = {}
"""The shared, immutable node of a path without paths below."""
ANY = "*"
"""In sets of fields to omit, a step for all other steps beside it; a step with None is kept."""


class FieldSetError(Exception):
    """A document that is no field set."""


def union(one: Fields, other: Fields) -> Fields:
    """Returns the union of two sets."""
    if not one or not other:
        return one or other
    merged = dict(one)
    for step, node in other.items():
        mine = merged.get(step)
        merged[step] = node if mine is None else _union_nodes(mine, node)
    return merged


def _union_nodes(one: Fields, other: Fields) -> Fields:
    if not one or not other:
        return as_member(one or other)
    return union(one, other)


def difference(one: Fields, other: Fields) -> Fields:
    """Returns the paths of the first set that are not in the second; keeps paths below those."""
    left: Fields = {}
    for step, node in one.items():
        theirs = other.get(step)
        if not node and theirs is not None and is_member(theirs):  # the common case: nothing is below
            continue
        kept = node if theirs is None else _difference_nodes(node, theirs)
        if kept is not None:
            left[step] = kept
    return left


def _difference_nodes(one: Fields, other: Fields) -> Fields | None:
    return _node(is_member(one) and not is_member(other), difference(_below(one), other))


def intersection(one: Fields, other: Fields) -> Fields:
    """Returns the paths of both sets."""
    shared: Fields = {}
    for step, node in one.items():
        theirs = other.get(step)
        if not node and theirs is not None and is_member(theirs):  # the common case: nothing is below
            shared[step] = node
        elif theirs is not None:
            both = _node(is_member(node) and is_member(theirs), intersection(_below(node), _below(theirs)))
            if both is not None:
                shared[step] = both
    return shared


def without(one: Fields, other: Fields) -> Fields:
    """Returns the paths of the first set that are neither in the second nor below one of its paths.

    In the second set, `ANY` stands for all other steps.
    """
    left: Fields = {}
    for step, node in one.items():
        theirs = other.get(step, other.get(ANY))
        if theirs is None:
            left[step] = node
        elif not is_member(theirs):
            kept = _node(is_member(node), without(_below(node), theirs))
            if kept is not None:
                left[step] = kept
    return left


def is_member(node: Fields) -> bool:
    """Returns True if the path to a node other than the root is in the set."""
    return not node or SELF in node


def as_member(node: Fields | None) -> Fields:
    """Returns a node with the path to it in the set."""
    if not node or SELF in node:
        return node or {}
    return {SELF: {}, **node}


def _node(member: bool, below: Fields) -> Fields | None:
    if not below:
        return {} if member else None
    return as_member(below) if member else below


def _below(node: Fields) -> Fields:
    return {step: each for step, each in node.items() if step != SELF} if SELF in node else node


def has(fields: Fields, steps: list[str]) -> bool:
    """Returns True if a path is in a set."""
    node: Fields | None = fields
    for step in steps:
        node = node.get(step)  # type: ignore[union-attr]  # left below where there is none
        if node is None:
            return False
    return node is not None and is_member(node)


def paths(fields: Fields, prefix: str = "") -> Iterator[str]:
    """Yields the paths of a set as messages print them: at each level the paths in the set before those below."""
    steps = sorted((step for step in fields if step != SELF), key=step_order)
    yield from (prefix + step_text(step) for step in steps if is_member(fields[step]))
    for step in steps:
        yield from paths(fields[step], prefix + step_text(step))


def printed(fields: Fields) -> GoStruct:
    """Returns a set with its steps in printed order: at each level the path itself first."""
    steps = sorted((step for step in fields if step != SELF), key=step_order)
    first = [(SELF, GoStruct())] if SELF in fields else []
    return GoStruct([*first, *((step, printed(fields[step])) for step in steps)])


def step_text(step: str) -> str:
    """Returns one step of a path as messages print it."""
    kind, rest = step[0], step[2:]
    if kind == "f":
        return f".{rest}"
    if kind == "i":
        return f"[{rest}]"
    value = _read_json(rest)
    if kind == "v":
        return f"[={scalar_text(value)}]"
    return "[" + ",".join(f"{name}={scalar_text(value[name])}" for name in sorted(value)) + "]"


def scalar_text(value: JsonValue) -> str:
    """Returns a value as paths print it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return quote(value)
        case float():
            return format_float(value)
        case list() | dict():
            return nested_text(value, _BRACKETS, scalar_text)
    return str(value)


def _list_brackets(items: JsonValue) -> Brackets:
    return Brackets("[", unlabelled(items), ",", "]")


def _map_brackets(fields: JsonValue) -> Brackets:
    return Brackets("", [(f"{key}=", fields[key]) for key in fields], "", "")


_BRACKETS: BracketsByType = {list: _list_brackets, dict: _map_brackets}


def key_step(keys: dict[str, JsonValue]) -> str:
    """Returns the step to a list item with these key fields."""
    texts = [f"{to_json_text(name)}:{to_json_text(keys[name])}" for name in sorted(keys)]
    return f"k:{{{','.join(texts)}}}"


@cache_short_texts(1024, longest=256)  # names of ports and containers: the same few recur
def text_key_step(name: str, value: str) -> str:
    """Returns the step to a list item with a single string key."""
    return key_step({name: value})


def value_step(value: JsonValue) -> str:
    """Returns the step to an item of a set."""
    return _text_value_step(value) if type(value) is str else "v:" + to_json_text(value)


@cache_short_texts(1024, longest=256)  # names of finalizers
def _text_value_step(value: str) -> str:
    return "v:" + to_json_text(value)


def read_fields(document: JsonValue) -> Fields:
    """Decodes a set from a client, without steps of unknown kinds; raises FieldSetError."""
    if document is None:
        return {}
    fields: Fields = {}
    if type(document) is not dict:
        raise FieldSetError("expected an object")
    for step, below in document.items():
        if step == SELF:
            continue
        if len(step) < 2 or step[1] != ":":
            raise FieldSetError("missing colon")
        if step[0] in RANKS:
            known = read_fields(below)
            fields[_canonical(step)] = as_member(known) if not known or SELF in below else known
    return fields


def _canonical(step: str) -> str:
    if step[0] == "f":
        return step
    return _canonical_item(step)


@cache_short_texts(1024, longest=256)  # objects are written again and again
def _canonical_item(step: str) -> str:
    kind, rest = step[0], step[2:]
    if kind == "v":
        return value_step(_read_json(rest))
    if kind == "i":
        return f"i:{_read_index(rest)}"
    keys = _read_json(rest)
    if keys is None:  # kept: the server reads null as no keys
        return key_step({})
    if type(keys) is not dict:
        raise FieldSetError("expected an object")
    return key_step(keys)


def _read_index(text: str) -> int:
    """Parses an index like Go's Atoi."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdecimal()) or not -(2**63) <= (index := int(text)) < 2**63:
        raise FieldSetError("expected an index")
    return index


def _read_json(text: str) -> JsonValue:
    try:
        return decode_json(text.encode()).value
    except DecodeError as error:
        raise FieldSetError(error.message) from None
