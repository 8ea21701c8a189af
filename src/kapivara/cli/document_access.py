"""What the options of `kapivara validate --openapi` about servers that ask who is there come to."""

from __future__ import annotations

from kapivara.cli.options import read_token
from kapivara.cli.usage_error import BadValueError, CommandError, UsageError
from kapivara.files.reading import read_named
from kapivara.openapi.access import DocumentAccess

_MOST_BYTES = 1 << 20


def document_access(
    token: str | None,
    token_file: str | None,
    *,
    authority: str | None,
    certificate: str | None,
    key: str | None,
) -> DocumentAccess:
    """Returns how servers of documents are reached; raises UsageError and CommandError."""
    if (certificate is None) != (key is None):
        raise UsageError("--client-certificate and --client-key go together")
    token = token or (_token_in(token_file) if token_file else "")
    return DocumentAccess(token, authority or "", certificate or "", key or "")


def _token_in(file: str) -> str:
    try:
        return read_token(read_named(file, _MOST_BYTES).decode())
    except (OSError, UnicodeDecodeError, BadValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is none"
        raise CommandError(f"cannot read the token in {file}: {reason}") from None
