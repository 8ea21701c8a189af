"""The format `uri`: an absolute URI or an absolute path, as Go reads it from a request line.

Much passes that a stricter reader would refuse: whatever follows a scheme without slashes, and any query.
Upstream: net/url ParseRequestURI (Go 1.26).
"""

import re

from kapivara.content.addresses import parses_as_ip

_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*+:"
_CONTROL = r"[\x00-\x1f\x7f]"
_BAD_ESCAPE = r"%(?![0-9A-Fa-f]{2})"
_USER_INFO = r"[A-Za-z0-9._:~!$&'()*+,;=%@-]*+"
_PORT = r"(?::[0-9]*+)?"
_HOST = r"(?:[^\x00-\x20#%/?@\\^`{|}\x7f]|%25|%[89A-Fa-f][0-9A-Fa-f])*+"  # negated: compiles ten times faster


def is_uri(text: str) -> bool:
    """Tells whether Go's url.ParseRequestURI accepts a text."""
    if not text or re.search(_CONTROL, text):
        return False
    if text == "*":
        return True
    match = re.match(_SCHEME, text)
    scheme = match[0][:-1].lower() if match else ""
    rest = text[match.end() :].partition("?")[0] if match else text.partition("?")[0]
    if not rest.startswith("/"):
        return bool(scheme)
    if scheme and rest.startswith("//"):
        authority, slash, path = rest[2:].partition("/")
        if not _is_authority(scheme, authority):
            return False
        rest = slash + path
    return not re.search(_BAD_ESCAPE, rest)


def _is_authority(scheme: str, authority: str) -> bool:
    user_info, _, host = authority.rpartition("@")
    if not re.fullmatch(_USER_INFO, user_info) or re.search(_BAD_ESCAPE, user_info):
        return False
    return _is_host(scheme, host)


def _is_host(scheme: str, host: str) -> bool:
    if "[" in host:
        return _is_bracketed(host)
    # Outside http, lists of hosts with ports are in use, so only the last colon starts a port.
    split = host.partition if scheme in ("http", "https") else host.rpartition
    _, colon, port = split(":")
    if colon and not re.fullmatch("[0-9]*+", port):
        return False
    return re.fullmatch(_HOST, host) is not None


def _is_bracketed(host: str) -> bool:
    literal, bracket, port = host[1:].rpartition("]")
    if not host.startswith("[") or "[" in literal or not bracket or not re.fullmatch(_PORT, port):
        return False
    address, percent, zone = literal.partition("%25")
    if percent and (not zone or not _is_zone(zone)):
        return False
    return ":" in address and parses_as_ip(address)


def _is_zone(zone: str) -> bool:
    for escape in re.finditer("%(.{0,2})", zone, re.S):
        if not re.fullmatch("[0-9A-Fa-f]{2}", escape[1]):
            return False
        code = int(escape[1], 16)
        # What a host may hold unescaped, the space and the percent sign, may be escaped in a zone.
        if not 0x20 <= code < 0x7F or chr(code) in "#/?@\\^`{|}":
            return False
    return re.fullmatch(_HOST, re.sub("%..", "", zone)) is not None
