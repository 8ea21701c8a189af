"""Tests of the server's error messages for missing rights."""

from __future__ import annotations

import pytest

from kapivara.authorization.access import Access, refusal
from kapivara.authorization.user_info import UserInfo

JANE = UserInfo("jane", "")


@pytest.mark.parametrize(
    ("access", "reason", "message"),
    [
        (
            Access(JANE, "get", "apps", "things", "scale", "n", "d"),
            "",
            'things.apps "d" is forbidden: User "jane" cannot get resource "things/scale" in API group "apps" '
            'in the namespace "n"',
        ),
        (
            Access(JANE, "list", "", "nodes"),
            "why",
            'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope: why',
        ),
        (Access(JANE, "get", path="/x"), "", 'forbidden: User "jane" cannot get path "/x"'),
        (
            Access(UserInfo("<b>", ""), "get", path="/&"),
            "a<b",
            'forbidden: User "&lt;b&gt;" cannot get path "/&amp;": a<b',
        ),
    ],
)
def test_refusals(access: Access, reason: str, message: str) -> None:
    status = refusal(access, reason)
    assert (status.http_code, status.reason, status.message) == (403, "Forbidden", message)
