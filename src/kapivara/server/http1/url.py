"""Parses the URL of a request line: mostly a path, sometimes a whole URL, whose host then counts.

Upstream: net/url/url.go ParseRequestURI, net/http/request.go readRequest.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_SCHEME = re.compile(rb"[A-Za-z][A-Za-z0-9+\-.]*:")
_AUTHORITY = re.compile(
    rb"(?:[A-Za-z0-9\-._:~!$&'+*(),;=%@]*@)?"
    rb"((?:\[[0-9A-Fa-f:.]+(?:%25[A-Za-z0-9\-._~%]+)?\]|[A-Za-z0-9\-._~!$&'+*(),;=%\x80-\xff\"<>]*)(?::[0-9]*)?)\Z"
)
_MOST_ESCAPES = 10_000


class BadUrlError(Exception):
    """An invalid URL, or one that would take too long to parse."""

    def __init__(self, *, too_long: bool = False):
        super().__init__()
        self.too_long = too_long


class Url(NamedTuple):
    """The relevant parts of a URL.

    The path is empty if the URL has none or is no path; the host if the URL names none.
    """

    path: str
    query: bytes = b""
    host: str = ""


def read_url(method: str, url: bytes) -> Url:
    """Parses a URL without control characters; raises BadUrlError."""
    if url.startswith(b"/"):
        path, _, query = url.partition(b"?")
        return Url(_decode(path), query)
    if url == b"*":
        return Url("*")
    if method == "CONNECT":
        url = b"http://" + url
    scheme = _SCHEME.match(url)
    if scheme is None:
        raise BadUrlError
    rest, _, query = url[scheme.end() :].partition(b"?")
    if not rest.startswith(b"/"):  # such as mailto:
        return Url("", query)
    if not rest.startswith(b"//"):
        return Url(_decode(rest), query)
    authority, slash, path = rest[2:].partition(b"/")
    host = _AUTHORITY.match(authority)
    if host is None:
        raise BadUrlError
    return Url(_decode(slash + path), query, host[1].decode(errors="replace"))


def _decode(path: bytes) -> str:
    if b"%" in path:
        if path.count(b"%") > _MOST_ESCAPES:
            raise BadUrlError(too_long=True)
        if _BAD_ESCAPE.search(path):
            raise BadUrlError
        path = unquote_to_bytes(path)
    return path.decode(errors="replace")
