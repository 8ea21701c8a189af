"""Reads the user in the `Impersonate-` headers of a request.

Upstream: apiserver/pkg/endpoints/filters/impersonation/constrained_impersonation.go (1.37).
"""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from kapivara.authorization.user_info import UserInfo
from kapivara.meta import Status, bad_request_status
from kapivara.server.http1.head import Head
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record
from kapivara.values.rendering import quote

_EXTRA: Final = b"impersonate-extra-"
_BAD_ESCAPE = lazy_pattern(r"%(?![0-9A-Fa-f]{2})")


def wanted_user(head: Head) -> UserInfo | Status | None:
    """Returns the user in the headers; None if they have none, a Status if they lack the name."""
    name, uid = head.text(b"impersonate-user"), head.text(b"impersonate-uid")
    groups = tuple(each.decode(errors="replace") for each in head.all(b"impersonate-group"))
    extra: dict[str, tuple[str, ...]] = {}
    for encoded, value in head.all_below(_EXTRA):
        key = _unescaped(encoded.decode(errors="replace"))
        extra[key] = (*extra.get(key, ()), value.decode(errors="replace"))
    wanted = UserInfo(name, uid, groups, tuple(sorted(extra.items())))
    if name:
        return wanted
    return _unnamed(wanted) if groups or uid or extra else None


def _unescaped(encoded: str) -> str:
    """Returns an unescaped key; kept: a key with an invalid escape stays unchanged."""
    return encoded if _BAD_ESCAPE.search(encoded) else unquote(encoded)


@record
class Acting:
    """The impersonated user, and the constrained verb that allows it, or an empty one."""

    user: UserInfo
    constraint: str = ""


def _unnamed(wanted: UserInfo) -> Status:
    extra = ", ".join(f"{quote(key)}:{_strings(values)}" for key, values in wanted.extra)
    parts = f'Name:"", UID:{quote(wanted.uid)}, Groups:{_strings(wanted.groups)}, Extra:map[string][]string'
    user = f"&user.DefaultInfo{{{parts}{f'{{{extra}}}' if extra else '(nil)'}}}"
    return bad_request_status(f"requested {user} without impersonating a user name")


def _strings(texts: tuple[str, ...]) -> str:
    return f"[]string{{{', '.join(map(quote, texts))}}}" if texts else "[]string(nil)"
