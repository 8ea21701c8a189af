"""Sets of field paths, kept as the server writes them: nested objects in the form of FieldsV1.

A key is one step of a path (`f:name`, `k:{"id":1}`, `v:"x"`, `i:0`), an empty object is a path that is in the set,
and `.` inside an object says that the path to it is in the set as well as paths below. A whole set that is empty is
`{}`. Sets are never changed in place, so that parts of them can be shared.
Upstream: structured-merge-diff fieldpath Set, serialize.go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from kapivara.codec.field_steps import RANKS, step_order
from kapivara.values import JsonValue
from kapivara.values.caches import cache_short_texts
from kapivara.values.nested_text import Brackets, BracketsByType, nested_text, unlabelled
from kapivara.values.rendering import GoStruct, format_float, quote, to_json_text

Fields: TypeAlias = dict[str, Any]

SELF = "."
LEAF: Fields = {}
"""The node of a path below which nothing is in the set; one for all, which nobody may change."""
ANY = "*"
"""The step of fields to be left out that stands for every step beside it; one of those is kept where it has None."""


class FieldSetError(Exception):
    """A document that is no set of fields."""


def union(one: Fields, other: Fields) -> Fields:
    """Returns the paths of either set."""
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
    """Returns the paths of the first set that are not in the second; paths below those stay."""
    left: Fields = {}
    for step, node in one.items():
        theirs = other.get(step)
        if not node and theirs is not None and is_member(theirs):  # as most are: nothing is below
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
        if not node and theirs is not None and is_member(theirs):  # as most are: nothing is below
            shared[step] = node
        elif theirs is not None:
            both = _node(is_member(node) and is_member(theirs), intersection(_below(node), _below(theirs)))
            if both is not None:
                shared[step] = both
    return shared


def without(one: Fields, other: Fields) -> Fields:
    """Returns the paths of the first set that are neither in the second nor below one that is.

    In the second set, `ANY` stands for all steps that are not told.
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
    """Tells whether the path to a node (which is not the root) is in the set."""
    return not node or SELF in node


def as_member(node: Fields | None) -> Fields:
    """Returns a node, the path to which is in the set."""
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
    """Tells whether a path is in a set."""
    node: Fields | None = fields
    for step in steps:
        node = node.get(step)  # type: ignore[union-attr]  # left below where there is none
        if node is None:
            return False
    return node is not None and is_member(node)


def paths(fields: Fields, prefix: str = "") -> Iterator[str]:
    """Names the paths of a set as messages do: at every level those that are in it before those below."""
    steps = sorted((step for step in fields if step != SELF), key=step_order)
    yield from (prefix + step_text(step) for step in steps if is_member(fields[step]))
    for step in steps:
        yield from paths(fields[step], prefix + step_text(step))


def printed(fields: Fields) -> GoStruct:
    """Returns a set with its steps in the order in which it is printed: at every level the path itself first."""
    steps = sorted((step for step in fields if step != SELF), key=step_order)
    first = [(SELF, GoStruct())] if SELF in fields else []
    return GoStruct([*first, *((step, printed(fields[step])) for step in steps)])


def step_text(step: str) -> str:
    """Returns one step of a path as messages have it."""
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
    """Returns a value as steps of paths show it."""
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
    """Returns the step to the item of a list that has these values in its key fields."""
    texts = [f"{to_json_text(name)}:{to_json_text(keys[name])}" for name in sorted(keys)]
    return f"k:{{{','.join(texts)}}}"


@cache_short_texts(1024, longest=256)  # names of ports, of containers: the same few again and again
def text_key_step(name: str, value: str) -> str:
    """Returns the same where the only key is a text."""
    return key_step({name: value})


def value_step(value: JsonValue) -> str:
    """Returns the step to an item of a set."""
    return _text_value_step(value) if type(value) is str else "v:" + to_json_text(value)


@cache_short_texts(1024, longest=256)  # names of finalizers
def _text_value_step(value: str) -> str:
    return "v:" + to_json_text(value)


def read_fields(document: JsonValue) -> Fields:
    """Reads a set that a client wrote: unknown kinds of steps are left out; raises FieldSetError."""
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
    """Reads an index as Go's Atoi does."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdecimal()) or not -(2**63) <= (index := int(text)) < 2**63:
        raise FieldSetError("expected an index")
    return index


def _read_json(text: str) -> JsonValue:
    from kapivara.codec import DecodeError, decode_json

    try:
        return decode_json(text.encode()).value
    except DecodeError as error:
        raise FieldSetError(error.message) from None
