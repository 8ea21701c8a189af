"""Whom a client acts for, by its headers."""

from __future__ import annotations

import pytest

from kapivara.apis.user_info import UserInfo
from kapivara.meta import Status
from kapivara.server.head import Head
from kapivara.server.impersonation import impersonated


def head(*lines: str) -> Head:
    """Returns the head of a request with more headers."""
    headers = "".join(f"\r\n{line}" for line in ("Host: x", *lines))
    return Head(b"GET", b"/api/v1/pods", headers.encode(), is_1_0=False)


@pytest.mark.parametrize(
    ("lines", "user"),
    [
        pytest.param([], None, id="nobody"),
        pytest.param(["Impersonate-User: alice"], UserInfo("alice", "", ("system:authenticated",)), id="somebody"),
        pytest.param(
            ["Impersonate-User: alice", "Impersonate-Group: a", "Impersonate-Group: b", "Impersonate-Uid: 7"],
            UserInfo("alice", "7", ("a", "b", "system:authenticated")),
            id="with groups",
        ),
        pytest.param(
            ["Impersonate-User: system:serviceaccount:ns:robot"],
            UserInfo(
                "system:serviceaccount:ns:robot",
                "",
                ("system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"),
            ),
            id="account",
        ),
        pytest.param(
            ["Impersonate-User: system:anonymous"],
            UserInfo("system:anonymous", "", ("system:unauthenticated",)),
            id="anonymous",
        ),
    ],
)
def test_users(lines: list[str], user: UserInfo | None) -> None:
    assert impersonated(head(*lines)) == user


def test_a_group_is_nobody() -> None:
    status = impersonated(head("Impersonate-Group: system:masters"))
    assert isinstance(status, Status)
    assert status.code == 400
    assert status.message.endswith("without impersonating a user name")
