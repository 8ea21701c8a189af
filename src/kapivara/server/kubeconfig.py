"""A kubeconfig for the server that was started: what kubectl and client libraries need to reach it."""

from __future__ import annotations

import base64
import json
import stat
from pathlib import Path

from kapivara.files.reading import read_named
from kapivara.files.writing import PRIVATE, NewFile, write_file

_MARK = "# Written by kapivara serve, which replaces it each time it starts.\n"
_MOST_BYTES = 1 << 20
_TEMPLATE = """\
apiVersion: v1
kind: Config
current-context: kapivara
clusters:
  - name: kapivara
    cluster:
      server: {url}{authority}
contexts:
  - name: kapivara
    context:
      cluster: kapivara
      user: kapivara
      namespace: default
users:
  - name: kapivara
    user: {user}
"""


def render_kubeconfig(
    url: str, *, token: str = "", authority: bytes = b"", certificate: bytes = b"", key: bytes = b""
) -> str:
    """Renders a kubeconfig; `authority` is the certificate (PEM) that vouches for the server's own.

    The user is known by a token, or by a certificate of its own and its key (PEM).
    """
    user = {"token": token} if token else {}
    if certificate:
        user = {"client-certificate-data": _encoded(certificate), "client-key-data": _encoded(key)}
    return _MARK + _TEMPLATE.format(
        url=json.dumps(url),
        authority=f"\n      certificate-authority-data: {_encoded(authority)}" if authority else "",
        user=json.dumps(user),
    )


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


class ForeignFileError(Exception):
    """A file that is there and not ours; the text says so."""


def check_kubeconfig(path: Path) -> None:
    """Raises ForeignFileError where a file is there that kapivara did not write, and OSError where none can be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_foreign(path)
    NewFile(str(path), b"", mode=PRIVATE).discard()


def write_kubeconfig(path: Path, text: str) -> None:
    """Writes it whole or not at all, for its owner only: it holds a token. Raises as `check_kubeconfig` does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_foreign(path)
    write_file(str(path), text.encode(), mode=PRIVATE)


def _refuse_foreign(path: Path) -> None:
    """Refuses to replace anything but what kapivara wrote there before, or an empty file."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise ForeignFileError(f"{path} is not a plain file; give --kubeconfig a place of its own")
    with path.open("rb") as file:
        start = file.read(len(_MARK))
    if start and start != _MARK.encode():
        raise ForeignFileError(
            f"kapivara did not write {path}, and does not replace it; give --kubeconfig another place"
        )


def read_server_url(path: Path) -> str:
    """Returns where the server is that a kubeconfig of ours was written for; nothing where it tells nothing."""
    try:
        lines = read_named(str(path), _MOST_BYTES).decode(errors="replace").splitlines()
    except OSError:
        return ""
    found = [line.strip().removeprefix("server: ") for line in lines if line.strip().startswith("server: ")]
    return str(json.loads(found[0])) if lines[:1] == [_MARK.strip()] and found else ""
