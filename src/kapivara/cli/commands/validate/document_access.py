"""The credentials of `kapivara validate --openapi` for servers that require authentication, from its options."""

from __future__ import annotations

import os
from collections.abc import Sequence

from kapivara.cli.framework.errors import BadValueError, CommandError, UsageError
from kapivara.cli.options.server import read_token
from kapivara.files.reading import read_named
from kapivara.openapi.access.connection import OPEN, DocumentAccess, origin_of
from kapivara.openapi.access.fetching import is_url
from kapivara.openapi.access.kubeconfig import kubeconfig_access, kubeconfig_files
from kapivara.openapi.errors import DocumentError
from kapivara.values.record import replace

_MOST_BYTES = 1 << 20


def document_access(
    sources: Sequence[str],
    token: str | None,
    token_file: str | None,
    *,
    authority: str | None,
    certificate: str | None,
    key: str | None,
    kubeconfig: str | None,
    context: str | None,
) -> DocumentAccess:
    """Returns how to reach the servers of OpenAPI documents; options take precedence over the kubeconfig.

    Raises UsageError and CommandError.
    """
    if (certificate is None) != (key is None):
        raise UsageError("--client-certificate and --client-key must be given together")
    access = _of_context(sources, kubeconfig, context) if kubeconfig or context else OPEN
    token = token or (_token_in(token_file) if token_file else "")
    if token:
        access = replace(access, token=token)
    if authority:
        access = replace(access, authority=authority, insecure=False)
    if certificate and key:
        access = replace(access, certificate=certificate, key=key)
    return access


def _of_context(sources: Sequence[str], kubeconfig: str | None, context: str | None) -> DocumentAccess:
    """Returns how to reach the server of a context; one of the sources must be on that server."""
    try:
        access = kubeconfig_access(kubeconfig_files(kubeconfig, os.environ), context or "")
        server = origin_of(access.only_server)
        if not any(origin_of(each) == server for each in sources if is_url(each)):
            raise UsageError(f"the context is for {access.only_server}, which --openapi does not name")
    except DocumentError as error:
        raise CommandError(str(error)) from None
    except ValueError as error:
        raise CommandError(f"not an address of a server: {error}") from None
    return access


def _token_in(file: str) -> str:
    try:
        return read_token(read_named(file, _MOST_BYTES).decode())
    except (OSError, UnicodeDecodeError, BadValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a token"
        raise CommandError(f"cannot read the token in {file}: {reason}") from None
