"""Parses, splits, escapes and prints URLs as Go does.

Go accepts more than other parsers: any text after a scheme without slashes, and any query. Texts are handled as bytes
(characters up to 255), as in Go; `text_of` converts a part to a string.
Upstream: net/url Parse, ParseRequestURI, URL.String, EscapedPath, ParseQuery (Go 1.26).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kapivara.languages.go.ip_addresses import AddressError, parse_ip
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record, replace
from kapivara.values.rendering import quote

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."
"""Characters that need no escape in any part: most hosts and paths consist of these, and need no compiled pattern."""
_PLAIN_PATH = f"{_PLAIN}/"
_IN_SCHEMES = f"{_PLAIN}+"
_UNRESERVED = r"A-Za-z0-9\-_.~"
_PATH = lazy_pattern(f"[^{_UNRESERVED}$&+,/:;=@]")
_HOST = lazy_pattern(f"[^{_UNRESERVED}!\"$&'*+(),:;<=>\\[\\]]")
_USER = lazy_pattern(f"[^{_UNRESERVED}$&+,;=]")
_FRAGMENT = lazy_pattern(f"[^{_UNRESERVED}!$&*+(),/:;=?@]")
_RAW_PATH = lazy_pattern(rf"[{_UNRESERVED}!$&'*+(),/;=:@\[\]%]*")
_RAW_FRAGMENT = lazy_pattern(rf"[{_UNRESERVED}!$&'*+(),/;=:?@\[\]%]*")
_CONTROL = lazy_pattern("[\x00-\x1f\x7f]")
_PORT = lazy_pattern("(?::[0-9]*)?")
_USER_INFO = lazy_pattern(rf"[{_UNRESERVED}:!$&'*+(),;=%@]*")
_ESCAPES = lazy_pattern("(?:%[0-9A-Fa-f]{2})+")
_NO_ESCAPE = lazy_pattern("%(?![0-9A-Fa-f]{2})")
_ESCAPE = lazy_pattern("%([0-9A-Fa-f]{2})?")
_MAX_PARAMETERS = 10_000


class UrlError(ValueError):
    """Raised for a text that is not a URL; the text is Go's."""


@record
class Url:
    """The parts of a URL, unescaped; `raw_path` and `raw_fragment` are set if escaping them again changes the text."""

    scheme: str = ""
    opaque: str = ""
    user: str | None = None
    host: str = ""
    path: str = ""
    raw_path: str = ""
    query: str = ""
    force_query: bool = False
    omit_host: bool = False
    fragment: str = ""
    raw_fragment: str = ""

    @property
    def escaped_path(self) -> str:
        """The path as written if that is valid, else escaped."""
        if self.raw_path and _RAW_PATH.fullmatch(self.raw_path):
            return self.raw_path
        return self.path if self.path == "*" else _escape(self.path, _PATH)

    def __str__(self) -> str:
        text = f"{self.scheme}:" if self.scheme else ""
        text += self.opaque or self._authority_and_path(text)
        if self.force_query or self.query:
            text += f"?{self.query}"
        if not self.fragment:
            return text
        raw = self.raw_fragment
        return f"{text}#{raw if raw and _RAW_FRAGMENT.fullmatch(raw) else _escape(self.fragment, _FRAGMENT)}"

    def _authority_and_path(self, before: str) -> str:
        text, path = "", self.escaped_path
        has_authority = bool(self.host) or self.user is not None
        if not self.omit_host and (has_authority or (self.scheme and self.path)):
            text = "//" + (f"{self.user}@" if self.user is not None else "") + _escape(self.host, _HOST)
        elif self.omit_host and path.startswith("//"):
            text, path = "%2F", path[1:]
        if path and path[0] != "/" and self.host:
            text += "/"
        if not before and not text and ":" in path.partition("/")[0]:
            text = "./"
        return text + path


