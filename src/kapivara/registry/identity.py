"""What the server makes up for an object: its uid, its times, a generated name.

Upstream: apiserver/pkg/storage/names/generate.go (1.37); uids are random, as RFC 4122's version 4.
"""

from __future__ import annotations

import os
import time
from functools import lru_cache

_MAX_NAME = 63
_SUFFIX_LENGTH = 5
_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
"""No vowels and no look-alikes, as upstream: no words come out by chance."""


def new_uid() -> str:
    """Returns a random uid; made by hand, because importing `uuid` costs more than a whole validation."""
    digits = os.urandom(16).hex()
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def now() -> str:
    """Returns the present time as metadata holds it: UTC, whole seconds."""
    return moment(int(time.time()))


@lru_cache(maxsize=2)
def moment(second: int) -> str:
    """Returns a time, in seconds since 1970, as metadata holds it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))


def generate_name(prefix: str) -> str:
    """Returns a name that starts with (as much as fits of) the prefix and ends at random."""
    suffix = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in os.urandom(_SUFFIX_LENGTH))
    return prefix[: _MAX_NAME - _SUFFIX_LENGTH] + suffix
