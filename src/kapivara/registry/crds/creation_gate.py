"""Prevents the creation of custom resources whose CRD is terminating, with a condition in the storage.

A creation is validated before it is stored, and this or another server may delete the CRD in between. So a new object
is stored on the condition that its CRD is unchanged since the known revision. If the CRD has changed, the creation
checks again: the CRD may still accept objects. If the CRD is terminating, no object can be stored any more, so the
server that deletes the objects sees all of them.
"""

from __future__ import annotations

from kapivara.storage import Unchanged


class Gate:
    """Open until its CRD is terminating; shared by all later forms of the CRD.

    `unchanged` is the condition for storing a new object; `served_since` is the revision since which the CRD serves its
    current resources.
    """

    __slots__ = ("is_open", "served_since", "unchanged")

    def __init__(self, unchanged: Unchanged) -> None:
        self.is_open = True
        self.unchanged = unchanged
        self.served_since = unchanged.revision

    def move(self, unchanged: Unchanged, *, serves_anew: bool = False) -> None:
        """Records a changed CRD, and whether its resources changed."""
        self.unchanged = unchanged
        if serves_anew:
            self.served_since = unchanged.revision

    def close(self) -> None:
        """Records that the CRD is terminating or gone."""
        self.is_open = False
