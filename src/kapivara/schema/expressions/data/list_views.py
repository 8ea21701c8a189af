"""Lists of data as CEL values: ordered lists, sets, and map lists with keyed items.

The elements of a list are values; an unreadable one is `Unreadable`, and fails where it is used. The left operand
determines equality, membership and `+`.
Upstream: apiserver/pkg/cel/common/valuesunstructured.go unstructuredList, unstructuredSetList, unstructuredMapList,
valuesreflect.go addToSetList, addToMapList, refValMapKey (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError, CelPanicError
from kapivara.cel.values.equality import any_holds
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.unreadable import Unreadable, usable
from kapivara.schema.expressions.data.comparing import no_overload, peek, same
from kapivara.values import ABSENT
from kapivara.values.rendering import go_type_name

_NO_KEYS = "listSet operations are only supported on lists of scalar values"
_ALIKE = ({str}, {int}, {bool}, {bytes})
"""Classes of values that Python's equality compares as CEL does, if all elements have the same class."""
_TEXT = {str, bytes}
_COMPOSED_KEYS = 3
"""The maximum number of keys that are compared directly; more keys are compared as text."""


class ListView(list[Any]):
    """An ordered list; `data` is the data that it was read from."""

    __slots__ = ("data",)
    go_class = "*common.unstructuredList"

    def __init__(self, elements: Iterable[Any], data: list[Any]):
        super().__init__(elements)
        self.data = data

    def cel_equal(self, budget: Budget, other: Any) -> bool:
        """Returns True if another list has equal elements at the same positions."""
        if not self._is_as_long(budget, other):
            return False
        kinds = {*map(type, self), *map(type, other)}
        if kinds in _ALIKE:  # fast path for the common case
            if kinds <= _TEXT:
                budget.take_glance(sum(map(len, self)))
            return list.__eq__(self, other)
        return all(same(budget, one, another) for one, another in zip(self, other, strict=True))

    def cel_contains(self, budget: Budget, item: Any) -> bool:
        """Returns True if an element equals a value; otherwise raises the first comparison's failure, if any."""
        usable(item)
        return any_holds(lambda each: same(budget, each, item), self)

    def cel_add(self, other: list[Any]) -> list[Any]:
        """Returns the elements of both lists."""
        return [*self, *other]

    def _is_as_long(self, budget: Budget, other: Any) -> bool:
        if not isinstance(other, list):
            raise no_overload(other)
        if len(self) != len(other):
            return False
        budget.take_places(len(self) + 1)
        return True


class SetView(ListView):
    """A list of type set: order is ignored, and `+` adds only new elements."""

    __slots__ = ()
    go_class = "*common.unstructuredSetList"

    def cel_equal(self, budget: Budget, other: Any) -> bool:
        """Returns True if another list has the same elements."""
        if not self._is_as_long(budget, other):
            return False
        own, seen = set(map(_scalar_identity, self)), set()
        for item in other:
            identity = _scalar_identity(item)
            if identity not in own:
                return False
            seen.add(identity)
        return len(seen) == len(own)

    def cel_add(self, other: list[Any]) -> list[Any]:
        """Returns the elements of the set, and the new ones of the other list."""
        seen, elements = set(map(_scalar_identity, self)), [*self]
        for item in other:
            identity = _scalar_identity(item)
            if identity not in seen:
                seen.add(identity)
                elements.append(item)
        return SetView(elements, self.data)

    def __eq__(self, other: object) -> bool:
        return self.cel_equal(Budget(), other)

    def __ne__(self, other: object) -> bool:
        return not self.cel_equal(Budget(), other)

    __hash__ = None  # type: ignore[assignment]  # like a list


def _scalar_identity(item: Any) -> Hashable:
    """Returns the identity of a set's element. Kept: unreadable elements, and times with an offset, equal nothing."""
    if isinstance(item, (list, dict)):
        raise CelError(_NO_KEYS)
    kind = type(item)
    if kind is Unreadable or (kind is Timestamp and item.offset):
        return object()
    return kind, repr(item.data) if hasattr(item, "data") else item


class KeyedView(ListView):
    """A list of type map: its keys identify items, and `+` replaces items with the same keys.

    Kept: the data of an item is looked up under the escaped names of its keys.
    """

    __slots__ = ("_known", "_remembers", "keys")
    go_class = "*common.unstructuredMapList"

    def __init__(self, elements: Iterable[Any], data: list[Any], keys: tuple[str, ...]):
        super().__init__(elements, data)
        self.keys = keys
        self._known: dict[Hashable, Any] | None = None
        self._remembers = False

    def identity(self, item: Any) -> Hashable:
        """Returns the identity of an item; other values than objects equal nothing. Raises _UnhashableError."""
        data = getattr(item, "data", None)
        if type(data) is not dict:
            return object()
        values = [data.get(key) for key in self.keys]
        return repr(values) if len(values) > _COMPOSED_KEYS else tuple(map(_hashed, values))

    def cel_equal(self, budget: Budget, other: Any) -> bool:
        """Returns True if another list has equal items with the same keys."""
        if not self._is_as_long(budget, other):
            return False
        own, seen = self._by_identity(), set()
        for item in other:
            try:
                identity = self.identity(item)
            except _UnhashableError as error:
                raise CelPanicError(error.in_a_map if own else error.in_an_empty_map) from None
            if identity not in own or not same(budget, own[identity], item):
                return False
            seen.add(identity)
        return len(seen) == len(own)

    def remember(self) -> None:
        """Caches the items by their keys. Kept: items after one that raises are missing from then on."""
        self._remembers = True

    def _by_identity(self) -> dict[Hashable, Any]:
        if self._known is not None:
            return self._known
        known: dict[Hashable, Any] = {}
        if self._remembers:
            self._known = known
        for item in self:
            try:
                known[self.identity(item)] = item
            except _UnhashableError as error:
                raise CelPanicError(error.in_a_map) from None
        return known

    def cel_add(self, other: list[Any]) -> list[Any]:
        """Returns the items of both lists, each at its first position."""
        merged = MergedView(self, self.data, self.keys)
        places = {merged.identity(item): place for place, item in enumerate(self)}
        for item in other:
            place = places.get(merged.identity(item))
            if place is None:
                merged.append(item)
            else:
                merged[place] = item
        return merged


class MergedView(KeyedView):
    """Two map lists joined by `+`: expressions' values of keys identify items."""

    __slots__ = ()

    def identity(self, item: Any) -> Hashable:
        """Returns the identity of an item; absent and unreadable keys are equal."""
        return tuple(_seen_key(item, key) for key in self.keys)


class _UnhashableError(Exception):
    """Raised if a key is a list or an object, which Go maps reject; the evaluation fails."""

    def __init__(self, key: Any):
        super().__init__(key)
        self.in_a_map = f"runtime error: hash of unhashable type {go_type_name(key)}"
        self.in_an_empty_map = f"hash of unhashable type: {go_type_name(key)}"


def _hashed(key: Any) -> Hashable:
    """Returns a key as Go maps hash it."""
    if isinstance(key, (list, dict)):
        raise _UnhashableError(key)
    return type(key), key


def _seen_key(item: Any, key: str) -> Hashable:
    found = peek(item, key)
    if found is ABSENT or type(found) is Unreadable:
        return None
    return type(found), repr(found) if isinstance(found, (list, dict, bytes)) else found
