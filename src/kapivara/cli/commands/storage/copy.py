"""`kapivara storage backup`, `restore` and `copy`: copy all objects of one storage to a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

from kapivara.cli.commands.storage.address import (
    ETCD_SECTION,
    OUTPUT,
    AccessOptions,
    file_argument,
    find_places,
    place_argument,
    shown_place,
)
from kapivara.cli.commands.storage.report import CopyReport, copy_to_json, copy_to_text
from kapivara.cli.framework.command import Example, Option, command
from kapivara.cli.framework.errors import CommandError, UsageError
from kapivara.cli.framework.terminal import printable, with_progress_of, write_error, write_out
from kapivara.storage import StorageError
from kapivara.storage.sqlite.file import FILE_NAME
from kapivara.storage.transfer.copy import RESTORED_AFTER, DamagedError, Place, Transfer, open_new, open_snapshot
from kapivara.values.record import record

_SKIP = Option("--skip-damaged", "Leave out damaged objects instead of failing.", is_switch=True)


@record
class _Job:
    """A copy from a source to a target; with `alone`, no server may write to the source at the same time."""

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
        Example("All objects of a server, which may keep running:", "kapivara storage backup ./data new.backup"),
        Example("All objects in an etcd:", "kapivara storage backup http://127.0.0.1:2379 etcd.backup"),
    ),
)
def backup(place: str, file: Path, *, skip_damaged: bool, output: str, **access: Unpack[AccessOptions]) -> int:
    """Write all objects to one file, as of one revision.

    A PLACE is the folder of `kapivara serve --data`, or the URLs of an etcd's members, separated by commas. FILE
    appears when it is completely written; only its owner can read it, and an existing file is not replaced. It is a
    SQLite file with a checksum for every object: `storage check` checks it, `storage restore` restores it to a folder
    or an etcd. Objects keep their resource versions; old revisions are not included.

    Exits 0 on success, 1 if objects are damaged, 2 on any other failure; after a failure no file is written.
    """
    (source,) = find_places(place, access=access)
    if file.name == FILE_NAME:
        raise UsageError(f"{FILE_NAME} is the name of a server's own file: choose another name")
    return _copy(_Job("backed up", source, file, skip_damaged), output)


@command(
    file_argument("file"),
    place_argument("place", "PLACE"),
    _SKIP,
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("To a folder, for kapivara serve --data:", "kapivara storage restore saved.backup ./new-data"),
        Example("To an etcd:", "kapivara storage restore saved.backup http://127.0.0.1:2379"),
    ),
)
def restore(file: Path, place: str, *, skip_damaged: bool, output: str, **access: Unpack[AccessOptions]) -> int:
    """Create a storage from a backup.

    A PLACE is a folder without objects, or the URL of an etcd without objects under --etcd-prefix. In a folder, objects
    keep their resource versions, and new ones begin far above: clients that saw versions after the backup have to list
    again. In an etcd, objects get new resource versions, so restart all clients that watch. Existing objects are never
    replaced. No server starts over an etcd before the restore is complete; an interrupted restore starts again with the
    next call.

    Exits 0 on success, 1 if objects of the backup are damaged, 2 on any other failure.
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
        Example("Move to an etcd:", "kapivara storage copy ./data http://127.0.0.1:2379"),
        Example("Move back:", "kapivara storage copy http://127.0.0.1:2379 ./new-data"),
    ),
)
def copy(source: str, target: str, *, skip_damaged: bool, output: str, **access: Unpack[AccessOptions]) -> int:
    """Copy all objects to another storage: from a folder to an etcd, or from an etcd to a folder.

    FROM and TO are folders of `kapivara serve --data`, or URLs of an etcd's members, separated by commas; TO must hold
    no objects. Stop the servers over FROM first: later writes are not copied, and a folder whose server runs is
    rejected. In a folder, objects keep their resource versions and clients can continue; in an etcd, they get new ones,
    so restart all clients that watch.

    Exits 0 on success, 1 if objects are damaged, 2 on any other failure.
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
            write_error(f"{printable(key)}: damaged\n")
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
