"""`kapivara storage check`: reads all that is stored, and tells what there is and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import orjson

from kapivara.apis.catalog import STORED_UNDER
from kapivara.cli.command import Example, command
from kapivara.cli.storage_places import ETCD_SECTION, OUTPUT, AccessOptions, find_places, place_argument, shown_place
from kapivara.cli.storage_report import CheckReport, check_to_json, check_to_text
from kapivara.cli.terminal import with_progress_of, write_out
from kapivara.cli.usage_error import CommandError
from kapivara.storage import StorageError, Stored
from kapivara.storage.etcd_access import EtcdAccess
from kapivara.storage.sqlite_check import find_damage
from kapivara.storage.sqlite_snapshot import SqliteSnapshot
from kapivara.storage.transfer import ALL_OBJECTS, Place, Snapshot, open_snapshot

_RESOURCES = {
    under: ".".join(filter(None, (plural, group))) for (group, plural), under in reversed(STORED_UNDER.items())
}


@command(
    place_argument("place", "PLACE"),
    OUTPUT,
    *ETCD_SECTION,
    examples=(
        Example("Whether the objects of a server are sound, also while it runs:", "kapivara storage check ./data"),
        Example("Whether a backup is good:", "kapivara storage check saved.backup"),
        Example(
            "What is in an etcd, and whether its members agree:",
            "kapivara storage check http://127.0.0.1:2379,http://127.0.0.2:2379",
        ),
    ),
)
def check(place: str, *, output: str, **access: Unpack[AccessOptions]) -> int:
    """Tell what is stored, and whether all of it is sound.

    A PLACE is the folder of `kapivara serve --data`, a backup, or the URL of an etcd, with commas those of its members.
    Of a file, its trees, pointers and the checksums of all that was ever written and is kept are looked at; of an etcd,
    how its members are and whether they hold the same; of both, whether every value is an object. Nothing is changed,
    and a server may run meanwhile.

    Exits 0 where all is sound, 1 where anything is not, 2 where nothing could be read.
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
        assert isinstance(place, EtcdAccess)  # noqa: S101  there is no third
        report = _with_members(place, snapshot, resources)
    if unreadable and not problems:
        raise StorageError(unreadable)
    return report.with_problems(problems)


def _read(snapshot: Snapshot, resources: Counter[str], problems: list[str]) -> Iterator[int]:
    for number, item in enumerate(snapshot.items(), 1):
        resources[_resource_of(item.key)] += 1
        if not item.damage and (problem := _problem_of(item)):  # what is damaged is told with the rest of its file
            problems.append(f"{item.key}: {problem}")
        yield number


def _problem_of(item: Stored) -> str:
    try:
        value = orjson.loads(item.value)
    except orjson.JSONDecodeError:
        return "it is not JSON: not written by kapivara, or changed since"
    return "" if isinstance(value, dict) and isinstance(value.get("metadata"), dict) else "it is no object"


def _resource_of(key: str) -> str:
    """Returns the resource that a key belongs to, as kubectl calls it: PLURAL.GROUP."""
    first, second, *_ = (*key.removeprefix(ALL_OBJECTS).split("/", 2), "")
    return _RESOURCES.get(first) or _RESOURCES.get(f"{first}/{second}") or f"{second}.{first}"


def _with_members(access: EtcdAccess, snapshot: Snapshot, resources: Counter[str]) -> CheckReport:
    from kapivara.storage.etcd_maintenance import do_members_differ, look_at_members

    members = look_at_members(access, snapshot.revision)
    problems = [f"{each.url}: {each.problem}" for each in members if each.problem]
    if do_members_differ(members):
        problems.append(f"the members do not hold the same as of revision {snapshot.revision}")
    size = max((each.size for each in members), default=0)
    place = shown_place(access)
    return CheckReport("etcd", place, size, snapshot.revision, 0, resources, tuple(members), tuple(problems))
