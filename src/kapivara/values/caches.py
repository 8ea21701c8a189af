"""The caches of the project, each with a bound on what it holds between requests.

`cache_short_texts` decorates functions of texts: few results are kept, and those of short texts only. `ByteCache` holds
values by key up to a number of bytes, and drops what was used least recently. `SharedCache` gives equal keys one value
for as long as anybody uses it, so that it goes with the definition that asked for it; up to a number of bytes of the
last ones stay a little longer. Sizes are estimated by those who make the values, rather too large than too small.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

_Value = TypeVar("_Value")
_Function = TypeVar("_Function", bound=Callable[..., Any])


def cache_short_texts(most: int, longest: int = 64) -> Callable[[_Function], _Function]:
    """Caches `most` results of a function of one or two texts, where these have at most `longest` characters in all.

    Hot: a plain dictionary, which starts anew when it is full, is asked in a third of the time of an `lru_cache`.
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
        return wrapper  # type: ignore[no-any-return]  # it takes what the function takes

    return decorate


class ByteCache(Generic[_Value]):
    """Values by key, `budget` bytes of them at most. Safe for many threads."""

    __slots__ = ("_budget", "_lock", "_values", "held")

    def __init__(self, budget: int):
        self.held = 0
        """How many bytes are held."""
        self._budget = budget
        self._values: dict[Hashable, tuple[_Value, int]] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> _Value | None:
        """Returns the value of a key, if it is still here, and counts that as use."""
        with self._lock:
            found = self._values.pop(key, None)
            if found is None:
                return None
            self._values[key] = found
            return found[0]

    def put(self, key: Hashable, value: _Value, size: int) -> list[_Value]:
        """Takes a value in, and returns those that had to go for it; one that is larger than all of the budget, too."""
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
        """Forgets a key."""
        with self._lock:
            known = self._values.pop(key, None)
            if known is not None:
                self.held -= known[1]


class SharedCache(Generic[_Value]):
    """One value for all who ask for the same key: kept by who uses it, and up to `recent` bytes of the last ones here.

    Values must take weak references.
    """

    __slots__ = ("_living", "_recent")

    def __init__(self, recent: int):
        self._recent: ByteCache[_Value] = ByteCache(recent)
        self._living: weakref.WeakValueDictionary[Hashable, _Value] = weakref.WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._living)

    @property
    def held(self) -> int:
        """How many bytes are held though perhaps nobody uses them."""
        return self._recent.held

    def get(self, key: Hashable, make: Callable[[], _Value], size_of: Callable[[_Value], int]) -> _Value:
        """Returns the value of a key, made now where there is none; threads may make one twice."""
        value = self._recent.get(key)
        if value is None:
            value = self._living.get(key)
            if value is None:
                value = make()
                self._living[key] = value
            self._recent.put(key, value, size_of(value))
        return value
