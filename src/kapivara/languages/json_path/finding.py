"""Evaluates a parsed JSONPath on an object.

Two differences from the server, which no client relies on: members of an object are visited in sorted order instead of
random order, and `range` finds nothing instead of forgetting the path before it.
Upstream: client-go/util/jsonpath/jsonpath.go, client-go/third_party/forked/golang/template/funcs.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from kapivara.languages.json_path.nodes import (
    Descent,
    Field,
    Filter,
    Literal,
    Node,
    OtherInteger,
    Path,
    Slice,
    Union,
    Wildcard,
    Word,
)
from kapivara.values import JsonObject, JsonValue

MAX_STEPS = 1_000_000
"""The maximum number of values visited for a template, since repeated `..` multiplies them."""


class CannotFollowError(Exception):
    """Raised if a path cannot be followed; `found` are the results before.

    Kept: a filter for existence uses them.
    """

    def __init__(self, found: Sequence[JsonValue] = ()):
        self.found = found


def find_first(template: Sequence[Path], obj: JsonObject) -> list[JsonValue]:
    """Returns the results of a template's first path; empty if any of its paths cannot be followed."""
    walk = _Walk()
    try:
        found = [walk.follow(path, [obj]) for path in template]
    except CannotFollowError:
        return []
    return found[0] if found else []


class _Walk:
    """The evaluation of one template, in a bounded number of steps."""

    def __init__(self) -> None:
        self._steps = 0

    def follow(self, path: Path, values: list[JsonValue]) -> list[JsonValue]:
        for node in path:
            values = self._go(node, values)
            self._count(len(values) + 1)
        return values

    def _count(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise CannotFollowError

    def _go(self, node: Node, values: list[JsonValue]) -> list[JsonValue]:
        match node:
            case Field():
                return [value[node.name] for value in values if type(value) is dict and node.name in value]
            case Literal():
                return [node.value] * (len(values) if node.each else 1)
            case Slice():
                return self._slice(node, values)
            case Filter():
                return self._filter(node, values)
            case Wildcard():
                return [member for value in values for member in self._members(value)]
            case Descent():
                return self._descend(values)
            case Union():
                return [value for path in node.paths for value in self.follow(path, values)]
            case Word():
                raise CannotFollowError(values)
        assert_never(node)

    def _members(self, value: JsonValue) -> list[JsonValue]:
        members = _members(value)
        self._count(len(members))
        return members

    def _descend(self, values: list[JsonValue]) -> list[JsonValue]:
        """Returns all values with members, outer values first (the members of a text are its bytes)."""
        found, rest = [], values[::-1]
        while rest:
            value = rest.pop()
            if members := self._members(value):
                found.append(value)
                rest.extend(reversed(members))
        return found

    def _slice(self, node: Slice, values: list[JsonValue]) -> list[JsonValue]:
        found: list[JsonValue] = []
        for value in values:
            if value is None:
                continue
            positions = _positions(node, len(value)) if type(value) is list else None
            if positions is None:
                raise CannotFollowError(values)
            if not positions:
                return found  # kept: later values are ignored
            self._count(len(positions))
            found += [value[position] for position in positions]
        return found

    def _filter(self, node: Filter, values: list[JsonValue]) -> list[JsonValue]:
        results: list[JsonValue] = []
        for value in values:
            if type(value) is not list:
                raise CannotFollowError(values)
            for item in value:
                self._count(1)
                if self._passes(node, item, values, results):
                    results.append(item)
        return results

    def _passes(self, node: Filter, item: JsonValue, values: list[JsonValue], results: list[JsonValue]) -> bool:
        if node.operator == "exists":
            try:
                return bool(self.follow(node.left, [item]))
            except CannotFollowError as error:
                return bool(error.found)
        sides = []
        for path in (node.left, node.right):
            try:
                side = self.follow(path, [item])
            except CannotFollowError:
                raise CannotFollowError(values) from None
            if not side:
                return False
            if len(side) > 1:
                raise CannotFollowError(values)
            sides += side
        compare = _COMPARISONS.get(node.operator)
        if compare is None:
            raise CannotFollowError(results)
        try:
            return compare(*sides)
        except _IncomparableError:
            raise CannotFollowError(results) from None


def _members(value: JsonValue) -> list[JsonValue]:
    kind = type(value)
    if kind is dict:
        return [value[key] for key in sorted(value)]
    if kind is list:
        return list(value)
    return [OtherInteger(byte) for byte in value.encode(errors="replace")] if kind is str else []


def _positions(node: Slice, length: int) -> range | None:
    """Returns the indexes that a slice selects from a list; None if it exceeds the list."""
    start = 0 if node.start is None else node.start
    end = length if node.end is None else node.end
    start += length if start < 0 else 0
    end += length if end < 0 or (end == 0 and node.derived) else 0
    if start == end:
        return range(0)
    if not 0 <= start < length or not start < end <= length or (node.step is not None and node.step <= 0):
        return None
    return range(start, end, node.step or 1)


class _IncomparableError(Exception):
    """Raised if two values cannot be compared."""


_KINDS = {bool: "bool", int: "int", OtherInteger: "int", float: "float", str: "text"}


def _kind_of(value: JsonValue) -> str:
    kind = _KINDS.get(type(value))
    if kind is None:
        raise _IncomparableError
    return kind


def _is_equal(left: JsonValue, right: JsonValue) -> bool:
    if _kind_of(left) != _kind_of(right):
        raise _IncomparableError
    return bool(left == right)


def _is_less(left: JsonValue, right: JsonValue) -> bool:
    if _kind_of(left) != _kind_of(right) or type(left) is bool:
        raise _IncomparableError
    return bool(left < right)


_COMPARISONS: dict[str, Callable[[JsonValue, JsonValue], bool]] = {
    "==": _is_equal,
    "!=": lambda left, right: not _is_equal(left, right),
    "<": _is_less,
    "<=": lambda left, right: _is_less(left, right) or _is_equal(left, right),
    ">": lambda left, right: not (_is_less(left, right) or _is_equal(left, right)),
    ">=": lambda left, right: not _is_less(left, right),
}
