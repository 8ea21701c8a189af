"""`kapivara storage check`: reads all stored objects, and prints their numbers and any damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import orjson

from kapivara.apis.catalog.rows import STORED_UNDER
from kapivara.cli.commands.storage.address import (
    ETCD_SECTION,
    OUTPUT,
    AccessOptions,
    find_places,
    place_argument,
    shown_place,
)
from kapivara.cli.commands.storage.report import CheckReport, check_to_json, check_to_text
from kapivara.cli.framework.command import Example, command
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.framework.terminal import with_progress_of, write_out
from kapivara.storage import StorageError, Stored
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.sqlite.check import find_damage
from kapivara.storage.transfer.copy import ALL_OBJECTS, Place, Snapshot, open_snapshot
from kapivara.storage.transfer.sqlite_snapshot import SqliteSnapshot

_RESOURCES = {
    under: ".".join(filter(None, (plural, group))) for (group, plural), under in reversed(STORED_UNDER.items())
}


@command(
    place_argument("place", "PLACE"),
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("The objects of a server, also while it runs:", "kapivara storage check ./data"),
        Example("A backup:", "kapivara storage check saved.backup"),
        Example(
            "An etcd and the consistency of its members:",
            "kapivara storage check http://127.0.0.1:2379,http://127.0.0.2:2379",
        ),
    ),
)
def check(place: str, *, output: str, **access: Unpack[AccessOptions]) -> int:
    """Check all stored objects for damage.

    A PLACE is the folder of `kapivara serve --data`, a backup, or the URLs of an etcd's members, separated by commas.
    In a file, it checks the B-trees, pointers and the checksums of all stored revisions; in an etcd, the state of the
    members and whether their data is equal; in both, whether every value is an object. Nothing is changed, and a server
    may run at the same time.

    Exits 0 if there is no damage, 1 if there is, 2 if the storage could not be read.
    """
    (found,) = find_places(place, access=access)
    try:
        with open_snapshot(found) as snapshot:
            report = _look(found, snapshot)
    except StorageError as error:
        raise CommandError(str(error)) from None
    write_out(check_to_json(report) if output == "json" else check_to_text(report))
    return 1 if report.problems else 0


def _look(place: Place, snapshot: Snapshot) -> CheckReport:
    resources: Counter[str] = Counter()
    problems: list[str] = []
    unreadable = ""
    try:
        for _ in with_progress_of(_read(snapshot, resources, problems), total=snapshot.total, label="objects"):
            pass
    except StorageError as error:
        unreadable = str(error)
    if isinstance(snapshot, SqliteSnapshot) and isinstance(place, Path):
        problems = [*find_damage(snapshot.connection, place), *problems]
        size, compacted = place.stat().st_size, snapshot.compacted
        report = CheckReport("sqlite", shown_place(place), size, snapshot.revision, compacted, resources)
    else:
        assert isinstance(place, EtcdAccess)  # noqa: S101  the only other type of a Place
        report = _with_members(place, snapshot, resources)
    if unreadable and not problems:
        raise StorageError(unreadable)
    return report.with_problems(problems)


def _read(snapshot: Snapshot, resources: Counter[str], problems: list[str]) -> Iterator[int]:
    for number, item in enumerate(snapshot.items(), 1):
        resources[_resource_of(item.key)] += 1
        if not item.damage and (problem := _problem_of(item)):  # damaged rows are reported with the rest of the file
            problems.append(f"{item.key}: {problem}")
        yield number


def _problem_of(item: Stored) -> str:
    try:
        value = orjson.loads(item.value)
    except orjson.JSONDecodeError:
        return "it is not JSON: not written by kapivara, or changed since"
    return "" if isinstance(value, dict) and isinstance(value.get("metadata"), dict) else "it is not an object"


def _resource_of(key: str) -> str:
    """Returns the resource of a key as kubectl writes it: PLURAL.GROUP."""
    first, second, *_ = (*key.removeprefix(ALL_OBJECTS).split("/", 2), "")
    return _RESOURCES.get(first) or _RESOURCES.get(f"{first}/{second}") or f"{second}.{first}"


def _with_members(access: EtcdAccess, snapshot: Snapshot, resources: Counter[str]) -> CheckReport:
    from kapivara.storage.etcd.maintenance import do_members_differ, look_at_members

    members = look_at_members(access, snapshot.revision)
    problems = [f"{each.url}: {each.problem}" for each in members if each.problem]
    if do_members_differ(members):
        problems.append(f"the members have different data at revision {snapshot.revision}")
    size = max((each.size for each in members), default=0)
    place = shown_place(access)
    return CheckReport("etcd", place, size, snapshot.revision, 0, resources, tuple(members), tuple(problems))
