"""Users by the tokens that they bear, from a file: CSV, a line for each, as kube-apiserver reads it.

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
    """A file that holds no tokens as they should be; the text says where, and never tells a token."""


def read_token_file(path: Path) -> dict[bytes, UserInfo]:
    """Returns the users of a file, by the SHA-256 digests of their tokens."""
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
    """Reads one user after the other; of a token that is given twice, the later line counts."""
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
