"""Writes a kubeconfig for the started server, for kubectl and client libraries."""

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
    """Returns a kubeconfig; `authority` is the certificate (PEM) of the server's authority.

    The user has a token, or a client certificate with its key (PEM).
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
    """An existing file that kapivara did not write; the text names it."""


def check_kubeconfig(path: Path) -> None:
    """Raises ForeignFileError if another program's file exists, and OSError if the file cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_foreign(path)
    NewFile(str(path), b"", mode=PRIVATE).discard()


def write_kubeconfig(path: Path, text: str) -> None:
    """Writes the file atomically, for its owner only, because it holds a token. Raises like `check_kubeconfig`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_foreign(path)
    write_file(str(path), text.encode(), mode=PRIVATE)


def _refuse_foreign(path: Path) -> None:
    """Raises ForeignFileError unless the file is missing, empty, or written by kapivara."""
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
    """Returns the server URL in a kubeconfig that kapivara wrote; empty if there is none."""
    try:
        lines = read_named(str(path), _MOST_BYTES).decode(errors="replace").splitlines()
    except OSError:
        return ""
    found = [line.strip().removeprefix("server: ") for line in lines if line.strip().startswith("server: ")]
    return str(json.loads(found[0])) if lines[:1] == [_MARK.strip()] and found else ""
