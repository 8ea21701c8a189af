"""The versions of etcd that can lose acknowledged writes when they are killed or their machine fails.

3.5 before 3.5.3 saved its consistent index apart from the data, so a restart could skip a write in between (etcd issue
13766). Before 3.4.21 and 3.5.5, the only member of a cluster acknowledged writes that were not yet in its log (etcd
issue 14370). `etcd_messages.STATUS` returns a member's version.
"""

from __future__ import annotations

import re

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_SOUND = "3.4.21, 3.5.5 and newer do not"


def loses_writes(version: str, *, is_alone: bool) -> bool:
    """Returns True if a version can lose acknowledged writes when killed: as one of several members, or `is_alone`."""
    found = _VERSION.match(version)
    if found is None:
        return False
    number = tuple(map(int, found.groups()))
    if (3, 5, 0) <= number < (3, 5, 3):
        return True
    return is_alone and (number < (3, 4, 21) or (3, 5, 0) <= number < (3, 5, 5))


def note_about(version: str) -> str:
    """Returns a warning for operators of an etcd version; empty if the version is known to be safe."""
    if not loses_writes(version, is_alone=True):
        return ""
    where = "" if loses_writes(version, is_alone=False) else " where it has one member only"
    return f"etcd {version} can lose acknowledged writes when it is killed{where}; {_SOUND}"
