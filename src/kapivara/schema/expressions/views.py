"""Data as values where plain JSON would not do: objects with fields of their own meaning, sets, keyed lists.

Most data is used as it is. A view is made where data whose type asks for more meets something that takes any value:
an equality, a list literal, `dyn`. Equality is the left side's, as in the reference.
Upstream: apiserver/pkg/cel/common/valuesunstructured.go, valuesreflect.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, KeysView
from typing import Any, TypeAlias

from kapivara.cel.errors import CelError
from kapivara.cel.values import equal
from kapivara.schema.expressions.escaping import escape, unescape
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, semantic_equal

Reader: TypeAlias = Callable[[Any], Any]
"""Makes a value of data; raises CelError where it cannot be one."""


class ObjectView(dict[str, Any]):
    """An object whose fields are read as its schema says; unknown fields count in its size, and are not seen."""

    __slots__ = ("fields",)

    def __init__(self, data: dict[str, Any], fields: ObjectFields):
        super().__init__(data)
        self.fields = fields

    def find(self, name: str) -> Any:
        """The value of a field by the name that expressions use; ABSENT where it is missing or null."""
        key = self._key(name)
        data = dict.get(self, key)
        reader = self.fields.reader(key) if data is not None else None
        return ABSENT if reader is None else reader(data)

    def _key(self, name: str) -> str:
        """The name of a field in the data; the data's own names are taken too, since selections use them."""
        return name if type(name) is not str or dict.__contains__(self, name) else unescape(name) or ""

    def __getitem__(self, name: str) -> Any:
        found = self.find(name)
        if found is ABSENT:
            raise KeyError(name)
        return found

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a field, or the default where there is none."""
        found = self.find(name)
        return default if found is ABSENT else found

    def __contains__(self, name: object) -> bool:
        key = self._key(name)  # type: ignore[arg-type]
        return dict.get(self, key) is not None and self.fields.knows(key)

    def __iter__(self) -> Iterator[str]:
        for key in dict.__iter__(self):
            if self.fields.knows(key):
                yield escape(key) or key

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """The names of the fields, as expressions spell them."""
        return dict.fromkeys(self).keys()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """The fields that have a value."""
        return {name: found for name in self if (found := self.find(name)) is not ABSENT}.items()

    def cel_equal(self, other: Any) -> bool:
        """Compares known fields by their types, and unknown ones as plain data."""
        if not isinstance(other, dict) or len(self) != len(other):
            return False
        for key, data in dict.items(self):
            if self.fields.knows(key):
                one, another = self.find(key), other.get(key, ABSENT)
                if (one is ABSENT) != (another is ABSENT) or (one is not ABSENT and not equal(one, another)):
                    return False
            elif not semantic_equal(data, dict.get(other, key, data)):
                return False
        return True


class ObjectFields:
    """How the fields of an object are read."""

    __slots__ = ("_readers", "_schema")

    def __init__(self, schema: Structural):
        self._schema = schema
        self._readers: dict[str, Reader] = {}

    def knows(self, key: str) -> bool:
        """Tells whether the schema declares a field."""
        return key in self._schema.properties

    def reader(self, key: str) -> Reader | None:
        """How a field's data is read; None where the schema does not declare it."""
        found = self._readers.get(key)
        if found is None and key in self._schema.properties:
            from kapivara.schema.expressions.reading import reader_of

            found = self._readers[key] = reader_of(self._schema.properties[key])
        return found


class _UnorderedList(list[Any]):
    """A list whose items are told apart by an identity, so that their order does not count."""

    __slots__ = ()

    def identity(self, item: Any) -> Hashable:
        """What tells an item from others: a scalar itself, unless a list says otherwise."""
        return _item_identity(item)

    def cel_equal(self, other: Any) -> bool:
        """Tells whether another list has the same items: as many identities, and equal items by each."""
        if not isinstance(other, list) or len(self) != len(other):
            return False
        own = {self.identity(item): item for item in self}
        seen = set()
        for item in other:
            identity = self.identity(item)
            if identity not in own or not equal(own[identity], item):
                return False
            seen.add(identity)
        return len(seen) == len(own)

    def __eq__(self, other: object) -> bool:
        return self.cel_equal(other)

    def __ne__(self, other: object) -> bool:
        return not self.cel_equal(other)

    __hash__ = None  # as of a list


class SetList(_UnorderedList):
    """A list of type set: `+` adds what is not there yet."""

    __slots__ = ()

    def __add__(self, other: list[Any]) -> SetList:
        seen = set(map(_item_identity, self))
        added = []
        for item in other:
            identity = _item_identity(item)
            if identity not in seen:
                seen.add(identity)
                added.append(item)
        return SetList([*self, *added])


class MapList(_UnorderedList):
    """A list of type map: items belong together by their keys, and `+` overwrites those with the same keys."""

    __slots__ = ("keys",)

    def __init__(self, items: Iterable[Any], keys: tuple[str, ...]):
        super().__init__(items)
        self.keys = keys

    def identity(self, item: Any) -> Hashable:
        """The item's keys."""
        return _keys_identity(item, self.keys)

    def __add__(self, other: list[Any]) -> MapList:
        places = {self.identity(item): place for place, item in enumerate(self)}
        merged = list(self)
        for item in other:
            place = places.get(self.identity(item))
            if place is None:
                merged.append(item)
            else:
                merged[place] = item
        return MapList(merged, self.keys)


def _item_identity(item: Any) -> Hashable:
    if isinstance(item, (list, dict)):
        raise CelError("listSet operations are only supported on lists of scalar values")
    return type(item), item


def _keys_identity(item: Any, keys: tuple[str, ...]) -> Hashable:
    """What two items of a keyed list must share; a key that is missing is the same as null."""
    values = (item.get(key) if isinstance(item, dict) else None for key in keys)
    return tuple((type(value), repr(value) if isinstance(value, (list, dict)) else value) for value in values)
