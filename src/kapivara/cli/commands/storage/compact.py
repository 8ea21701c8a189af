"""`kapivara storage compact`: deletes old revisions of a storage, and frees their space."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

from kapivara.cli.commands.storage.address import (
    ETCD_SECTION,
    OUTPUT,
    AccessOptions,
    find_places,
    place_argument,
    shown_place,
)
from kapivara.cli.commands.storage.report import CompactReport, compact_to_json, compact_to_text
from kapivara.cli.framework.command import Example, command
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.framework.terminal import with_progress_of, write_out
from kapivara.storage import StorageError
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.sqlite.shrinking import shrink
from kapivara.storage.transfer.sqlite_snapshot import open_sqlite_snapshot


@command(
    place_argument("place", "PLACE"),
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("A folder, with its server stopped:", "kapivara storage compact ./data"),
        Example("An etcd, with its servers running:", "kapivara storage compact http://127.0.0.1:2379"),
    ),
)
def compact(place: str, *, output: str, **access: Unpack[AccessOptions]) -> int:
    """Delete old revisions of a storage, and free their space.

    A PLACE is the folder of `kapivara serve --data`, whose server must be stopped, or the URLs of an etcd's members,
    separated by commas. Objects are not changed; watches from an old revision have to list again. A server compacts by
    itself and reuses free space, but never makes its file smaller. For an etcd, all data in it is compacted, then its
    members are defragmented one after another; a member does not respond while it is defragmented. A member that had
    reached its quota (alarm NOSPACE) accepts writes again.

    Exits 0 on success, 2 on failure.
    """
    (found,) = find_places(place, access=access)
    try:
        report = _compact_etcd(found) if isinstance(found, EtcdAccess) else _compact_file(found)
    except StorageError as error:
        raise CommandError(str(error)) from None
    write_out(compact_to_json(report) if output == "json" else compact_to_text(report))
    return 0


def _compact_file(path: Path) -> CompactReport:
    with open_sqlite_snapshot(path, alone=True) as snapshot:
        revision, total = snapshot.revision, snapshot.revision - snapshot.compacted
        compacted = snapshot.compacted
    before = path.stat().st_size
    for _ in with_progress_of((done - compacted for done in shrink(path)), total=total, label="revisions"):
        pass
    return CompactReport(shown_place(path), revision, (before,), (path.stat().st_size,))


def _compact_etcd(access: EtcdAccess) -> CompactReport:
    from kapivara.storage.etcd.maintenance import defragment, disarm, member_sizes
    from kapivara.storage.etcd.storage import EtcdStorage

    before = member_sizes(access)
    with EtcdStorage(access) as storage:
        revision = storage.revision
        storage.compact(revision)
    done = (number for number, _ in enumerate(defragment(access), 1))
    for _ in with_progress_of(done, total=len(access.endpoints), label="members"):
        pass
    return CompactReport(shown_place(access), revision, before, member_sizes(access), disarm(access))
