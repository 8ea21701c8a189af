"""Room on the stack for deep trees.

The language allows nesting of 250 levels, and each takes several calls of Python; Python allows a thousand in all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_ROOM = 15_000

_lock = Lock()
_users = 0
_usual = 0


@contextmanager
def deep_stack() -> Iterator[None]:
    """Lets Python functions call each other deeper than usual while the block runs, in any thread.

    Python's functions do not use the machine's stack, so that many calls of them are safe. The usual limit returns
    with the last of those who asked for more, since it is what keeps functions written in C from going too deep.
    """
    global _users, _usual
    with _lock:
        if _users == 0:
            _usual = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_usual, _ROOM))
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                sys.setrecursionlimit(_usual)
