"""A lock between processes: whoever holds it and is killed lets go of it, for the lock belongs to the system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":

    def _take(_descriptor: int, *, waits: bool) -> bool:
        raise OSError(f"no lock between processes here{', to wait for' if waits else ''}")

    def _let_go(_descriptor: int) -> None:
        """Does nothing: it was never taken."""
else:
    import ctypes
    import fcntl

    _call = ctypes.PyDLL(None).flock
    """The system's own, called without giving up the interpreter: who gives it up may wait long to have it back, and
    others would wait for the lock meanwhile. Python's gives it up."""
    _call.argtypes = (ctypes.c_int, ctypes.c_int)

    def _take(descriptor: int, *, waits: bool) -> bool:
        is_taken: bool = _call(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB) == 0
        if waits and not is_taken:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            return True
        return is_taken

    def _let_go(descriptor: int) -> None:
        _call(descriptor, fcntl.LOCK_UN)


class ProcessLock:
    """The lock on the file at `path`, which is made where it is missing.

    Each process opens its own: one that was inherited would be held by both. Its threads take turns by themselves.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> None:
        _take(self._descriptor, waits=True)

    def __exit__(self, *_: object) -> None:
        _let_go(self._descriptor)

    def try_to_hold(self) -> bool:
        """Holds it until it is let go of, unless somebody else does; tells whether it is held. Does not block."""
        return _take(self._descriptor, waits=False)

    def let_go(self) -> None:
        """Lets go of it, so that it can be taken again."""
        _let_go(self._descriptor)

    def close(self) -> None:
        """Lets go of it for good. Closing twice is fine."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
