"""A kubeconfig for the server that was started: what kubectl and client libraries need to reach it."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

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


def render_kubeconfig(url: str, *, token: str = "", authority: bytes = b"") -> str:
    """Renders a kubeconfig; `authority` is the certificate (PEM) that vouches for the server's own."""
    encoded = base64.b64encode(authority).decode()
    return _TEMPLATE.format(
        url=json.dumps(url),
        authority=f"\n      certificate-authority-data: {encoded}" if authority else "",
        user=f"{{token: {json.dumps(token)}}}" if token else "{}",
    )


def write_kubeconfig(path: Path, text: str) -> None:
    """Writes it whole or not at all, for its owner only: it holds a token."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
