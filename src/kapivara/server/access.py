"""Who may ask: those who show by a token or a certificate who they are, or whoever is on this machine and no web page.

A web page is stopped by two things that it cannot help. The name in `Host`: a page whose own name was pointed at this
machine (DNS rebinding) is asked for under that name, so that only addresses, `localhost` and the name that is served
are taken. And the content type: a page may send a POST to another site unasked as long as it says nothing of its
body's type, or one of those that forms have, which are none of ours; with any other type, and with PUT, PATCH and
DELETE, the browser asks first (`OPTIONS`), and is told nothing that would let it go on. A POST that says nothing of its
body's type is refused where a browser may have sent it, which shows: programs that send none of the headers which
browsers add, such as the Python client of Kubernetes, are let in.
Upstream: apiserver/pkg/authentication/request/bearertoken/bearertoken.go AuthenticateRequest (1.37).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from hashlib import sha256
from hmac import compare_digest
from typing import TypeAlias

from kapivara.authorization.user_info import UserInfo
from kapivara.meta import GroupResource, forbidden_status, unauthorized_status, unsupported_media_type_status
from kapivara.registry.body import ACCEPTED
from kapivara.server.answers import Answer, status_answer, warning_headers
from kapivara.server.caller import KNOWN, STRANGER, Caller
from kapivara.server.head import Head
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

PUBLIC = frozenset(("/healthz", "/livez", "/readyz", "/version"))
_EXTRA_SPACE = "the provided Authorization header contains extra space before the bearer token, and is ignored"
_MOST_REMEMBERED = 16
_OF_BROWSERS = (b"origin", b"referer", b"cookie", b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest")
"""What browsers add to requests of pages, and pages can neither leave out nor change."""
_TOKEN = lazy_pattern(r"[!-~]+\Z")

FindCaller: TypeAlias = Callable[[bytes], Caller | None]
"""Returns whom a token is from, where it is one that the server has issued."""


class BadTokenError(Exception):
    """A token that no request could bear; the text says what is wrong with it."""


def _issue_nothing(token: bytes) -> None:
    """Knows no tokens of service accounts."""


class Access:
    """Decides by the head of a request. Without a `token` it is open: whoever comes to the right `host` is let in.

    `users` are those of a token file, by digests of their tokens; `issued` knows the tokens of service accounts. Where
    it is open, those who show no token are `others`, and tokens matter where these are not the administrator.
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
        """Returns who asks, or the answer that refuses it."""
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
        """Returns whom a token is from that the server was started with; None where it is nobody's."""
        caller = self._find_given(token.encode())
        return None if caller is None else caller.user

    def _find(self, token: bytes) -> Caller | None:
        return self._find_given(token) or self._issued(token)

    def _find_given(self, token: bytes) -> Caller | None:
        """Finds whom a token is from; how long that takes tells nothing of other tokens."""
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
        """Tells whether a `Host` header names what no stranger's domain can; remembers a few that do."""
        name = _name_of(given)
        good = name in ("", "localhost", self._host) or name.endswith(".localhost") or _is_address(name)
        if good and len(self._good_hosts) < _MOST_REMEMBERED:
            self._good_hosts.add(given)
        return good


def check_token(token: str) -> None:
    """Raises BadTokenError where a token could not be sent as it is."""
    if not token.strip():
        raise BadTokenError("the token is blank")
    if not _TOKEN.match(token):
        raise BadTokenError(
            "the token has characters that no header can carry: spaces, line breaks, or letters beyond ASCII"
        )


def _bearer_token(head: Head) -> bytes | None:
    """Returns the token that a request bears; None where it bears none, and an empty one behind too many spaces."""
    given = head.get(b"authorization")
    if not given:
        return None
    scheme, *rest = given.split(b" ", 2)
    if not rest or scheme.lower() != b"bearer":
        return None
    return rest[0]


def _may_be_a_browsers(head: Head) -> bool:
    """Tells whether a request may come from a browser.

    Any of its headers tells: the newest browsers send all of them with a POST, the oldest one at least, and all of them
    call themselves Mozilla.
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
