"""`kapivara kubeconfig`: writes a kubeconfig with a client certificate that the server's own authority signs."""

from __future__ import annotations

from pathlib import Path

from kapivara.cli.framework.command import Example, Option, command
from kapivara.cli.framework.errors import CommandError, UsageError
from kapivara.cli.framework.terminal import write_out
from kapivara.cli.options.value_readers import read_file, read_folder, read_integer
from kapivara.values.optional_packages import require_extra

OPTIONS = (
    Option("--as", "The user name.", parameter="user", metavar="USER"),
    Option("--group", "A group of the user; may be repeated.", metavar="GROUP", multiple=True),
    Option("--data", "The data folder of the server, as in `serve --data`.", metavar="DIR", read=read_folder),
    Option("--server", "The URL of the server; by default its last one.", metavar="URL"),
    Option("--days", "The validity of the certificate in days.", metavar="INTEGER", default="365", read=read_integer),
    Option("--out", "Write the kubeconfig to this file, readable by its owner only.", metavar="FILE", read=read_file),
)


@command(
    *OPTIONS,
    examples=(
        Example(
            "For a developer with the permissions of roles:",
            "kapivara kubeconfig --data ./data --as jane --group devs --out jane.conf",
        ),
    ),
)
def kubeconfig(
    *, user: str | None, group: tuple[str, ...], data: Path | None, server: str | None, days: int, out: Path | None
) -> int:
    """Write a kubeconfig for a user of a server.

    The server must serve HTTPS with certificates of its own that it stores: `kapivara serve --data DIR`.
    """
    if not user or data is None or out is None:
        raise UsageError("--as, --data and --out are required")
    if days < 1:
        raise UsageError("--days must be 1 or more")
    require_extra("server")
    from kapivara.server.auth.kubeconfig import ForeignFileError, read_server_url, render_kubeconfig, write_kubeconfig
    from kapivara.server.tls.certificates import AUTHORITY, issue_client

    try:
        issued = issue_client(data / "tls", user, group, days)
    except ValueError as error:
        raise UsageError(f"this name cannot be used in a certificate: {error}") from None
    if issued is None:
        raise CommandError(
            f"there is no certificate authority in {data / 'tls'}: first run kapivara serve --data {data}"
        )
    url = server or read_server_url(data / "kubeconfig")
    if not url:
        raise CommandError(f"{data / 'kubeconfig'} has no URL of the server: give --server")
    certificate, key = issued
    authority = (data / "tls" / AUTHORITY).read_bytes()
    try:
        write_kubeconfig(out, render_kubeconfig(url, authority=authority, certificate=certificate, key=key))
    except ForeignFileError as error:
        raise CommandError(str(error).replace("--kubeconfig", "--out")) from None
    except OSError as error:
        raise CommandError(f"cannot write {out}: {error.strerror}") from error
    write_out(f"wrote {out} for user {user}\n")
    return 0
