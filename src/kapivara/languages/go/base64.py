"""Decodes base64 as Go does: line ends are skipped, and errors name the byte.

Upstream: encoding/base64 DecodeString and its CorruptInputError (Go 1.26).
"""

from __future__ import annotations

import binascii

from kapivara.values.lazy_pattern import lazy_pattern

_LINE_ENDS = str.maketrans("", "", "\r\n")
_PADDED = lazy_pattern("[A-Za-z0-9+/]*+={0,2}")
_UNPADDED = lazy_pattern("[A-Za-z0-9+/]*+")
_ALPHABET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_TO_STANDARD = str.maketrans("-_+/", "+/\x00\x00")


class Base64Error(ValueError):
    """Raised for a text that is not base64; the text is Go's."""


def decode_base64(text: str, *, url_safe: bool = False, padded: bool = True) -> bytes:
    """Decodes a text, in the standard or the URL-safe alphabet, with or without padding."""
    standard = text.translate(_TO_STANDARD) if url_safe else text
    plain = standard.translate(_LINE_ENDS)
    if not _is_whole(plain, padded):
        place = _find_error(standard.encode("utf-8", "surrogatepass"), padded)
        raise Base64Error(f"illegal base64 data at input byte {place}")
    return binascii.a2b_base64(plain + "=" * (-len(plain) % 4))


def _is_whole(plain: str, padded: bool) -> bool:
    """Returns True if a text without line ends is valid base64."""
    if padded:
        return len(plain) % 4 == 0 and _PADDED.fullmatch(plain) is not None
    return len(plain) % 4 != 1 and _UNPADDED.fullmatch(plain) is not None


def _find_error(data: bytes, padded: bool) -> int:
    """Returns the position at which the decoder, which reads four characters at a time, fails."""
    read = 0  # characters of the current group
    for place, byte in enumerate(data):
        if byte in b"\r\n":
            continue
        if byte in _ALPHABET:
            read = (read + 1) % 4
        elif byte != ord("=") or not padded or read < 2:
            return place
        else:
            return _find_padding_error(data, place + 1, read)
    return len(data) - read if padded else len(data) - 1


def _find_padding_error(data: bytes, place: int, read: int) -> int:
    if read == 2:
        place = _skip_line_ends(data, place)
        if place == len(data):
            return place
        if data[place] != ord("="):
            return place - 1  # kept: upstream names the byte before
        place += 1
    return _skip_line_ends(data, place)


def _skip_line_ends(data: bytes, place: int) -> int:
    while place < len(data) and data[place] in b"\r\n":
        place += 1
    return place


def is_base64(text: str) -> bool:
    """Returns True if Go decodes a text; an empty one is valid."""
    try:
        decode_base64(text)
    except Base64Error:
        return False
    return True
