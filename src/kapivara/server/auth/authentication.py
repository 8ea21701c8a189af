"""Authentication: by token or certificate, or without credentials by any client of this machine except web pages.

Two checks stop web pages. The `Host` header: a page whose own name points to this machine (DNS rebinding) sends that
name, so only addresses, `localhost` and the server's name are accepted. The content type: a page may send a cross-site
POST without asking only if the body has no type or a type of HTML forms, and the server accepts none of these; before
other types, and before PUT, PATCH and DELETE, the browser asks first (`OPTIONS`) and gets no permission. A POST without
a type is rejected if a browser may have sent it: programs such as the Python client of Kubernetes send none of the
headers that browsers add. Upstream: apiserver/pkg/authentication/request/bearertoken/bearertoken.go AuthenticateRequest
(1.37).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from hashlib import sha256
from hmac import compare_digest
from typing import TypeAlias

from kapivara.authorization.user_info import UserInfo
from kapivara.meta import GroupResource, forbidden_status, unauthorized_status, unsupported_media_type_status
from kapivara.registry.requests.body import ACCEPTED
from kapivara.server.http1.answer import Answer
from kapivara.server.http1.head import Head
from kapivara.server.responses.answers import status_answer, warning_headers
from kapivara.server.routing.caller import KNOWN, STRANGER, Caller
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

PUBLIC = frozenset(("/healthz", "/livez", "/readyz", "/version"))
_EXTRA_SPACE = "the provided Authorization header contains extra space before the bearer token, and is ignored"
_MOST_REMEMBERED = 16
_OF_BROWSERS = (b"origin", b"referer", b"cookie", b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest")
"""The headers that browsers add to requests of pages, and that pages can neither omit nor change."""
_TOKEN = lazy_pattern(r"[!-~]+\Z")

FindCaller: TypeAlias = Callable[[bytes], Caller | None]
"""Returns the caller of a token that the server issued; None for other tokens."""


class BadTokenError(Exception):
    """A token that no request can carry; the text is the reason."""


def _issue_nothing(token: bytes) -> None:
    """Accepts no service account tokens."""


class Access:
    """Authenticates a request by its head. Without a `token`, all clients with a valid `Host` are admitted.

    `users` are those of a token file, by the digests of their tokens; `issued` accepts service account tokens. Without
    a token, other clients are `others`; their tokens are checked only if `others` are not the administrator.
    """

    def __init__(
        self,
        token: str = "",
        host: str = "",
        *,
        users: Mapping[bytes, UserInfo] | None = None,
        issued: FindCaller = _issue_nothing,
        others: Caller = KNOWN,
    ):
        self._token = token.encode()
        self._host = host.lower()
        self._good_hosts: set[str] = set()
        self._users = {digest: Caller(user) for digest, user in (users or {}).items()}
        self._issued = issued
        self._others = others
        self._looks_at_tokens = bool(token) or others is not KNOWN

    def admit(self, head: Head) -> Caller | Answer:
        """Returns the caller of a request, or the response that rejects it."""
        if head.certified is not None and self._looks_at_tokens:
            certified: Caller = head.certified
            return certified
        token = _bearer_token(head) if self._looks_at_tokens else None
        if token:
            return self._find(token) or status_answer(unauthorized_status())
        if not self._token:
            return self._admit_anyone(head)
        if head.path in PUBLIC:
            return STRANGER
        answer = status_answer(unauthorized_status())
        if token is not None:
            answer.headers.extend((b"warning", each) for each in warning_headers((_EXTRA_SPACE,)))
        return answer

    def user_of(self, token: str) -> UserInfo | None:
        """Returns the user of a configured token; None for other tokens."""
        caller = self._find_given(token.encode())
        return None if caller is None else caller.user

    def _find(self, token: bytes) -> Caller | None:
        return self._find_given(token) or self._issued(token)

    def _find_given(self, token: bytes) -> Caller | None:
        """Returns the caller of a configured token, in a time that reveals nothing about other tokens."""
        if self._token and compare_digest(token, self._token):
            return KNOWN
        return self._users.get(sha256(token).digest()) if self._users else None

    def _admit_anyone(self, head: Head) -> Caller | Answer:
        if head.path in PUBLIC:
            return STRANGER
        if head.host not in self._good_hosts and not self._is_good_host(head.host):
            problem = (
                f"without a token, requests are taken for localhost and for addresses, not for {quote(head.host)}: "
                "give this server a token"
            )
            return status_answer(forbidden_status(GroupResource("", ""), "", problem))
        if head.method == "POST" and head.length and head.get(b"content-type") is None and _may_be_a_browsers(head):
            return status_answer(unsupported_media_type_status(ACCEPTED))
        return self._others

    def _is_good_host(self, given: str) -> bool:
        """Returns True if a `Host` header cannot be a foreign domain; caches a few valid ones."""
        name = _name_of(given)
        good = name in ("", "localhost", self._host) or name.endswith(".localhost") or _is_address(name)
        if good and len(self._good_hosts) < _MOST_REMEMBERED:
            self._good_hosts.add(given)
        return good


def check_token(token: str) -> None:
    """Raises BadTokenError if a token cannot be sent in a header."""
    if not token.strip():
        raise BadTokenError("the token is blank")
    if not _TOKEN.match(token):
        raise BadTokenError(
            "the token has characters that no header can carry: spaces, line breaks, or letters beyond ASCII"
        )


def _bearer_token(head: Head) -> bytes | None:
    """Returns the bearer token of a request; None without one, and an empty one after extra spaces."""
    given = head.get(b"authorization")
    if not given:
        return None
    scheme, *rest = given.split(b" ", 2)
    if not rest or scheme.lower() != b"bearer":
        return None
    return rest[0]


def _may_be_a_browsers(head: Head) -> bool:
    """Returns True if a request may come from a browser.

    Any of the headers suffices: new browsers send all of them with a POST, the oldest ones at least one, and all of
    them call themselves Mozilla.
    """
    if any(head.get(name) is not None for name in _OF_BROWSERS):
        return True
    return (head.get(b"user-agent") or b"").lower().startswith(b"mozilla/")


def _name_of(host: str) -> str:
    """Returns the name or address in a `Host` header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
