"""The members of an etcd, one by one: how they are, whether they hold the same, and having their files made smaller."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kapivara.storage.contract import StorageError
from kapivara.storage.etcd_access import EtcdAccess
from kapivara.storage.etcd_client import EtcdClient
from kapivara.storage.etcd_errors import RefusedError
from kapivara.storage.etcd_messages import ALARMS, DEFRAGMENT, DISARM, HASH, NO_SPACE, STATUS
from kapivara.values.record import record, replace

_DEFRAGMENT_SECONDS = 600.0


@record
class Digest:
    """A checksum of all that a member holds as of a revision, whosoever wrote it, from the `compacted` one on."""

    compacted: int
    checksum: int


@record
class Member:
    """What a member tells of itself. `problem` says why it does not, or what it complains about.

    It has no `digest` of a revision at which etcd was compacted.
    """

    url: str
    version: str = ""
    size: int = 0
    in_use: int = 0
    is_leader: bool = False
    digest: Digest | None = None
    problem: str = ""


def look_at_members(access: EtcdAccess, revision: int) -> list[Member]:
    """Asks every member of an access how it is, and what it holds as of a revision."""
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
    """Tells whether two members hold something else as of one revision, as far as can be compared."""
    known: dict[int, int] = {}
    found = [each.digest for each in members if each.digest is not None]
    return any(known.setdefault(each.compacted, each.checksum) != each.checksum for each in found)


def member_sizes(access: EtcdAccess) -> tuple[int, ...]:
    """Returns how large the files of all members are. Raises StorageError."""
    sizes = []
    for url in access.endpoints:
        with _alone(access, url) as client:
            sizes.append(client.call(STATUS, {}).get("dbSize", 0))
    return tuple(sizes)


def defragment(access: EtcdAccess) -> Iterator[str]:
    """Has one member after another write its file anew, without what is free; yields each that is done.

    A member answers nobody meanwhile. Raises StorageError.
    """
    for url in access.endpoints:
        with _alone(access, url) as client:
            client.call(DEFRAGMENT, {}, seconds=_DEFRAGMENT_SECONDS)
        yield url


def disarm(access: EtcdAccess) -> int:
    """Has an etcd take writes again that was full; returns for how many members that was so. Raises StorageError.

    Where there is still no room, etcd raises the alarm anew.
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
