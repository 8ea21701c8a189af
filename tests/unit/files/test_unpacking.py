"""Tests of packed files: unpacked up to a limit, rejected if damaged."""

import gzip

import pytest

from kapivara.files.reading import TooLargeError
from kapivara.files.unpacking import unpack


def test_unpacks() -> None:
    assert unpack(gzip.compress(b"a: 1\n"), "a.gz", 100) == b"a: 1\n"


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(TooLargeError):
        unpack(gzip.compress(bytes(50_000_000)), "a.gz", 1000)


@pytest.mark.parametrize("data", [b"plain", gzip.compress(b"a" * 100)[:-9], gzip.compress(b"a" * 100)[:12] + b"xxxx"])
def test_damaged_files_are_told(data: bytes) -> None:
    with pytest.raises(OSError, match="cannot be unpacked: "):
        unpack(data, "a.gz", 1000)
