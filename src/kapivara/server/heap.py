"""Memory that was freed goes back to the system: the allocator of GNU/Linux would keep most of it.

Once it has seen a large block freed, it cuts large blocks from the heap as well, and the heap shrinks only from its
end. So bodies, answers and stored values, which come and go in any order, leave it full of holes: twice what is in use.
"""

from __future__ import annotations

import sys

_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of <malloc.h>
_LARGE = 32 * 1024


def return_freed_memory() -> bool:
    """Has each large block come from the system, and go back there when it is freed; tells whether that is so now."""
    if sys.platform != "linux":
        return False
    import ctypes  # not light: a server does without until it is ready

    try:
        return bool(ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE))
    except (AttributeError, OSError):  # another allocator
        return False
