"""The way into a definition's objects: open while the definition stands, closed for good once it goes.

A creation is judged long before it is stored, and the definition may go meanwhile. So what is stored passes a gate: who
closes it waits for those who are inside, and knows then that nothing comes any more.
"""

from __future__ import annotations

from threading import Condition


class Gate:
    """Lets creations through until it is closed. Safe for many threads."""

    __slots__ = ("_condition", "_inside", "_open")

    def __init__(self) -> None:
        self._condition = Condition()
        self._open = True
        self._inside = 0

    def enter(self) -> bool:
        """Lets a creation in, which must leave again; False where the gate is closed."""
        with self._condition:
            if self._open:
                self._inside += 1
            return self._open

    def leave(self) -> None:
        """Lets a creation out."""
        with self._condition:
            self._inside -= 1
            if not self._open:
                self._condition.notify_all()

    def close(self) -> None:
        """Lets nobody in any more, and waits until nobody is inside."""
        with self._condition:
            self._open = False
            self._condition.wait_for(lambda: not self._inside)
