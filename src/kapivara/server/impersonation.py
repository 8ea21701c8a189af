"""Whom a client acts for: the user that its headers name instead of itself, as `kubectl --as` does.

Upstream: apiserver/pkg/endpoints/filters/impersonation (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.user_info import UserInfo
from kapivara.meta import Status, bad_request_status
from kapivara.server.head import Head
from kapivara.values.rendering import quote

_ACCOUNT: Final = "system:serviceaccount:"
_AUTHENTICATED: Final = "system:authenticated"
_ANONYMOUS: Final = "system:anonymous"


def impersonated(head: Head) -> UserInfo | Status | None:
    """Returns the user that a request is made for; None where it is its client's own, a Status where it names none."""
    name = head.text(b"impersonate-user")
    groups = tuple(each.decode(errors="replace") for each in head.all(b"impersonate-group"))
    uid = head.text(b"impersonate-uid")
    if not name:
        return _unnamed(groups, uid) if groups or uid else None
    if not groups and name.startswith(_ACCOUNT) and name.count(":") == 3:
        groups = ("system:serviceaccounts", f"system:serviceaccounts:{name.split(':')[2]}")
    if name == _ANONYMOUS:
        groups = (*groups, "system:unauthenticated")
    elif _AUTHENTICATED not in groups:
        groups = (*groups, _AUTHENTICATED)
    return UserInfo(name, uid, groups)


def _unnamed(groups: tuple[str, ...], uid: str) -> Status:
    listed = f"[]string{{{', '.join(map(quote, groups))}}}" if groups else "[]string(nil)"
    user = f'&user.DefaultInfo{{Name:"", UID:{quote(uid)}, Groups:{listed}, Extra:map[string][]string(nil)}}'
    return bad_request_status(f"requested {user} without impersonating a user name")
