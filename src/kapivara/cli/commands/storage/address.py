"""The places of storages in the arguments of `kapivara storage`: a folder, a file, or the URLs of an etcd."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from kapivara.cli.framework.command import Argument, Option, section
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.options.etcd import ACCESS_OPTIONS, etcd_access, read_urls
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.sqlite.file import FILE_NAME
from kapivara.storage.transfer.copy import Place
from kapivara.values.optional_packages import require_extra

ETCD_SECTION = section("etcd", *ACCESS_OPTIONS)
OUTPUT = Option("-o, --output", "The output format.", choices=("text", "json"), default="text")


class AccessOptions(TypedDict):
    """The values of the options for etcd."""

    etcd_prefix: str
    etcd_cafile: Path | None
    etcd_certfile: Path | None
    etcd_keyfile: Path | None
    etcd_user: str | None
    etcd_password_file: Path | None


def place_argument(keyword: str, metavar: str) -> Argument:
    """Returns the argument for a storage."""
    return Argument(keyword, metavar, read=_read_place)


def file_argument(keyword: str) -> Argument:
    """Returns the argument for the file of a backup."""
    return Argument(keyword, "FILE", read=_read_file)


def find_places(*given: str, access: AccessOptions) -> tuple[Place, ...]:
    """Returns the files or etcds that the texts name; raises UsageError and CommandError."""
    found: list[Place] = []
    for text in given:
        urls = read_urls((text,)) if is_url(text) else ()
        reached = etcd_access(etcd=urls, **access) if urls else None
        found.append(_file(Path(text)) if reached is None else reached)
    if any(isinstance(each, EtcdAccess) for each in found):
        require_extra("etcd")
    else:
        etcd_access(etcd=(), **access, asked_by="the URL of one")
    return tuple(found)


def shown_place(place: Place) -> str:
    """Returns a place as text."""
    if isinstance(place, EtcdAccess):
        return f"etcd at {', '.join(place.endpoints)}, under {place.prefix}"
    return str(place.parent if place.name == FILE_NAME else place)


def is_url(text: str) -> bool:
    """Returns whether a place is an etcd."""
    return "://" in text


def _file(path: Path) -> Path:
    """Returns the file that holds the objects: the path itself for a backup, or the file in a folder."""
    return path if path.is_file() else path / FILE_NAME


def _read_place(text: str) -> str:
    if not text:
        raise BadValueError("give a folder, or the URL of an etcd: http://HOST:PORT")
    return text


def _read_file(text: str) -> Path:
    if is_url(text) or Path(text).is_dir():
        raise BadValueError(f"{text!r} is not the name of a file.")
    return Path(text)
