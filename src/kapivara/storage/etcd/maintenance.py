"""Maintenance of the members of an etcd: their status, the comparison of their data, and defragmentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kapivara.storage.contract import StorageError
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.etcd.client import EtcdClient
from kapivara.storage.etcd.errors import RefusedError
from kapivara.storage.etcd.messages import ALARMS, DEFRAGMENT, DISARM, HASH, NO_SPACE, STATUS
from kapivara.values.record import record, replace

_DEFRAGMENT_SECONDS = 600.0


@record
class Digest:
    """A checksum of all data of a member at a revision, from the `compacted` revision on."""

    compacted: int
    checksum: int


@record
class Member:
    """The status of a member. `problem` is the error of the call, or the errors that the member reports.

    `digest` is None if the revision was compacted.
    """

    url: str
    version: str = ""
    size: int = 0
    in_use: int = 0
    is_leader: bool = False
    digest: Digest | None = None
    problem: str = ""


def look_at_members(access: EtcdAccess, revision: int) -> list[Member]:
    """Returns the status of every member, with its digest at a revision."""
    return [_look_at(access, url, revision) for url in access.endpoints]


def _look_at(access: EtcdAccess, url: str, revision: int) -> Member:
    with _alone(access, url) as client:
        try:
            status = client.call(STATUS, {})
            digest = _digest(client, revision)
        except StorageError as failure:
            return Member(url, problem=str(failure))
    return Member(
        url,
        version=status.get("version", ""),
        size=status.get("dbSize", 0),
        in_use=status.get("dbSizeInUse", 0),
        is_leader=status["header"].get("member_id") == status.get("leader"),
        digest=digest,
        problem=", ".join(status.get("errors") or ()),
    )


def _digest(client: EtcdClient, revision: int) -> Digest | None:
    try:
        told = client.call(HASH, {"revision": revision})
    except RefusedError as refusal:
        if refusal.is_compacted:
            return None
        raise
    return Digest(told.get("compact_revision", 0), told.get("hash", 0))


def do_members_differ(members: Sequence[Member]) -> bool:
    """Returns True if two comparable members hold different data at one revision."""
    known: dict[int, int] = {}
    found = [each.digest for each in members if each.digest is not None]
    return any(known.setdefault(each.compacted, each.checksum) != each.checksum for each in found)


def member_sizes(access: EtcdAccess) -> tuple[int, ...]:
    """Returns the file sizes of all members in bytes. Raises StorageError."""
    sizes = []
    for url in access.endpoints:
        with _alone(access, url) as client:
            sizes.append(client.call(STATUS, {}).get("dbSize", 0))
    return tuple(sizes)


def defragment(access: EtcdAccess) -> Iterator[str]:
    """Defragments the file of one member after another; yields the URL of each finished member.

    A member answers no request during its defragmentation. Raises StorageError.
    """
    for url in access.endpoints:
        with _alone(access, url) as client:
            client.call(DEFRAGMENT, {}, seconds=_DEFRAGMENT_SECONDS)
        yield url


def disarm(access: EtcdAccess) -> int:
    """Clears the alarm of a full etcd so that it accepts writes; returns the number of full members.

    etcd raises the alarm again if there is still no space. Raises StorageError.
    """
    client = EtcdClient(access)
    try:
        full = [each for each in client.call(ALARMS, {}).get("alarms") or () if each.get("alarm") == NO_SPACE]
        for each in full:
            client.call(ALARMS, {"action": DISARM, "memberID": each.get("memberID", 0), "alarm": NO_SPACE})
        return len(full)
    finally:
        client.close()


@contextmanager
def _alone(access: EtcdAccess, url: str) -> Iterator[EtcdClient]:
    client = EtcdClient(replace(access, endpoints=(url,)))
    try:
        yield client
    finally:
        client.close()
