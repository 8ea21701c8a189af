"""Objects and maps of data as CEL values.

The fields of an object are converted on demand, by the names that expressions use. Unknown fields are not visible, but
count in its size and its equality. Null stands for an absent field, and for null in a map.
Upstream: apiserver/pkg/cel/common/valuesunstructured.go unstructuredMap, unknownPreserved (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView
from typing import Any, ClassVar, TypeAlias

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.types import CelKind, Type
from kapivara.cel.values.extent import pay_to_visit
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.unreadable import Unreadable, usable
from kapivara.schema.expressions.data.comparing import no_overload, peek, same
from kapivara.schema.expressions.data.escaping import escape, unescape
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, deep_equal

Reader: TypeAlias = Callable[[Any], Any]
"""Converts data to a value; raises CelError."""

_HOLDERS = frozenset((list, dict))
_LARGE = 64


def attempt(read: Reader, data: Any) -> Any:
    """Converts data; returns an `Unreadable` value if that fails."""
    try:
        return read(data)
    except CelError as failure:
        return Unreadable(str(failure))


class ObjectFields:
    """Converts the fields of an object."""

    __slots__ = ("_reader_of", "_readers", "schema")

    def __init__(self, schema: Structural, reader_of: Callable[[Structural], tuple[Reader, frozenset[type]]]):
        self.schema = schema
        self._reader_of = reader_of
        self._readers: dict[str, tuple[Reader, frozenset[type]]] = {}

    def read(self, key: str, data: Any) -> Any:
        """Returns the value of a field, ABSENT if the schema does not declare it; raises CelError."""
        found = self._readers.get(key)
        if found is None:
            if key not in self.schema.properties:
                return ABSENT
            found = self._readers[key] = self._reader_of(self.schema.properties[key])
        read, exact = found
        return data if type(data) in exact else read(data)


class ObjectView(dict[str, Any]):
    """An object. As a dict, it has the names of the data and converted values."""

    __slots__ = ("_known", "data", "fields")
    go_class = "*common.unstructuredMap"

    def __init__(self, data: dict[str, Any], fields: ObjectFields):
        super().__init__(data)
        self.data = data
        self.fields = fields
        self._known: dict[str, Any] = {}

    def _read(self, key: str, data: Any) -> Any:
        """Converts a field; caches large values."""
        if type(data) not in _HOLDERS or len(data) < _LARGE:
            return self.fields.read(key, data)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.fields.read(key, data)
        return found

    def peek(self, name: Any) -> Any:
        """Returns the value of the field with an escaped name, even an unreadable one, or ABSENT."""
        if type(name) is not str:
            return Unreadable("no such overload")
        key = unescape(name)
        data = self.data.get(key) if key is not None else None
        if key is None or data is None:
            return ABSENT
        try:
            return self._read(key, data)
        except CelError as failure:
            return Unreadable(str(failure))

    def cel_find(self, name: Any) -> Any:
        """Returns the value of the field with an escaped name, or ABSENT; raises CelError if it is unreadable."""
        return usable(self.peek(name))

    def __getitem__(self, key: str) -> Any:
        found = self.get(key, ABSENT)
        if found is ABSENT:
            raise KeyError(key)
        return found

    def get(self, key: str, default: Any = None) -> Any:
        """Returns the value of a field by its name in the data, or the default."""
        data = self.data.get(key)
        found = ABSENT if data is None else self._read(key, data)
        return default if found is ABSENT else found

    def __contains__(self, key: object) -> bool:
        return self.data.get(key) is not None and key in self.fields.schema.properties  # type: ignore[call-overload]

    def __iter__(self) -> Iterator[str]:
        for key in self.data:
            if key in self.fields.schema.properties:
                yield escape(key) or key

    def keys(self) -> KeysView[str]:  # type: ignore[override]  # the signature of a view
        """Returns the escaped names of the fields."""
        return dict.fromkeys(self).keys()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]  # the signature of a view
        """Returns the fields that have a value, by their escaped names."""
        return {name: found for name in self if (found := self.peek(name)) is not ABSENT}.items()

    def cel_parts(self) -> Iterator[tuple[Any, Any]]:
        """Yields all names and values, as the cost of traversal counts them. Kept: unknown fields count, too."""
        for key in self.data:
            known = key in self.fields.schema.properties
            value = self.peek(key) if known else ABSENT
            yield (escape(key) or key) if known else ABSENT, value

    def cel_equal(self, budget: Budget, other: Any) -> bool:
        """Compares known fields by their types, and unknown ones as plain data."""
        return _has_as_many(budget, self, other) and all(self._has_same(budget, key, other) for key in self.data)

    def _has_same(self, budget: Budget, key: str, other: Any) -> bool:
        if key not in self.fields.schema.properties:
            if type(other) is not ObjectView and type(other) is not MapView:
                raise no_overload(other)
            if key not in other.data:
                return True
            pay_to_visit(budget, self.data[key])
            return deep_equal(self.data[key], other.data[key])
        one, another = self.peek(key), peek(other, key)
        if one is ABSENT or another is ABSENT:
            return one is another
        return same(budget, one, another)


class MapView(dict[str, Any]):
    """A map; an unreadable value is `Unreadable`."""

    __slots__ = ("data",)
    go_class = "*common.unstructuredMap"

    def __init__(self, values: dict[str, Any], data: dict[str, Any]):
        super().__init__(values)
        self.data = data

    def peek(self, key: Any) -> Any:
        """Returns the value of a key, even an unreadable one, or ABSENT."""
        return dict.get(self, key, ABSENT) if type(key) is str else Unreadable("no such overload")

    def cel_find(self, key: Any) -> Any:
        """Returns the value of a key, or ABSENT; raises CelError if it is unreadable."""
        return usable(self.peek(key))

    def cel_equal(self, budget: Budget, other: Any) -> bool:
        """Returns True if another map has equal values under the same keys."""
        if not _has_as_many(budget, self, other):
            return False
        for key, value in self.items():
            found = peek(other, key)
            if found is ABSENT or not same(budget, value, found):
                return False
        return True


class PreservedView:
    """Preserved data of unknown type, which can only be compared for equality."""

    __slots__ = ("data",)

    cel_type: ClassVar[Type] = Type(CelKind.OPAQUE, "unknown")

    def __init__(self, data: Any):
        self.data = data

    def cel_equal(self, budget: Budget, other: Any) -> bool:
        """Compares as plain data."""
        pay_to_visit(budget, self.data)
        return type(other) is not Unreadable and deep_equal(self.data, getattr(other, "data", other))


def _has_as_many(budget: Budget, one: dict[str, Any], other: Any) -> bool:
    """Returns True if two maps have the same size, and pays for their comparison; raises CelError for other types."""
    if not isinstance(other, (dict, CelMap)):
        raise no_overload(other)
    if len(one) != len(other):
        return False
    budget.take_places(len(one) + 1)
    return True