def text_of(part: str) -> str:
    """Returns the string whose bytes a part holds."""
    return part.encode("latin-1").decode("utf-8", "replace")


def is_uri(text: str) -> bool:
    """Checks the format `uri`: an absolute URL or path, as in a request line."""
    try:
        parse_request_uri(text)
    except UrlError:
        return False
    return True


def parse_request_uri(text: str) -> Url:
    """Parses an absolute URL or path without fragment. Raises UrlError."""
    try:
        return _parse(_bytes_of(text), via_request=True)
    except UrlError as problem:
        raise UrlError(f"parse {quote(text)}: {problem}") from None


def parse_url(text: str) -> Url:
    """Parses any URL with its fragment. Raises UrlError."""
    before, _, fragment = text.partition("#")
    try:
        url = _parse(_bytes_of(before), via_request=False)
    except UrlError as problem:
        raise UrlError(f"parse {quote(before)}: {problem}") from None
    if not fragment:
        return url
    raw = _bytes_of(fragment)
    try:
        plain = _unescape(raw)
    except UrlError as problem:
        raise UrlError(f"parse {quote(text)}: {problem}") from None
    return replace(url, fragment=plain, raw_fragment="" if _escape(plain, _FRAGMENT) == raw else raw)


def parse_query(query: str) -> dict[str, list[str]]:
    """Returns the parameters of a query, unescaped; skips malformed ones."""
    values: dict[str, list[str]] = {}
    if query.count("&") + 1 > _MAX_PARAMETERS:
        return values
    for pair in query.split("&"):
        if not pair or ";" in pair:
            continue
        key, _, value = pair.partition("=")
        try:
            key, value = (text_of(_unescape(part.replace("+", " "))) for part in (key, value))
        except UrlError:
            continue
        values.setdefault(key, []).append(value)
    return values


def split_host(host: str) -> tuple[str, str]:
    """Returns the name and the port of a host; removes the brackets of an IPv6 address."""
    name, colon, port = host.rpartition(":")
    if not colon or not _PORT.fullmatch(colon + port):
        name, port = host, ""
    return (name[1:-1] if name[:1] == "[" and name[-1:] == "]" else name), port


