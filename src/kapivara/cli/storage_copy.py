"""`kapivara storage backup`, `restore` and `copy`: takes all objects of one storage to a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

from kapivara.cli.command import Example, Option, command
from kapivara.cli.storage_places import (
    ETCD_SECTION,
    OUTPUT,
    AccessOptions,
    file_argument,
    find_places,
    place_argument,
    shown_place,
)
from kapivara.cli.storage_report import CopyReport, copy_to_json, copy_to_text
from kapivara.cli.terminal import printable, with_progress_of, write_error, write_out
from kapivara.cli.usage_error import CommandError, UsageError
from kapivara.storage import StorageError
from kapivara.storage.sqlite_file import FILE_NAME
from kapivara.storage.transfer import RESTORED_AFTER, DamagedError, Place, Transfer, open_new, open_snapshot
from kapivara.values.record import record

_SKIP = Option("--skip-damaged", "Leave out objects that are damaged, instead of writing nothing.", is_switch=True)


@record
class _Job:
    """What is to be copied where: `alone` where no server may go on writing to the source."""

    done: str
    source: Place
    target: Place
    skip_damaged: bool
    alone: bool = False
    ahead: int = 0


@command(
    place_argument("place", "PLACE"),
    file_argument("file"),
    _SKIP,
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("All objects of a server, which may run meanwhile:", "kapivara storage backup ./data new.backup"),
        Example("All objects in an etcd:", "kapivara storage backup http://127.0.0.1:2379 etcd.backup"),
    ),
)
def backup(place: str, file: Path, *, skip_damaged: bool, output: str, **access: Unpack[AccessOptions]) -> int:
    """Write all objects into one file, as of one moment.

    A PLACE is the folder of `kapivara serve --data`, or the URL of an etcd, with commas those of its members. FILE is
    there when all of it is on the disk, and is for its owner only; one that is there already is not replaced. It is a
    file of SQLite with a checksum for every object: `storage check` reads it, `storage restore` takes it to either
    engine. Objects keep their resource versions; their history is left behind.

    Exits 0 where it is written, 1 where objects are damaged, 2 where it cannot be done; then nothing is written.
    """
    (source,) = find_places(place, access=access)
    if file.name == FILE_NAME:
        raise UsageError(f"{FILE_NAME} is the name of a server's own file: choose another")
    return _copy(_Job("backed up", source, file, skip_damaged), output)


@command(
    file_argument("file"),
    place_argument("place", "PLACE"),
    _SKIP,
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("Into a folder, for kapivara serve --data:", "kapivara storage restore saved.backup ./new-data"),
        Example("Into an etcd:", "kapivara storage restore saved.backup http://127.0.0.1:2379"),
    ),
)
def restore(file: Path, place: str, *, skip_damaged: bool, output: str, **access: Unpack[AccessOptions]) -> int:
    """Make a storage of a backup.

    A PLACE is a folder that holds no objects, or the URL of an etcd that has none under --etcd-prefix. In a folder,
    objects have the resource versions that they had, and new ones begin far behind: clients may have seen some since
    the backup, and are told to list again. In an etcd they get new ones, so restart whoever watches. What is there is
    never replaced; no server starts over an etcd before all is there, and what was broken off is made anew by the next
    call.

    Exits 0 where it is done, 1 where objects of the backup are damaged, 2 where it cannot be done.
    """
    if not file.is_file():
        raise CommandError(f"there is no file {file}")
    (target,) = find_places(place, access=access)
    return _copy(_Job("restored", file, target, skip_damaged, ahead=RESTORED_AFTER), output)


@command(
    place_argument("source", "FROM"),
    place_argument("target", "TO"),
    _SKIP,
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("To go on with an etcd:", "kapivara storage copy ./data http://127.0.0.1:2379"),
        Example("And back:", "kapivara storage copy http://127.0.0.1:2379 ./new-data"),
    ),
)
def copy(source: str, target: str, *, skip_damaged: bool, output: str, **access: Unpack[AccessOptions]) -> int:
    """Take all objects to another storage: from a folder to an etcd, or the other way.

    FROM and TO are folders of `kapivara serve --data`, or URLs of an etcd, with commas those of its members; TO holds
    no objects, and what is there is never replaced. Stop the servers over FROM first: what they write meanwhile is not
    taken along. A folder whose server runs is refused. In a folder, objects keep their resource versions and clients go
    on; in an etcd they get new ones, so restart whoever watches.

    Exits 0 where it is done, 1 where objects are damaged, 2 where it cannot be done.
    """
    first, second = find_places(source, target, access=access)
    return _copy(_Job("copied", first, second, skip_damaged, alone=True), output)


def _copy(job: _Job, output: str) -> int:
    try:
        with open_snapshot(job.source, alone=job.alone) as snapshot, open_new(job.target) as target:
            transfer = Transfer(snapshot, target, skip_damaged=job.skip_damaged, ahead=job.ahead)
            for _ in with_progress_of(transfer.run(), total=snapshot.total, label="objects"):
                pass
            revision = snapshot.revision
    except DamagedError as damage:
        for key in damage.keys:
            write_error(f"{printable(key)}: it is damaged\n")
        write_error(f"Error: {damage}, and nothing was written; --skip-damaged leaves them out\n")
        return 1
    except StorageError as error:
        raise CommandError(str(error)) from None
    report = CopyReport(
        job.done,
        shown_place(job.source),
        shown_place(job.target),
        transfer.copied,
        revision,
        transfer.revision,
        transfer.damaged,
    )
    write_out(copy_to_json(report) if output == "json" else copy_to_text(report))
    return 0
