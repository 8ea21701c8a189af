"""Parses network addresses as Go and the server do: IPv4, IPv6, CIDR blocks, MAC addresses and host names.

The server parses IP addresses in two ways: strictly (Go's netip), and sloppily with leading zeros, as Go did before
1.17. Each format names the one it uses.
Upstream: net/netip ParseAddr, net ParseMAC (Go 1.26), k8s.io/utils/net ParseIPSloppy and ParseCIDRSloppy,
kube-openapi/pkg/validation/strfmt/default.go (1.37).
"""

import re

from kapivara.content.messages import byte_length
from kapivara.languages.go.ip_addresses import AddressError, ParsedIp, parse_ip
from kapivara.values.lazy_pattern import lazy_pattern

_HEX = frozenset("0123456789abcdefABCDEF")
_DIGITS = frozenset("0123456789")
_LEADING_ZEROS = lazy_pattern("(?<![0-9a-fA-F])0+(?=[0-9a-fA-F])")
_HOST_CHARACTERS = "[a-zA-Z0-9$+<=>^`|~]*+"


def is_ipv4(text: str) -> bool:
    """Checks the format `ipv4`: any address, parsed sloppily, with a dot in it (so `::ffff:1.2.3.4` is valid)."""
    return "." in text and parses_as_ip(text, sloppy=True)


def is_ipv6(text: str) -> bool:
    """Checks the format `ipv6`: an address, parsed strictly, with a colon in it."""
    return ":" in text and parses_as_ip(text)


def parses_as_ip(text: str, *, sloppy: bool = False) -> bool:
    """Returns True if a text is an address of either family, without a zone."""
    return _parse_strictly(text) is not None or (sloppy and parse_ip_sloppily(text) is not None)


def parse_ip_sloppily(text: str) -> ParsedIp | None:
    """Parses an address without a zone, which may have leading zeros; returns None if it is not valid."""
    return _parse_strictly(text) or _parse_strictly(_LEADING_ZEROS.sub("", text))


def _parse_strictly(text: str) -> ParsedIp | None:
    try:
        parsed = parse_ip(text)
    except AddressError:
        return None
    return None if parsed.zone else parsed


def is_cidr(text: str) -> bool:
    """Checks the format `cidr`: an address, parsed sloppily, a slash and a prefix length."""
    address, slash, length = text.partition("/")
    if not slash or not _is_number(length):
        return False
    digits = length.lstrip("0") or "0"
    if len(digits) > 3:
        return False
    return int(digits) <= (128 if ":" in address else 32) and parses_as_ip(address, sloppy=True)


def _is_number(text: str) -> bool:
    return bool(text) and _DIGITS.issuperset(text)


def is_mac(text: str) -> bool:
    """Checks the format `mac`: 6, 8 or 20 bytes in hexadecimal, in pairs, in fours, or without separators."""
    if text[2:3] in (":", "-"):
        parts, width = text.split(text[2], 20), 2
    elif text[4:5] == ".":
        parts, width = text.split(".", 20), 4
    else:
        parts, width = [text], len(text)
    if len(parts) * width not in (12, 16, 40):
        return False
    return all(len(part) == width and _HEX.issuperset(part) for part in parts)


def is_hostname(text: str) -> bool:
    """Checks the format `hostname`: one label, or several with only letters in the last one.

    Letters and symbols of any script are allowed. Kept: a single label may end with its only dash (`a-`).
    """
    if not text or byte_length(text) > 255:
        return False
    *labels, last = text.split(".")
    if not labels:
        return _is_single_label(last)
    if len(last) < 2 or byte_length(last) > 63 or not last.isalpha():
        return False
    return all(_is_host_label(label) for label in labels)


def _is_single_label(label: str) -> bool:
    first, rest = label[0], label[1:].removeprefix("-")
    return byte_length(label) <= 63 and _is_host_text(first + rest)


def _is_host_label(label: str) -> bool:
    if not label or byte_length(label) > 63 or label.startswith("-") or label.endswith("-"):
        return False
    return _is_host_text(label.replace("-", ""))


def _is_host_text(text: str) -> bool:
    """Returns True if a text consists of ASCII letters and digits, letters of other scripts, and symbols."""
    if re.fullmatch(_HOST_CHARACTERS, text):
        return True
    import unicodedata  # rarely needed, and its tables are large

    return all(rune in "0123456789" or unicodedata.category(rune)[0] in "LS" for rune in text)
