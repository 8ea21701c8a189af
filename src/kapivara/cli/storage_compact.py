"""`kapivara storage compact`: forgets the history of a storage, and gives back the space that it took."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

from kapivara.cli.command import Example, command
from kapivara.cli.storage_places import ETCD_SECTION, OUTPUT, AccessOptions, find_places, place_argument, shown_place
from kapivara.cli.storage_report import CompactReport, compact_to_json, compact_to_text
from kapivara.cli.terminal import with_progress_of, write_out
from kapivara.cli.usage_error import CommandError
from kapivara.storage import StorageError
from kapivara.storage.etcd_access import EtcdAccess
from kapivara.storage.sqlite_shrinking import shrink
from kapivara.storage.sqlite_snapshot import open_sqlite_snapshot


@command(
    place_argument("place", "PLACE"),
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("After much was deleted, with the server stopped:", "kapivara storage compact ./data"),
        Example("In an etcd, whose servers go on:", "kapivara storage compact http://127.0.0.1:2379"),
    ),
)
def compact(place: str, *, output: str, **access: Unpack[AccessOptions]) -> int:
    """Forget the history of a storage, and give back the space that it took.

    A PLACE is the folder of `kapivara serve --data`, whose server is stopped, or the URL of an etcd, with commas those
    of its members. Objects stay as they are; watches that have to go back list again. A server compacts by itself, and
    uses space that is free again, but never makes a file smaller. An etcd is compacted for all that it holds, then its
    members are defragmented one after another: each answers nobody while it is its turn. One that had reached its quota
    (alarm NOSPACE) takes writes again.

    Exits 0 where it is done, 2 where it is not.
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
    from kapivara.storage.etcd import EtcdStorage
    from kapivara.storage.etcd_maintenance import defragment, disarm, member_sizes

    before = member_sizes(access)
    with EtcdStorage(access) as storage:
        revision = storage.revision
        storage.compact(revision)
    done = (number for number, _ in enumerate(defragment(access), 1))
    for _ in with_progress_of(done, total=len(access.endpoints), label="members"):
        pass
    return CompactReport(shown_place(access), revision, before, member_sizes(access), disarm(access))
