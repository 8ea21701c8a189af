"""Tests of reading the impersonation headers."""

from __future__ import annotations

import pytest

from kapivara.meta import Status
from kapivara.server.http1.head import Head
from kapivara.server.routing.impersonation_headers import wanted_user


def head(*lines: str) -> Head:
    """Returns the head of a request with more headers."""
    headers = "".join(f"\r\n{line}" for line in ("Host: x", *lines))
    return Head(b"GET", b"/api/v1/pods", headers.encode(), is_1_0=False)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["Impersonate-Group: system:masters"], 'UID:"", Groups:[]string{"system:masters"}, Extra:map[string][]string'),
        (["Impersonate-Uid: 7"], 'UID:"7", Groups:[]string(nil), Extra:map[string][]string(nil)'),
        (["Impersonate-Extra-a%zz%41: b"], 'Extra:map[string][]string{"a%zz%41":[]string{"b"}}}'),
        (["Impersonate-Extra-a: b"], 'Groups:[]string(nil), Extra:map[string][]string{"a":[]string{"b"}}}'),
    ],
)
def test_parts_are_nobody(lines: list[str], told: str) -> None:
    status = wanted_user(head(*lines))
    assert isinstance(status, Status)
    assert status.code == 400
    assert told in status.message
    assert status.message.endswith("without impersonating a user name")
