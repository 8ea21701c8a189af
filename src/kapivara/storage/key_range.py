"""Half-open key ranges, in the order of code points, for all keys that start with a prefix.

UTF-8 keeps that order, so the same bounds serve engines that sort strings and engines that sort bytes. Keys are encoded
with `surrogatepass`: any Python string works as a key, even one that no API name can contain.
"""

from __future__ import annotations

_LAST = "\U0010ffff"
_BEHIND_ALL = b"\xff"  # sorts after all UTF-8 text


def range_end(prefix: str) -> str | None:
    """Returns the first string after all strings that start with `prefix`; None if there is no such string."""
    stem = prefix.rstrip(_LAST)
    return stem[:-1] + chr(ord(stem[-1]) + 1) if stem else None


def range_start(prefix: str, after: str) -> str:
    """Returns the first string that starts with `prefix` or sorts after it, and sorts after `after`."""
    return max(prefix, after + "\0") if after else prefix


def key_bytes(key: str) -> bytes:
    """Encodes a key for an engine that sorts bytes."""
    return key.encode("utf-8", "surrogatepass")


def prefix_end(prefix: str) -> bytes:
    """Returns bytes that sort after all keys with a prefix, for an engine that sorts bytes."""
    end = range_end(prefix)
    return _BEHIND_ALL if end is None else key_bytes(end)


def key_text(data: bytes) -> str:
    """Decodes the bytes of `key_bytes`."""
    return data.decode("utf-8", "surrogatepass")
