"""Cluster addresses of services: the CIDR blocks, the free addresses, and the choice of one.

Upstream: pkg/registry/core/service/ipallocator/{ipallocator,cidrallocator}.go (1.37).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from kapivara.apis.groups.core.services.index import ServiceIndex
from kapivara.apis.machinery.server.cluster_block import CLUSTER_BLOCK
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.content.addresses import parse_ip_sloppily
from kapivara.languages.go.ip_addresses import ParsedIp, format_ip
from kapivara.meta import GroupResource, GroupVersionResource
from kapivara.values.record import record

FAMILIES: Final = ("IPv4",)
"""The address families of the server, the preferred one first."""

_BLOCKS: Final = GroupVersionResource("networking.k8s.io", "v1", "servicecidrs")
_ADDRESSES: Final = GroupResource("networking.k8s.io", "ipaddresses")
_FULL: Final = "range is full"
_TAKEN: Final = "provided IP is already allocated"
_ELSEWHERE: Final = "the provided network does not match the current range"
_MOST_TRIED: Final = 2**20
_HEAD_MIN, _HEAD_MAX, _HEAD_SHARE = 16, 256, 16


class AllocationError(Exception):
    """Raised when a requested address or port is not available; the text is the server's."""


class FullError(AllocationError):
    """Raised when no address or port is free."""


@record
class Block:
    """A block of addresses, as numbers.

    Addresses before `head_end` are allocated last, so that clients can request them.
    """

    text: str
    family: int
    network: int
    first: int
    last: int
    head_end: int

    def holds(self, ip: ParsedIp) -> bool:
        """Returns True if an address is in the block, even if it cannot be allocated."""
        bits = 32 if self.family == 4 else 128
        length = int(self.text.partition("/")[2])
        return ip.family == self.family and ip.number >> (bits - length) == self.network >> (bits - length)

    def candidates(self) -> Iterator[int]:
        """Yields the addresses that can be allocated, from random starts; those before `head_end` come last."""
        for low, high in ((self.head_end, self.last), (self.first, self.head_end - 1)):
            size = high - low + 1
            start = random.randrange(size) if size > 0 else 0  # noqa: S311  addresses are not secret
            for offset in range(min(size, _MOST_TRIED)):
                yield low + (start + offset) % size


def read_block(text: str) -> Block | None:
    """Parses a CIDR block; returns None if it is not one."""
    address, _, length = text.partition("/")
    ip = parse_ip_sloppily(address)
    if ip is None or not length.isdecimal():
        return None
    bits = 32 if ip.family == 4 else 128
    size = 2 ** (bits - int(length))
    first, last = ip.number + 1, ip.number + size - (2 if ip.family == 4 else 1)
    head = min(max(_HEAD_MIN, size // _HEAD_SHARE), _HEAD_MAX) if size > _HEAD_MIN else 0
    return Block(text, ip.family, ip.number, first, last, first + head)


class ClusterAddresses:
    """The cluster addresses of a server at one moment."""

    def __init__(self, surroundings: Surroundings, index: ServiceIndex):
        self._surroundings = surroundings
        self._index = index

    def check(self, text: str, *, dry_run: bool) -> None:
        """Raises AllocationError if an address is not available. Kept: a dry run does not look for its owner."""
        ip = parse_ip_sloppily(text)
        if ip is None:
            raise AllocationError(f"failed to parse service IP {text}")
        own = read_block(CLUSTER_BLOCK)
        block = own if dry_run else next((each for each in self._blocks() if each.holds(ip)), None)
        if block is None:
            raise AllocationError(_ELSEWHERE)
        shown = format_ip(ip.family, ip.number)
        if ip.family != block.family or not block.first <= ip.number <= block.last:
            valid = f"The range of valid IPs is {block.text}"
            raise AllocationError(f"the provided IP ({shown}) is not in the valid range. {valid}")
        if not dry_run and self._is_taken(shown):
            raise AllocationError(_TAKEN)

    def pick(self, family: str, *, dry_run: bool) -> str:
        """Returns a free address; raises FullError. Kept: a dry run returns an address that cannot be allocated."""
        number = 4 if family == "IPv4" else 6
        if dry_run:
            return CLUSTER_BLOCK.partition("/")[0]
        for block in self._blocks():
            if block.family == number:
                for candidate in block.candidates():
                    text = format_ip(number, candidate)
                    if not self._is_taken(text):
                        return text
        raise FullError(_FULL)

    def _is_taken(self, text: str) -> bool:
        return text in self._index.addresses or self._surroundings.stored(_ADDRESSES, text) is not None

    def _blocks(self) -> list[Block]:
        """Returns the blocks that are ready, the server's own first."""
        texts = [CLUSTER_BLOCK]
        for obj in self._surroundings.objects_of(_BLOCKS):
            conditions = (obj.get("status") or {}).get("conditions", ())
            ready = any(each["type"] == "Ready" and each["status"] == "True" for each in conditions)
            if ready and not obj["metadata"].get("deletionTimestamp"):
                texts += obj["spec"].get("cidrs", ())
        blocks = [read_block(text) for text in dict.fromkeys(texts)]
        return [block for block in blocks if block is not None]
