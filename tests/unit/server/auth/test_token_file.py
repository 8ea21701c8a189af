"""Tests of reading users and their tokens from a file."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from kapivara.authorization.user_info import UserInfo
from kapivara.server.auth.token_file import TokenFileError, read_token_file


def read(folder: Path, text: str | bytes) -> dict[bytes, UserInfo]:
    path = folder / "tokens.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_token_file(path)


def test_users(tmp_path: Path) -> None:
    users = read(
        tmp_path,
        'a,jane,1,"devs,qa"\nb,bob,2\n\nc,ann,3,"system:authenticated"\nd,una,7,system:unauthenticated\n,nobody,4\na,tom,5,\n"q""r",q,6,"x",more\n',
    )
    assert users == {
        sha256(b"a").digest(): UserInfo("tom", "5", ("", "system:authenticated")),
        sha256(b"b").digest(): UserInfo("bob", "2", ("system:authenticated",)),
        sha256(b"c").digest(): UserInfo("ann", "3", ("system:authenticated",)),
        sha256(b"d").digest(): UserInfo("una", "7", ("system:unauthenticated",)),
        sha256(b'q"r').digest(): UserInfo("q", "6", ("x", "system:authenticated")),
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("secret,jane\n", "must have at least 3 columns (token, user name, user uid), found 2"),
        (b"secret,\xff,1\n", "it is not UTF-8"),
        ('secret,"jane,1\n', "unexpected end of data"),
    ],
)
def test_what_is_no_such_file(tmp_path: Path, text: str | bytes, problem: str) -> None:
    with pytest.raises(TokenFileError) as refused:
        read(tmp_path, text)
    assert problem in str(refused.value)
    assert "secret" not in str(refused.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(TokenFileError, match="No such file"):
        read_token_file(tmp_path / "none")
