"""Base64 as the server reads it: the standard alphabet, padding required, line breaks skipped.

Upstream: encoding/base64 StdEncoding.Decode and its CorruptInputError.
"""

from __future__ import annotations

import base64

from kapivara.codec.errors import DecodeError

_ALPHABET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_LINE_BREAKS = frozenset(b"\r\n")
_PADDING = ord("=")


def decode_base64(text: str) -> bytes:
    """Returns the bytes that a text stands for; raises DecodeError with the offset of the first bad byte."""
    raw = text.encode("utf-8", "surrogatepass")
    bad = _first_bad_byte(raw)
    if bad is not None:
        raise DecodeError(f"illegal base64 data at input byte {bad}")
    return base64.b64decode(raw.replace(b"\r", b"").replace(b"\n", b""))


def _first_bad_byte(raw: bytes) -> int | None:
    digits = 0  # of the group of four that is being read
    for offset, byte in enumerate(raw):
        if byte in _ALPHABET:
            digits = (digits + 1) % 4
        elif byte == _PADDING and digits >= 2:
            return _bad_padding(raw, offset + 1, missing=3 - digits)
        elif byte not in _LINE_BREAKS:
            return offset
    return None if digits == 0 else len(raw) - digits


def _bad_padding(raw: bytes, offset: int, missing: int) -> int | None:
    """Judges what follows the first padding sign: the `missing` one, and then nothing."""
    offset = _skip_line_breaks(raw, offset)
    if missing:
        if offset == len(raw):
            return len(raw)
        if raw[offset] != _PADDING:
            return offset - 1  # kept: upstream names the byte before
        offset = _skip_line_breaks(raw, offset + 1)
    return None if offset == len(raw) else offset


def _skip_line_breaks(raw: bytes, offset: int) -> int:
    while offset < len(raw) and raw[offset] in _LINE_BREAKS:
        offset += 1
    return offset
