"""Where an etcd is, and how it lets us in. Told apart from the client, so that options can be read without it."""

from __future__ import annotations

from pathlib import Path

from kapivara.values.record import record

DEFAULT_PREFIX = "/registry"
"""What the keys of objects start with: those of the server, whatever etcd's tree is called."""


@record
class EtcdAccess:
    """URLs of an etcd's members, files (PEM) for TLS, and a user; `prefix` is what its keys start with.

    Without an `authority`, certificates are to be signed by one that everybody trusts.
    """

    endpoints: tuple[str, ...]
    authority: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    user: str = ""
    password: str = ""
    prefix: str = DEFAULT_PREFIX

    def __repr__(self) -> str:
        return f"EtcdAccess({', '.join(self.endpoints)})"  # and never the password
