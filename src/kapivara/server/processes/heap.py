"""Returns freed memory to the system, most of which glibc's allocator would keep.

After glibc has seen a large freed block, it takes large blocks from the heap as well, which shrinks only at its end.
Bodies, responses and stored values are freed in any order, so the heap would have twice its needed size.
"""

from __future__ import annotations

import sys

_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of <malloc.h>
_LARGE = 32 * 1024


def return_freed_memory() -> bool:
    """Makes large blocks come from the system and return there when freed; returns True on success."""
    if sys.platform != "linux":
        return False
    import ctypes  # slow to import: a server calls this once it is ready

    try:
        return bool(ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE))
    except (AttributeError, OSError):  # another allocator
        return False
