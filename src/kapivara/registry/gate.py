"""The way into a definition's objects: open while the definition stands, closed for good once it goes.

A creation is judged long before it is stored, and the definition may go meanwhile. So what is stored passes a gate: who
closes it waits for those who are inside, and knows then that nothing comes any more.
"""

from __future__ import annotations

from threading import Condition, Lock


class Gate:
    """Lets creations through until it is closed; `is_open` tells of this moment only. Safe for many threads."""

    __slots__ = ("_empty", "_inside", "_lock", "is_open")

    def __init__(self) -> None:
        self.is_open = True
        self._inside = 0
        self._lock = Lock()  # held by every creation, so it is asked directly
        self._empty = Condition(self._lock)

    def enter(self) -> bool:
        """Lets a creation in, which must leave again; False where the gate is closed."""
        with self._lock:
            if self.is_open:
                self._inside += 1
            return self.is_open

    def leave(self) -> None:
        """Lets a creation out."""
        with self._lock:
            self._inside -= 1
            if not self.is_open:
                self._empty.notify_all()

    def close(self) -> None:
        """Lets nobody in any more, and waits until nobody is inside."""
        with self._lock:
            self.is_open = False
            self._empty.wait_for(lambda: not self._inside)
