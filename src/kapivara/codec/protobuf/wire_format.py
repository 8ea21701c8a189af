"""The wire format of protocol buffers: numbers of variable length, tags, lengths, and fields that nobody knows.

Everything is read by positions within one piece of bytes, so that nesting costs no copies. Errors have the words of the
code that is generated for the server's types.
Upstream: generated.pb.go Unmarshal, skipGenerated, encodeVarintGenerated (1.37).
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
"""The wire types: what tells how long a field is."""

UNEXPECTED_END: Final = "unexpected EOF"
_OVERFLOW = "proto: integer overflow"
_NEGATIVE_LENGTH = "proto: negative length found during unmarshaling"
_UNEXPECTED_END_OF_GROUP = "proto: unexpected end of group"
_BITS = 64
_MASK = 2**_BITS - 1
_SIGN = 2 ** (_BITS - 1)
_ONE_BYTE = 0x80
SHORT_NUMBERS: Final = [bytes((number,)) for number in range(_ONE_BYTE)]
"""The numbers that are written as one byte, each as it is written."""


def read_number(data: bytes, position: int, end: int) -> tuple[int, int]:
    """Reads a number of up to 64 bits, unsigned; returns it, and where it ends. Raises DecodeError."""
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
    """Reads a length; returns where what is so long begins and ends. Raises DecodeError where that is too far."""
    length, start = read_number(data, position, end)
    stop = start + length
    if stop <= end:
        return start, stop
    raise DecodeError(_NEGATIVE_LENGTH if length >= _SIGN or stop >= _SIGN else UNEXPECTED_END)


def skip_field(data: bytes, position: int, end: int) -> int:
    """Returns where a field ends that begins here with its tag; a group ends where all groups in it have.

    Kept: the end may lie beyond that of the data, which is the caller's to refuse.
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
    """Returns the signed integer that the lowest bits of a number stand for."""
    sign = 1 << (bits - 1)
    if number < sign:
        return number
    return ((number & ((1 << bits) - 1)) ^ sign) - sign


def number_bytes(number: int) -> bytes:
    """Writes an integer; negative ones as the 64 bits that they have in memory."""
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
    """Writes what stands before a field: its number, and how its end is found."""
    return number_bytes(number << 3 | wire_type)
