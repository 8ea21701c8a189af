"""A lock in memory that processes share: taken and let go of without a call to the system, unless somebody waits.

It is the system's own mutex, of the kind that is told when its holder was killed: the next one has it then. So it is
for what is whole at every moment, as the log is that it guards (`shared_log`). Not all systems have it; a lock on a
file does as well, and takes longer (`process_lock`).
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import sys

_SIZE = 4096
_ATTRIBUTES = 256
"""More than any system needs for what describes a mutex."""
_SHARED = _ROBUST = 1
_TRIES = 20
"""How often it is tried again before it is waited for: others have it for some microseconds."""


class SharedMutex:
    """A lock of this process and of those that it forks afterwards, each of their threads on its own."""

    def __init__(self) -> None:
        here, giving_way = ctypes.PyDLL(None), ctypes.CDLL(None)
        """Calls that keep the interpreter, and those that let other threads have it meanwhile."""
        self._memory = ctypes.c_char.from_buffer(mmap.mmap(-1, _SIZE))
        self._address = ctypes.c_void_p(ctypes.addressof(self._memory))
        attributes = ctypes.create_string_buffer(_ATTRIBUTES)
        for code in (
            here.pthread_mutexattr_init(attributes),
            here.pthread_mutexattr_setpshared(attributes, _SHARED),
            here.pthread_mutexattr_setrobust(attributes, _ROBUST),
            here.pthread_mutex_init(self._address, attributes),
        ):
            _check(code)
        self._try = here.pthread_mutex_trylock
        self._wait = giving_way.pthread_mutex_lock
        self._let_go = here.pthread_mutex_unlock
        self._repair = here.pthread_mutex_consistent

    def __enter__(self) -> None:
        code = self._try(self._address)
        if code:
            self._insist(code)

    def __exit__(self, *_: object) -> None:
        self._let_go(self._address)

    def _insist(self, code: int) -> None:
        """Takes it, from whoever has it now, or had it when it was killed."""
        tries = 0
        while code == errno.EBUSY:
            tries += 1
            code = (self._try if tries < _TRIES else self._wait)(self._address)
        if code == errno.EOWNERDEAD:
            code = self._repair(self._address)
        _check(code)


def make_mutex() -> SharedMutex | None:
    """Makes a lock for processes that are to be forked; None where the system does not have it."""
    if sys.platform == "win32":
        return None
    try:
        return SharedMutex()
    except (AttributeError, OSError):
        return None


def _check(code: int) -> None:
    if code:
        raise OSError(code, os.strerror(code))
