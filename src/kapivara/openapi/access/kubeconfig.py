"""Reads the credentials of a kubeconfig's context, for its server only, as kubectl would send them.

Never runs a command from a kubeconfig: users with such credentials have to download the documents with kubectl.
"""

from __future__ import annotations

import binascii
import os
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Final

from kapivara.codec import DecodeError, decode_yaml
from kapivara.codec.errors import CannotError
from kapivara.files.reading import read_named
from kapivara.openapi.access.connection import DocumentAccess, clean_token
from kapivara.openapi.errors import DocumentError
from kapivara.values import JsonObject
from kapivara.values.record import record

_MOST_BYTES: Final = 1 << 20
_USUAL: Final = os.path.join("~", ".kube", "config")
_BY_KUBECTL: Final = "read it with kubectl get --raw into a file"
_NOT_DONE: Final = {
    "exec": "is known by a command (exec), which is not run",
    "auth-provider": "is known by an auth-provider, which is not asked",
    "username": "is known by a password, which no server takes any more",
}
"""Unsupported kinds of credentials."""


@record
class _Entry:
    """The entry of a context, a cluster or a user in a file."""

    file: str
    name: str
    kind: str
    values: JsonObject

    def text(self, key: str) -> str:
        """Returns a string, empty if it is missing; raises DocumentError."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, str):
            raise self.error(f"must have a text as {key}")
        return value or ""

    def pem(self, key: str) -> str | bytes:
        """Returns a file name, resolved relative to the kubeconfig, or the inline data."""
        if inline := self.text(f"{key}-data"):
            try:
                return b64decode(inline, validate=True)
            except (binascii.Error, ValueError):
                raise self.error(f"must have base64 as {key}-data") from None
        return self.path(key)

    def path(self, key: str) -> str:
        name = self.text(key)
        return os.path.join(os.path.dirname(self.file), name) if name else ""

    def error(self, problem: str, cure: str = "") -> DocumentError:
        return DocumentError(f"{self.kind} {self.name!r} {problem}", source=self.file, cure=cure)


def kubeconfig_files(named: str | None, environment: Mapping[str, str]) -> Sequence[str]:
    """Returns the kubeconfig files, as for kubectl: the named one, those of KUBECONFIG, or the default one."""
    if named:
        return (named,)
    files = [each for each in environment.get("KUBECONFIG", "").split(os.pathsep) if each]
    return [each for each in files if os.path.exists(each)] or files[:1] or [os.path.expanduser(_USUAL)]


def kubeconfig_access(files: Sequence[str], context: str = "") -> DocumentAccess:
    """Returns the access to the server of a context, by default of the current one; raises DocumentError.

    If several files define the same name, the first wins.
    """
    read = [(file, _read(file)) for file in files]
    chosen = context or next((str(name) for _, each in read if (name := each.get("current-context"))), "")
    if not chosen:
        raise DocumentError("no context is the current one", source=files[0], cure="name one by --context")
    about = _find(read, "context", chosen)
    cluster = _find(read, "cluster", about.text("cluster"))
    if not (server := cluster.text("server")):
        raise cluster.error("has no server")
    if cluster.text("proxy-url"):
        raise cluster.error("is behind a proxy (proxy-url), which is not asked", _BY_KUBECTL)
    user = about.text("user")
    return _access(server, cluster, _find(read, "user", user) if user else None)


def _access(server: str, cluster: _Entry, user: _Entry | None) -> DocumentAccess:
    token, certificate, key = _credentials(user) if user else ("", "", "")
    return DocumentAccess(
        token,
        cluster.pem("certificate-authority"),
        certificate,
        key,
        only_server=server,
        server_name=cluster.text("tls-server-name"),
        insecure=cluster.values.get("insecure-skip-tls-verify") is True,
    )


def _credentials(user: _Entry) -> tuple[str, str | bytes, str | bytes]:
    token = user.text("token")
    file = user.path("tokenFile")
    if file and not token:
        try:
            token = read_named(file, _MOST_BYTES).decode()
        except (OSError, UnicodeDecodeError):
            raise user.error(f"has a token in {file}, which cannot be read") from None
    if token and not (token := clean_token(token)):
        raise user.error("has a token that is none")
    certificate, key = user.pem("client-certificate"), user.pem("client-key")
    if bool(certificate) != bool(key):
        raise user.error("has a certificate without a key, or a key without a certificate")
    if not token and not certificate:
        for way, problem in _NOT_DONE.items():
            if user.values.get(way):
                raise user.error(problem, _BY_KUBECTL)
    return token, certificate, key


def _find(read: Sequence[tuple[str, JsonObject]], kind: str, name: str) -> _Entry:
    for file, config in read:
        entries = config.get(f"{kind}s")
        for each in entries if isinstance(entries, list) else ():
            if isinstance(each, dict) and each.get("name") == name and isinstance(each.get(kind), dict):
                return _Entry(file, name, kind, each[kind])
    known = [str(each["name"]) for _, config in read for each in _named(config.get(f"{kind}s"))]
    cure = f"there are: {', '.join(known)}" if known else ""
    raise DocumentError(f"no {kind} is called {name!r}", source=read[0][0], cure=cure)


def _named(entries: object) -> list[JsonObject]:
    return [each for each in entries if isinstance(each, dict) and "name" in each] if isinstance(entries, list) else []


def _read(file: str) -> JsonObject:
    try:
        value = decode_yaml(read_named(file, _MOST_BYTES)).value
    except (OSError, ValueError, DecodeError, CannotError) as error:
        told = getattr(error, "strerror", None) or getattr(error, "message", None) or str(error)
        raise DocumentError(told[:1].lower() + told[1:], source=file) from None
    if not isinstance(value, dict) or value.get("kind", "Config") != "Config":
        raise DocumentError("no kubeconfig", source=file)
    return value
