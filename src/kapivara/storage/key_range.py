"""Which keys start with a prefix: half-open ranges in the order of code points.

UTF-8 keeps that order, so the same bounds serve engines that sort strings and engines that sort bytes. Keys become
bytes with `surrogatepass`: any Python string can be asked for, even one that no API name can contain.
"""

from __future__ import annotations

_LAST = "\U0010ffff"
_BEHIND_ALL = b"\xff"  # no UTF-8 text sorts behind it


def range_end(prefix: str) -> str | None:
    """Returns the first string behind all those that start with `prefix`; None where no string is."""
    stem = prefix.rstrip(_LAST)
    return stem[:-1] + chr(ord(stem[-1]) + 1) if stem else None


def range_start(prefix: str, after: str) -> str:
    """Returns the first string that starts with `prefix` or sorts behind it, and sorts behind `after`."""
    return max(prefix, after + "\0") if after else prefix


def key_bytes(key: str) -> bytes:
    """Encodes a key for an engine that sorts bytes."""
    return key.encode("utf-8", "surrogatepass")


def prefix_end(prefix: str) -> bytes:
    """Returns bytes that sort behind all keys with a prefix, for an engine that sorts bytes."""
    end = range_end(prefix)
    return _BEHIND_ALL if end is None else key_bytes(end)


def key_text(data: bytes) -> str:
    """Decodes what `key_bytes` made."""
    return data.decode("utf-8", "surrogatepass")
