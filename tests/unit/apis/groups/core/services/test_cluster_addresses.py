"""Tests of `apis/groups/core/services/cluster_addresses.py`."""

from __future__ import annotations

import pytest

from kapivara.apis.groups.core.services.cluster_addresses import read_block


@pytest.mark.parametrize(
    ("text", "first", "last", "dynamic"),
    [
        ("10.0.0.0/24", "10.0.0.1", "10.0.0.254", "10.0.0.17"),
        ("10.0.0.0/28", "10.0.0.1", "10.0.0.14", "10.0.0.1"),
        ("10.0.0.0/16", "10.0.0.1", "10.0.255.254", "10.0.1.1"),
    ],
)
def test_blocks(text: str, first: str, last: str, dynamic: str) -> None:
    block = read_block(text)
    assert block is not None

    def number(address: str) -> int:
        return int.from_bytes(bytes(map(int, address.split("."))), "big")

    assert (block.first, block.last, block.head_end) == (number(first), number(last), number(dynamic))
    found = list(block.candidates())
    assert sorted(found) == list(range(block.first, block.last + 1))
    assert min(found[: block.last - block.head_end + 1]) == block.head_end


def test_what_is_no_block() -> None:
    assert read_block("10.0.0.0") is None
    assert read_block("x/8") is None
