"""Versions of etcd that can lose writes which they have acknowledged, where they are killed or their machine fails.

Before 3.5.3, 3.5 saved how far it had come apart from what it had written: a write in between was passed over after a
restart (etcd issue 13766). Before 3.4.21 and 3.5.5, the only member of a cluster acknowledged what was not yet in its
log (etcd issue 14370). Asked of a member's own version: `etcd_messages.STATUS`.
"""

from __future__ import annotations

import re

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_SOUND = "3.4.21, 3.5.5 and newer do not"


def loses_writes(version: str, *, is_alone: bool) -> bool:
    """Tells whether a version can lose acknowledged writes when killed: as one of several members, or `is_alone`."""
    found = _VERSION.match(version)
    if found is None:
        return False
    number = tuple(map(int, found.groups()))
    if (3, 5, 0) <= number < (3, 5, 3):
        return True
    return is_alone and (number < (3, 4, 21) or (3, 5, 0) <= number < (3, 5, 5))


def note_about(version: str) -> str:
    """Returns what whoever keeps objects in such an etcd should know; empty where nothing is known against it."""
    if not loses_writes(version, is_alone=True):
        return ""
    where = "" if loses_writes(version, is_alone=False) else " where it has one member only"
    return f"etcd {version} can lose acknowledged writes when it is killed{where}; {_SOUND}"