def _bytes_of(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _parse(text: str, *, via_request: bool) -> Url:
    if not text.isprintable() and _CONTROL.search(text):
        raise UrlError("net/url: invalid control character in URL")
    if not text and via_request:
        raise UrlError("empty url")
    if text == "*":
        return Url(path="*")
    scheme, rest = _split_scheme(text)
    force_query = rest.endswith("?") and rest.count("?") == 1
    rest, _, query = rest.partition("?")
    if not rest.startswith("/"):
        if scheme:
            return Url(scheme, opaque=rest, query=query, force_query=force_query)
        if via_request:
            raise UrlError("invalid URI for request")
        if ":" in rest.partition("/")[0]:
            raise UrlError("first path segment in URL cannot contain colon")
    user, host, omit_host = None, "", False
    if rest.startswith("//") and (scheme or (not via_request and not rest.startswith("///"))):
        authority, slash, path = rest[2:].partition("/")
        rest = slash + path
        user, host = _parse_authority(scheme, authority)
    elif scheme and rest.startswith("/"):
        omit_host = True
    path = _unescape(rest)
    raw_path = "" if not rest.strip(_PLAIN_PATH) or _escape(path, _PATH) == rest else rest
    return Url(scheme, "", user, host, path, raw_path, query, force_query, omit_host)


def _split_scheme(text: str) -> tuple[str, str]:
    scheme, colon, rest = text.partition(":")
    if colon and not scheme:
        raise UrlError("missing protocol scheme")
    if not colon or not scheme[0].isalpha() or scheme.strip(_IN_SCHEMES):
        return "", text
    return scheme.lower(), rest


def _parse_authority(scheme: str, authority: str) -> tuple[str | None, str]:
    info, at, host = authority.rpartition("@")
    parsed = _parse_host(scheme, host)
    if not at:
        return None, parsed
    if not _USER_INFO.fullmatch(info):
        raise UrlError("net/url: invalid userinfo")
    name, colon, password = info.partition(":")
    return f"{_escape(_unescape(name), _USER)}{colon}{_escape(_unescape(password), _USER)}", parsed


def _parse_host(scheme: str, host: str) -> str:
    bracket = host.rfind("[")
    if bracket > 0:
        raise UrlError("invalid IP-literal")
    if bracket == 0:
        return _parse_literal(host)
    colon = host.find(":")
    if colon >= 0:
        # Schemes other than http allow lists of hosts with ports, so only the last colon starts a port.
        port = host[colon if scheme in ("http", "https") else host.rfind(":") :]
        _check_port(port)
    return _unescape_host(host)


def _check_port(port: str) -> None:
    if not _PORT.fullmatch(port):
        raise UrlError(f"invalid port {quote(text_of(port))} after host")


def _parse_literal(host: str) -> str:
    literal, bracket, port = host[1:].rpartition("]")
    if not bracket:
        raise UrlError("missing ']' in host")
    _check_port(port)
    address, percent, zone = literal.partition("%25")
    name = _unescape_host(address) + (_unescape_zone(percent + zone) if percent else "")
    try:
        family = parse_ip(text_of(name)).family
    except AddressError as problem:
        raise UrlError(f"invalid host: {problem}") from None
    if family == 4:
        raise UrlError("invalid IP-literal")
    return f"[{name}]{port}"


def _unescape_host(text: str) -> str:
    """Unescapes a host, in which only non-ASCII bytes and the percent sign may be escaped."""
    return _unescape(text, lambda code: code >= 0x80 or code == 0x25, _HOST)


def _unescape_zone(text: str) -> str:
    """Unescapes a zone, in which a space and characters of hosts may be escaped, too."""
    return _unescape(text, lambda code: code in (0x25, 0x20) or not _HOST.match(chr(code)), _HOST)


def _unescape(text: str, allowed: Callable[[int], bool] | None = None, forbidden: re.Pattern[str] | None = None) -> str:
    """Replaces escapes; in hosts, `allowed` bytes may be escaped, and `forbidden` ones must be."""
    if forbidden is None:
        return _unescape_all(text)
    parts: list[str] = []
    place = 0
    for match in _ESCAPE.finditer(text) if "%" in text else ():
        _check_bare(text[place : match.start()], forbidden)
        if match[1] is None or (allowed is not None and not allowed(int(match[1], 16))):
            raise UrlError(f"invalid URL escape {quote(text_of(text[match.start() : match.start() + 3]))}")
        parts += text[place : match.start()], chr(int(match[1], 16))
        place = match.end()
    _check_bare(text[place:], forbidden)
    return "".join((*parts, text[place:]))


def _unescape_all(text: str) -> str:
    """Replaces escapes of any byte; adjacent ones are replaced together."""
    if "%" not in text:
        return text
    wrong = _NO_ESCAPE.search(text)
    if wrong:
        raise UrlError(f"invalid URL escape {quote(text_of(text[wrong.start() : wrong.start() + 3]))}")
    return _ESCAPES.sub(lambda match: bytes.fromhex(match[0].replace("%", "")).decode("latin-1"), text)


def _check_bare(text: str, forbidden: re.Pattern[str] | None) -> None:
    if forbidden is None or not text.strip(_PLAIN):
        return
    for match in forbidden.finditer(text):
        if match[0] < "\x80":
            raise UrlError(f"invalid character {quote(match[0])} in host name")


def _escape(text: str, unsafe: re.Pattern[str]) -> str:
    """Escapes the bytes that a pattern of one character matches, in one pass."""
    found = set(unsafe.findall(text))
    return text.translate({ord(each): f"%{ord(each):02X}" for each in found}) if found else text
