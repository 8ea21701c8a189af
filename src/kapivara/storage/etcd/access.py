"""The address and credentials of an etcd. Separate from the client, so that the options load without it."""

from __future__ import annotations

from pathlib import Path

from kapivara.values.record import record

DEFAULT_PREFIX = "/registry"
"""The prefix of object keys in the server, whatever the prefix in etcd is."""


@record
class EtcdAccess:
    """The URLs of an etcd's members, PEM files for TLS, and a user; `prefix` starts all keys in etcd.

    Without an `authority`, the system's certificate authorities must have signed the certificates.
    """

    endpoints: tuple[str, ...]
    authority: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    user: str = ""
    password: str = ""
    prefix: str = DEFAULT_PREFIX

    def __repr__(self) -> str:
        return f"EtcdAccess({', '.join(self.endpoints)})"  # never shows the password
