"""Values that the server generates for an object: UID, timestamps, and names.

Upstream: apiserver/pkg/storage/names/generate.go (1.37); UIDs are random, as in version 4 of RFC 4122.
"""

from __future__ import annotations

import os
import time
from functools import lru_cache

_MAX_NAME = 63
_SUFFIX_LENGTH = 5
_UID_BYTES = 16
_UID_DIGITS = 2 * _UID_BYTES
_UIDS_AT_ONCE = 64
_VARIANTS = dict(zip("0123456789abcdef", "89ab" * 4, strict=True))
"""The hexadecimal digit of a UID with the two variant bits and two random bits."""
_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
"""No vowels and no look-alikes, as upstream, so that no words appear by chance."""


_digits: list[str] = []
"""Random digits for further UIDs: one system call draws many."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_digits.clear)


def new_uid() -> str:
    """Returns a random UID, without `uuid`, whose import costs more than a whole validation."""
    try:
        digits = _digits.pop()
    except IndexError:
        drawn = os.urandom(_UID_BYTES * _UIDS_AT_ONCE).hex()
        digits, *others = (drawn[start : start + _UID_DIGITS] for start in range(0, len(drawn), _UID_DIGITS))
        _digits.extend(others)
    variant = _VARIANTS[digits[16]]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def now() -> str:
    """Returns the current time in the format of metadata: UTC, whole seconds."""
    return moment(int(time.time()))


@lru_cache(maxsize=2)
def moment(second: int) -> str:
    """Returns a time, given in seconds since 1970, in the format of metadata."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))


def generate_name(prefix: str) -> str:
    """Returns a name of at most 63 characters: the prefix, shortened if needed, and a random suffix."""
    suffix = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in os.urandom(_SUFFIX_LENGTH))
    return prefix[: _MAX_NAME - _SUFFIX_LENGTH] + suffix
