"""Validates names of time zones, by the database of the server.

Upstream: time LoadLocation (Go 1.26), which looks into the files of the system first.
"""

from __future__ import annotations

from functools import cache

from kapivara.languages.cron.zone_names import ZONE_NAMES

_ALWAYS_KNOWN = frozenset(("", "UTC", "Local"))
_DEEPEST = 3
"""The number of segments of the longest names."""


def time_zone_problem(name: str) -> str:
    """Returns Go's error about an unknown time zone; empty if it exists."""
    if name in _ALWAYS_KNOWN or name in _zones():
        return ""
    if ".." in name or name[0] in "/\\":
        return "time: invalid location name"
    if any(region == name or region.startswith(f"{name}/") for region in ZONE_NAMES):
        return "is a directory"
    steps = name.split("/", _DEEPEST)
    if any("/".join(steps[:length]) in _zones() for length in range(1, len(steps))):
        return "not a directory"
    return f"unknown time zone {name}"


@cache
def _zones() -> frozenset[str]:
    return frozenset(
        f"{region}/{name}" if region else name for region, names in ZONE_NAMES.items() for name in names.split()
    )
