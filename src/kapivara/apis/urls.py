"""URLs as the server takes them apart, with its words for those that it cannot.

Upstream: net/url Parse, ParseRequestURI (Go 1.26).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kapivara.content.uris import is_uri
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_SCHEME = lazy_pattern("([A-Za-z][A-Za-z0-9+.-]*):")
_USER_INFO = lazy_pattern(r"[A-Za-z0-9._:~!$&'()*+,;=%@-]*")
_PORT = lazy_pattern(":[0-9]*|")
_ESCAPE = lazy_pattern("%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
_IN_HOST = _UNRESERVED | frozenset("!$&'()*+,;=:[]<>\"%")
_IN_USER = _UNRESERVED | frozenset("$&+,;=")


class UrlError(Exception):
    """A text that is no URL; `str()` holds the server's words."""


class Url(NamedTuple):
    """The parts of a URL; `user` is None where it names none."""

    scheme: str = ""
    user: str | None = None
    host: str = ""
    query: str = ""
    fragment: str = ""


def parse_url(text: str) -> Url:
    """Takes a URL apart; raises UrlError."""
    address, _, fragment = text.partition("#")
    try:
        url = _parse(address)
    except UrlError as error:
        raise UrlError(f"parse {quote(address)}: {error}") from None
    try:
        return Url(url.scheme, url.user, url.host, url.query, _unescaped(fragment))
    except UrlError as error:
        raise UrlError(f"parse {quote(text)}: {error}") from None


def is_absolute_url(text: str) -> bool:
    """Tells whether a text is a URL with a scheme and a host, as in a request line."""
    if not is_uri(text):
        return False
    scheme = _SCHEME.match(text)
    return scheme is not None and re.match("//[^/?]", text[scheme.end() :]) is not None


def _parse(text: str) -> Url:
    if re.search("[\x00-\x1f\x7f]", text):
        raise UrlError("net/url: invalid control character in URL")
    if text.startswith(":"):
        raise UrlError("missing protocol scheme")
    match = _SCHEME.match(text)
    scheme = match[1].lower() if match else ""
    rest, _, query = (text[match.end() :] if match else text).partition("?")
    if not rest.startswith("/"):
        if not scheme and ":" in rest.partition("/")[0]:
            raise UrlError("first path segment in URL cannot contain colon")
        if not scheme:
            _unescaped(rest)
        return Url(scheme, query=query)
    user, host = None, ""
    if rest.startswith("//") and (scheme or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        user, host = _parse_authority(scheme, authority)
        rest = slash + path
    _unescaped(rest)
    return Url(scheme, user, host, query)


def _parse_authority(scheme: str, authority: str) -> tuple[str | None, str]:
    user, at, host = authority.rpartition("@")
    host = _parse_host(scheme, host)
    if not at:
        return None, host
    if not _USER_INFO.fullmatch(user):
        raise UrlError("net/url: invalid userinfo")
    name, colon, password = user.partition(":")
    return _escaped_user(_unescaped(name)) + colon + _escaped_user(_unescaped(password)), host


def _parse_host(scheme: str, host: str) -> str:
    if "[" in host:
        return _parse_bracketed(host)
    # Outside http, lists of hosts with ports are in use, so there only the last colon starts a port.
    start = host.find(":") if scheme in ("http", "https") else host.rfind(":")
    if start >= 0 and not _PORT.fullmatch(host[start:]):
        raise UrlError(f"invalid port {quote(host[start:])} after host")
    for position, character in enumerate(host):
        if character == "%" and not re.match("%25|%[89A-Fa-f][0-9A-Fa-f]", host[position:]):
            raise UrlError(f"invalid URL escape {quote(host[position : position + 3])}")
        if character < "\x80" and character not in _IN_HOST:
            raise UrlError(f"invalid character {quote(character)} in host name")
    return _unescaped(host)


def _parse_bracketed(host: str) -> str:
    end = host.rfind("]")
    if end < 0:
        raise UrlError("missing ']' in host")
    if not _PORT.fullmatch(host[end + 1 :]):
        raise UrlError(f"invalid port {quote(host[end + 1 :])} after host")
    if not is_uri(f"https://{host}"):
        raise UrlError("invalid IP-literal")
    return host


def _unescaped(text: str) -> str:
    if bad := _ESCAPE.search(text):
        raise UrlError(f"invalid URL escape {quote(bad[0])}")
    raw = re.sub(rb"%(..)", lambda match: bytes((int(match[1], 16),)), text.encode("utf-8", "surrogatepass"))
    return raw.decode("utf-8", "replace")


def _escaped_user(text: str) -> str:
    return "".join(
        character if character in _IN_USER else "".join(f"%{byte:02X}" for byte in character.encode())
        for character in text
    )
