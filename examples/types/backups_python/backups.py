"""The API of a backup service; the folder backups has the same API in Go."""

# +k8s:validation-gen=TypesWithField=Spec

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kapivara.generator.python.names import int32, int64


# +k8s:enum
class Mode(StrEnum):
    """How much is saved."""

    # Everything is saved, each time.
    FULL = "Full"
    # What has changed since the last time is saved.
    INCREMENTAL = "Incremental"


@dataclass
class Volume:
    """A part of a database."""

    # +k8s:required
    # +k8s:format=k8s-short-name
    name: str

    # The volume may grow to this size.
    # +k8s:required
    # +k8s:minimum=1
    gigabytes: int64


@dataclass
class Bucket:
    """A place in an object store."""

    # +k8s:required
    # +k8s:maxLength=63
    name: str

    # They can be set and replaced, and not be removed again.
    # +k8s:optional
    # +k8s:update=NoUnset
    credentials: str | None = None


@dataclass
class Disk:
    """A place on a disk."""

    # +k8s:required
    # +k8s:maxLength=255
    path: str


@dataclass(kw_only=True)
class BackupSpec:
    """What is saved, when, and where to."""

    # The database that is saved; it stays the same.
    # +k8s:required
    # +k8s:immutable
    # +k8s:format=k8s-short-name
    database: str

    # +k8s:required
    mode: Mode

    # In the manner of cron; without a schedule, a backup is made once.
    # +k8s:optional
    # +k8s:minLength=9
    # +k8s:maxLength=40
    schedule: str | None = None

    # Backups are thrown away after so many days.
    # +k8s:optional
    # +k8s:minimum=1
    # +k8s:maximum=3650
    keep_days: int32 | None = None

    # The volumes to save, each by its own name.
    # +k8s:required
    # +k8s:listType=map
    # +k8s:listMapKey=name
    # +k8s:maxItems=4
    volumes: list[Volume] = field(default_factory=list)

    # Labels of the files that are written.
    # +k8s:optional
    # +k8s:eachKey=+k8s:format=k8s-label-key
    # +k8s:eachVal=+k8s:maxLength=63
    labels: dict[str, str] = field(default_factory=dict)

    # Backups go into a bucket, or to a disk.
    # +k8s:optional
    # +k8s:unionMember
    bucket: Bucket | None = None

    # +k8s:optional
    # +k8s:unionMember
    disk: Disk | None = None


@dataclass
class BackupStatus:
    """What the service has done."""

    # So far.
    # +k8s:optional
    # +k8s:minimum=0
    runs: int64 = 0


@dataclass
class Backup:
    """Saves the volumes of a database, again and again."""

    spec: BackupSpec

    # +k8s:optional
    status: BackupStatus | None = None
