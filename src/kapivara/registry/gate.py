"""Whether objects of a definition may be created, as far as this process knows, and how the storage makes sure of it.

A creation is judged long before it is stored, and the definition may go meanwhile, through this server or another. So a
new object is stored on condition that its definition has not changed since the revision that is known here. Where it
has, one looks again: it may have changed, and objects may still be created; or it goes, and none is stored any more,
so that whoever removes its objects has seen the last of them.
"""

from __future__ import annotations

from kapivara.storage import Unchanged


class Gate:
    """Open while a definition stands, closed for good once it goes; one for all that a definition changes into.

    `unchanged` is the condition under which a new object may be stored; `served_since` is the revision at which the
    definition came to serve what it serves now.
    """

    __slots__ = ("is_open", "served_since", "unchanged")

    def __init__(self, unchanged: Unchanged) -> None:
        self.is_open = True
        self.unchanged = unchanged
        self.served_since = unchanged.revision

    def move(self, unchanged: Unchanged, *, serves_anew: bool = False) -> None:
        """Takes note of a definition that has changed, and so may what it serves."""
        self.unchanged = unchanged
        if serves_anew:
            self.served_since = unchanged.revision

    def close(self) -> None:
        """Takes note of a definition that goes."""
        self.is_open = False
