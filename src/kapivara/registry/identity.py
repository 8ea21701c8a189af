"""What the server makes up for an object: its uid, its times, a generated name.

Upstream: apiserver/pkg/storage/names/generate.go (1.37); uids are random, as RFC 4122's version 4.
"""

from __future__ import annotations

import os
import time
from functools import lru_cache

_MAX_NAME = 63
_SUFFIX_LENGTH = 5
_VERSION = 0x4 << 76 | 0b10 << 62
_RANDOM = (1 << 128) - 1 ^ (0xF << 76 | 0b11 << 62)
"""The bits of a uid that tell how it was made, and those that are made up."""
_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
"""No vowels and no look-alikes, as upstream: no words come out by chance."""


def new_uid() -> str:
    """Returns a random uid; made by hand, because importing `uuid` costs more than a whole validation."""
    digits = f"{int.from_bytes(os.urandom(16)) & _RANDOM | _VERSION:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


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
