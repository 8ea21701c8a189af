"""Maps whose keys are not all strings: true, 1, 1u and 1.0 are four keys, but 1 finds 1u if there is no key 1.

Any value may be a key. Equal scalars, times and addresses are the same key; lists, maps, optionals and quantities only
if they are the same object. Bytes and versions as keys abort the evaluation. Maps with only string keys are plain
dicts. Both have `items`, `get`, `in`, `len` and iteration over keys.
Upstream: cel-go common/types/map.go refValMapAccessor, interpreter/interpretable.go evalMap; Go's equality of keys.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelPanicError
from kapivara.cel.types import Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.numbers import UINT64_MAX
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.uint import UInt
from kapivara.values.absent import ABSENT
from kapivara.values.json_value import INT64_MAX, INT64_MIN

_BY_VALUE = frozenset((str, int, UInt, bool, type(None), Timestamp, Duration, Type))


def key_identity(key: Any) -> Hashable:
    """Returns the identity of a key; raises `CelPanicError` for values that upstream's maps cannot contain.

    Classes of libraries define by `cel_key` whether equal values are the same key (`value`), or no key (`none`).
    """
    kind = type(key)
    if kind in _BY_VALUE:
        return kind, key
    if kind is float:
        return kind, key if key == key else object()  # NaN is never found
    keyed = "none" if kind is bytes else getattr(kind, "cel_key", "")
    if keyed == "none":
        from kapivara.cel.values.typing import go_class

        raise CelPanicError(f"runtime error: hash of unhashable type {go_class(key)}")
    return kind, key if keyed == "value" else id(key)


class CelMap:
    """A map with CEL's rules for keys; otherwise a read-only Python mapping."""

    __slots__ = ("_entries",)

    def __init__(self, pairs: Iterable[tuple[Any, Any]]):
        self._entries: dict[Hashable, tuple[Any, Any]] = {key_identity(pair[0]): pair for pair in pairs}

    def get(self, key: Any, default: Any = None) -> Any:
        """Returns the value of a key, or of a number equal to it; else the default."""
        if not self._entries:
            return default
        found = self._entries.get(key_identity(key))
        if found is not None:
            return found[1]
        kind = type(key)
        if kind is int and key >= 0:
            return self._value((UInt, key), default)
        if kind is UInt and key <= INT64_MAX:
            return self._value((int, int(key)), default)
        return self._by_double(key, default) if kind is float else default

    def _value(self, identity: Hashable, default: Any) -> Any:
        found = self._entries.get(identity)
        return default if found is None else found[1]

    def _by_double(self, key: float, default: Any) -> Any:
        if not key.is_integer():
            return default
        number, found = int(key), ABSENT
        if INT64_MIN < number < INT64_MAX:
            found = self._value((int, number), ABSENT)
        if found is ABSENT and 0 <= number <= UINT64_MAX:
            found = self._value((UInt, number), ABSENT)
        return default if found is ABSENT else found

    def insert(self, key: Any, value: Any) -> None:
        """Inserts an entry, into a map that is not shared yet."""
        self._entries[key_identity(key)] = key, value

    def __contains__(self, key: Any) -> bool:
        return self.get(key, ABSENT) is not ABSENT

    def __getitem__(self, key: Any) -> Any:
        found = self.get(key, ABSENT)
        if found is ABSENT:
            raise KeyError(key)
        return found

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.keys())

    def keys(self) -> list[Any]:
        """Returns the keys in insertion order."""
        return [key for key, _ in self._entries.values()]

    def values(self) -> Iterable[Any]:
        """Returns the values in the order of the keys."""
        return [value for _, value in self._entries.values()]

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Returns the pairs of key and value."""
        return self._entries.values()

    def __eq__(self, other: object) -> bool:
        from kapivara.cel.values.equality import equal

        return equal(Budget(), self, other)

    __hash__ = None  # type: ignore[assignment]  # as for a dict

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{key!r}: {value!r}" for key, value in self.items()) + "}"


def make_map(pairs: Iterable[tuple[Any, Any]]) -> dict[str, Any] | CelMap:
    """Returns a map of pairs, in which the last value of a key counts: a dict if all keys are strings."""
    entries = list(pairs)
    if all(type(key) is str for key, _ in entries):
        return dict(entries)
    return CelMap(entries)
