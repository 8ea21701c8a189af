"""Maps whose keys are not all strings: true, 1, 1u and 1.0 are four keys, though 1 finds 1u where there is no 1.

Maps with string keys only are plain dicts. Both have `items`, `get`, `in`, `len` and iteration over keys.
Upstream: cel-go common/types/map.go refValMapAccessor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.values.numbers import UINT64_MAX
from kapivara.cel.values.uint import UInt
from kapivara.values.absent import ABSENT
from kapivara.values.json_value import INT64_MAX, INT64_MIN


class CelMap:
    """A map by the language's rules; a read-only mapping of Python's otherwise."""

    __slots__ = ("_entries",)

    def __init__(self, pairs: Iterable[tuple[Any, Any]]):
        try:
            self._entries = {(type(key), key): value for key, value in pairs}
        except TypeError:  # a list or a map
            raise CelError("unsupported key type") from None

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or of a number equal to it."""
        entries, kind = self._entries, type(key)
        try:
            found = entries.get((kind, key), ABSENT)
        except TypeError:  # a list or a map: never a key
            return default
        if found is ABSENT:
            if kind is int and key >= 0:
                return entries.get((UInt, key), default)
            if kind is UInt and key <= INT64_MAX:
                return entries.get((int, int(key)), default)
            if kind is float:
                return self._by_double(key, default)
            return default
        return found

    def _by_double(self, key: float, default: Any) -> Any:
        if not key.is_integer():
            return default
        number, found = int(key), ABSENT
        if INT64_MIN < number < INT64_MAX:
            found = self._entries.get((int, number), ABSENT)
        if found is ABSENT and 0 <= number <= UINT64_MAX:
            found = self._entries.get((UInt, number), ABSENT)
        return default if found is ABSENT else found

    def insert(self, key: Any, value: Any) -> None:
        """Puts in an entry: only for those who build a map that nobody else knows yet."""
        self._entries[type(key), key] = value

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
        """The keys, in the order they were given."""
        return [key for _, key in self._entries]

    def values(self) -> Iterable[Any]:
        """The values, in the order of the keys."""
        return self._entries.values()

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Pairs of key and value."""
        return [(key, value) for (_, key), value in self._entries.items()]

    def __eq__(self, other: object) -> bool:
        from kapivara.cel.values.equality import equal

        return equal(self, other)

    __hash__ = None  # type: ignore[assignment]  # as of a dict

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{key!r}: {value!r}" for key, value in self.items()) + "}"


def make_map(pairs: Iterable[tuple[Any, Any]]) -> dict[str, Any] | CelMap:
    """Makes a map of pairs, of which the last one of a key counts: a dict where all keys are strings."""
    entries = list(pairs)
    if all(type(key) is str for key, _ in entries):
        return dict(entries)
    return CelMap(entries)
