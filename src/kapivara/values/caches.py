"""The caches of the project, each with a bound on what it keeps between requests.

`cache_short_texts` decorates functions of texts: it keeps few results, and only of short texts. `ByteCache` keeps
values by key up to a number of bytes, and drops the least recently used ones. `SharedCache` returns one value for equal
keys as long as it is in use, so that it is freed with its CRD; recent values stay a little longer, up to a number of
bytes. Callers estimate sizes, rather too large than too small.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

_Value = TypeVar("_Value")
_Function = TypeVar("_Function", bound=Callable[..., Any])


def cache_short_texts(most: int, longest: int = 64) -> Callable[[_Function], _Function]:
    """Caches `most` results of a function of one or two texts with at most `longest` characters in total.

    Hot: a plain dict, which is cleared when it is full, takes a third of the time of an `lru_cache`.
    """

    def decorate(function: _Function) -> _Function:
        known: dict[Any, Any] = {}

        def learn(key: Any, *texts: str) -> Any:
            result = function(*texts)
            if sum(map(len, texts)) <= longest:
                if len(known) >= most:
                    known.clear()
                known[key] = result
            return result

        def of_one(text: str) -> Any:
            try:
                return known[text]
            except KeyError:
                pass
            return learn(text, text)

        def of_two(text: str, other: str) -> Any:
            try:
                return known[text, other]
            except KeyError:
                pass
            return learn((text, other), text, other)

        wrapper: Any = of_one if function.__code__.co_argcount == 1 else of_two
        wrapper.__doc__, wrapper.__name__ = function.__doc__, function.__name__
        wrapper.__wrapped__, wrapper.held = function, lambda: len(known)
        return wrapper  # type: ignore[no-any-return]  # has the function's signature

    return decorate


class ByteCache(Generic[_Value]):
    """Values by key, at most `budget` bytes. Thread-safe."""

    __slots__ = ("_budget", "_lock", "_values", "held")

    def __init__(self, budget: int):
        self.held = 0
        """The number of bytes held."""
        self._budget = budget
        self._values: dict[Hashable, tuple[_Value, int]] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> _Value | None:
        """Returns the value of a key, None if absent, and marks it as used."""
        with self._lock:
            found = self._values.pop(key, None)
            if found is None:
                return None
            self._values[key] = found
            return found[0]

    def put(self, key: Hashable, value: _Value, size: int) -> list[_Value]:
        """Adds a value, and returns the values dropped for it; also the new value if it exceeds the budget."""
        gone: list[_Value] = []
        with self._lock:
            known = self._values.pop(key, None)
            self._values[key] = value, size
            self.held += size - (known[1] if known is not None else 0)
            while self.held > self._budget:
                oldest = next(iter(self._values))
                dropped, freed = self._values.pop(oldest)
                self.held -= freed
                gone.append(dropped)
        return gone

    def drop(self, key: Hashable) -> None:
        """Removes a key."""
        with self._lock:
            known = self._values.pop(key, None)
            if known is not None:
                self.held -= known[1]


class SharedCache(Generic[_Value]):
    """One value per key, kept by its users, and up to `recent` bytes of the last ones here.

    Values must support weak references.
    """

    __slots__ = ("_living", "_recent")

    def __init__(self, recent: int):
        self._recent: ByteCache[_Value] = ByteCache(recent)
        self._living: weakref.WeakValueDictionary[Hashable, _Value] = weakref.WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._living)

    @property
    def held(self) -> int:
        """The number of bytes held, possibly without users."""
        return self._recent.held

    def get(self, key: Hashable, make: Callable[[], _Value], size_of: Callable[[_Value], int]) -> _Value:
        """Returns the value of a key, created if absent; threads may create one twice."""
        value = self._recent.get(key)
        if value is None:
            value = self._living.get(key)
            if value is None:
                value = make()
                self._living[key] = value
            self._recent.put(key, value, size_of(value))
        return value
