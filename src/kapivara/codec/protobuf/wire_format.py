"""The protobuf wire format: varints, tags, lengths, and unknown fields.

Everything is decoded by offsets within one bytes object, so nesting costs no copies. Errors have the texts of the
server's generated code. Upstream: generated.pb.go Unmarshal, skipGenerated, encodeVarintGenerated (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.codec.errors import DecodeError

VARINT: Final = 0
FIXED64: Final = 1
BYTES: Final = 2
START_GROUP: Final = 3
END_GROUP: Final = 4
FIXED32: Final = 5
"""The wire types, which determine the length of a field."""

UNEXPECTED_END: Final = "unexpected EOF"
_OVERFLOW = "proto: integer overflow"
_NEGATIVE_LENGTH = "proto: negative length found during unmarshaling"
_UNEXPECTED_END_OF_GROUP = "proto: unexpected end of group"
_BITS = 64
_MASK = 2**_BITS - 1
_SIGN = 2 ** (_BITS - 1)
_ONE_BYTE = 0x80
SHORT_NUMBERS: Final = [bytes((number,)) for number in range(_ONE_BYTE)]
"""The encodings of one-byte varints."""


def read_number(data: bytes, position: int, end: int) -> tuple[int, int]:
    """Decodes an unsigned varint of up to 64 bits; returns it and its end. Raises DecodeError."""
    if position < end and (byte := data[position]) < _ONE_BYTE:  # most are short
        return byte, position + 1
    number = shift = 0
    while shift < _BITS:
        if position >= end:
            raise DecodeError(UNEXPECTED_END)
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        if byte < _ONE_BYTE:
            return number & _MASK, position
        shift += 7
    raise DecodeError(_OVERFLOW)


def read_span(data: bytes, position: int, end: int) -> tuple[int, int]:
    """Decodes a length; returns the start and end of the content. Raises DecodeError if the end is out of range."""
    length, start = read_number(data, position, end)
    stop = start + length
    if stop <= end:
        return start, stop
    raise DecodeError(_NEGATIVE_LENGTH if length >= _SIGN or stop >= _SIGN else UNEXPECTED_END)


def skip_field(data: bytes, position: int, end: int) -> int:
    """Returns the end of a field that starts with its tag; a group ends after all its nested groups.

    Kept: the end may be beyond that of the data; the caller rejects it.
    """
    groups = 0
    while position < end:
        tag, position = read_number(data, position, end)
        wire_type = tag & 7
        if wire_type == VARINT:
            _, position = read_number(data, position, end)
        elif wire_type == FIXED64:
            position += 8
        elif wire_type == BYTES:
            length, position = read_number(data, position, end)
            position += length
            if position >= _SIGN:
                raise DecodeError(_NEGATIVE_LENGTH)
        elif wire_type == START_GROUP:
            groups += 1
        elif wire_type == END_GROUP:
            if groups == 0:
                raise DecodeError(_UNEXPECTED_END_OF_GROUP)
            groups -= 1
        elif wire_type == FIXED32:
            position += 4
        else:
            raise DecodeError(f"proto: illegal wireType {wire_type}")
        if groups == 0:
            return position
    raise DecodeError(UNEXPECTED_END)


def signed(number: int, bits: int) -> int:
    """Returns the signed integer of the lowest bits of a number."""
    sign = 1 << (bits - 1)
    if number < sign:
        return number
    return ((number & ((1 << bits) - 1)) ^ sign) - sign


def number_bytes(number: int) -> bytes:
    """Encodes an integer as a varint; a negative one as its 64-bit two's complement."""
    if 0 <= number < _ONE_BYTE:
        return SHORT_NUMBERS[number]
    number &= _MASK
    written = bytearray()
    while number >= _ONE_BYTE:
        written.append(number & 0x7F | _ONE_BYTE)
        number >>= 7
    written.append(number)
    return bytes(written)


def tag_bytes(number: int, wire_type: int) -> bytes:
    """Encodes a tag: the field number and the wire type."""
    return number_bytes(number << 3 | wire_type)
