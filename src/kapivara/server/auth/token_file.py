"""Reads users and their tokens from a CSV file, one per line, like kube-apiserver.

Upstream: apiserver/pkg/authentication/token/tokenfile/tokenfile.go NewCSV (1.37).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from kapivara.authorization.user_info import UserInfo, with_authenticated
from kapivara.files.reading import read_named

_COLUMNS: Final = 3
_MOST_BYTES: Final = 16 * 1024 * 1024


class TokenFileError(Exception):
    """An invalid token file; the text has the place, and never a token."""


def read_token_file(path: Path) -> dict[bytes, UserInfo]:
    """Returns the users of a file by the SHA-256 digests of their tokens."""
    try:
        text = read_named(str(path), _MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError) as error:
        problem = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise TokenFileError(f"cannot read the token file {path}: {problem}") from None
    try:
        return dict(_users(csv.reader(text.splitlines(), strict=True), path))
    except csv.Error as error:
        raise TokenFileError(f"token file {path}: {error}") from None


def _users(lines: Iterable[list[str]], path: Path) -> Iterable[tuple[bytes, UserInfo]]:
    """Yields the users in order; of a duplicate token, the later line wins."""
    for columns in lines:
        if not columns:
            continue
        if len(columns) < _COLUMNS:
            needed = f"must have at least {_COLUMNS} columns (token, user name, user uid)"
            raise TokenFileError(f"token file '{path}' {needed}, found {len(columns)}")
        token, name, uid, *rest = columns
        if not token:
            continue
        named = tuple(rest[0].split(",")) if rest else ()  # kept: an empty column is a group without a name
        yield sha256(token.encode()).digest(), UserInfo(name, uid, with_authenticated(named))
