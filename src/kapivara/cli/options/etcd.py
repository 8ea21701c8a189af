"""The options of `kapivara serve` and `kapivara storage` for etcd, and the EtcdAccess built from them."""

from __future__ import annotations

import os
from pathlib import Path

from kapivara.cli.framework.command import Option
from kapivara.cli.framework.errors import BadValueError, CommandError, UsageError
from kapivara.cli.options.value_readers import read_file
from kapivara.storage.etcd.access import DEFAULT_PREFIX, EtcdAccess

_PASSWORD = "KAPIVARA_ETCD_PASSWORD"  # noqa: S105  the name of a variable


def read_urls(given: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the URLs from repeated values or lists with commas; raises BadValueError if the option has no URL.

    With `--etcd "$URLS"` and an empty variable, objects would otherwise be kept in memory by mistake.
    """
    urls = tuple(url for text in given for each in text.split(",") if (url := each.strip()))
    if given and not urls:
        raise BadValueError("give a URL: http://HOST:PORT or https://HOST:PORT")
    return urls


URL_OPTION = Option(
    "--etcd",
    "Store the objects in this etcd, which several servers may share; may be repeated for its members.",
    metavar="URL,...",
    multiple=True,
    read=read_urls,
)
ACCESS_OPTIONS = (
    Option("--etcd-prefix", "The prefix of all keys in etcd.", metavar="PREFIX", default=DEFAULT_PREFIX),
    Option(
        "--etcd-cafile",
        "Trust certificates of etcd that are signed by this authority (PEM).",
        metavar="FILE",
        read=read_file,
    ),
    Option("--etcd-certfile", "The client certificate for etcd (PEM).", metavar="FILE", read=read_file),
    Option("--etcd-keyfile", "The private key of --etcd-certfile (PEM).", metavar="FILE", read=read_file),
    Option("--etcd-user", "The user name for etcd.", metavar="NAME", environment="KAPIVARA_ETCD_USER"),
    Option(
        "--etcd-password-file",
        f"The file with the password of --etcd-user; by default, the variable {_PASSWORD}.",
        metavar="FILE",
        read=read_file,
    ),
)


def etcd_access(
    *,
    etcd: tuple[str, ...],
    etcd_prefix: str,
    etcd_cafile: Path | None,
    etcd_certfile: Path | None,
    etcd_keyfile: Path | None,
    etcd_user: str | None,
    etcd_password_file: Path | None,
    asked_by: str = "--etcd URL",
) -> EtcdAccess | None:
    """Returns how to reach etcd; None without a URL, which `asked_by` names. Raises UsageError and CommandError."""
    files = (etcd_cafile, etcd_certfile, etcd_keyfile, etcd_password_file)
    if not etcd:
        if any(files) or etcd_prefix != DEFAULT_PREFIX:
            raise UsageError(f"options of etcd require {asked_by}")
        return None
    if (etcd_certfile is None) != (etcd_keyfile is None):
        raise UsageError("--etcd-certfile and --etcd-keyfile must be given together")
    if not etcd_prefix.strip("/"):
        raise UsageError("--etcd-prefix must not be empty: kapivara would own all keys in etcd")
    return EtcdAccess(
        etcd,
        authority=etcd_cafile,
        certificate=etcd_certfile,
        key=etcd_keyfile,
        user=etcd_user or "",
        password=_password(etcd_password_file) if etcd_user else "",
        prefix="/" + etcd_prefix.strip("/"),
    )


def _password(file: Path | None) -> str:
    if file is None:
        return os.environ.get(_PASSWORD, "")
    try:
        return file.read_text().rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise CommandError(f"cannot read the password in {file}: {reason}") from None
