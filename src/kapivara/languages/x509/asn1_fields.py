"""Reads the fields of ASN.1 structs in order, with the errors of Go's encoding/asn1.

It reads requests, bare keys and lists of requested extensions; `der_reader.py` reads certificates, with shorter errors.
Lengths are checked before data is taken, and no function recurses.
Upstream: encoding/asn1/asn1.go parseField, parseTagAndLength, parseBase128Int, parseSequenceOf (Go 1.27).
"""

from __future__ import annotations

from kapivara.languages.x509.errors import structure_error, syntax_error
from kapivara.values.record import record

INTEGER, BIT_STRING, OCTET_STRING, OBJECT_IDENTIFIER, SEQUENCE, SET = 2, 3, 4, 6, 16, 17
BOOLEAN = 1
UNIVERSAL, CONTEXT_SPECIFIC = 0, 2
_HIGH_TAG = 0x1F
_LONGEST_LENGTH = 1 << 23
_MOST_GROUPS = 5
_INT32_MAX = 2**31 - 1
_SOMEWHERE = "0xc000000000"
"""The address that errors print for a context-specific tag; in Go it is a pointer, which varies."""


@record
class Wanted:
    """The expected content of a field: tag, whether it is compound, and its Go type for errors."""

    tag: int
    is_compound: bool
    type_name: str = ""


@record
class Element:
    """An element: its header, its contents, and all of its bytes."""

    tag_class: int
    tag: int
    is_compound: bool
    contents: bytes
    full: bytes


IDENTIFIER = Wanted(OBJECT_IDENTIFIER, False, "ObjectIdentifier")
BITS = Wanted(BIT_STRING, False, "BitString")


class Fields:
    """The fields of a struct, each read once; trailing data is ignored."""

    def __init__(self, data: bytes):
        self._data = data
        self._offset = 0

    @property
    def rest(self) -> bytes:
        """The data that is not read yet."""
        return self._data[self._offset :]

    def require(self, wanted: Wanted, tag_class: int = UNIVERSAL) -> Element:
        """Returns the next field, which must be the wanted one; a context-specific tag may replace its type."""
        head = self._head()
        if head.kind != (tag_class, wanted.tag, wanted.is_compound):
            raise _mismatch(wanted, head, "<nil>" if tag_class == UNIVERSAL else _SOMEWHERE)
        return self._finish(head)

    def take(self, wanted: Wanted) -> Element | None:
        """Returns the next field if it is the wanted one, else None."""
        if self._offset == len(self._data):
            return None
        head = self._head()
        return self._finish(head) if head.kind == (UNIVERSAL, wanted.tag, wanted.is_compound) else None

    def require_any(self) -> Element:
        """Returns the next field of any type."""
        return self._finish(self._head())

    def take_any(self) -> Element | None:
        """Returns the next field of any type, or None at the end."""
        return None if self._offset == len(self._data) else self.require_any()

    def enter(self, tag: int) -> bool:
        """Enters the next field if it has a context-specific tag. Kept: its length is not validated."""
        if self._offset == len(self._data):
            return False
        head = self._head()
        if head.kind != (CONTEXT_SPECIFIC, tag, True) or not head.length:
            return False
        self._offset = head.end
        return True

    def _head(self) -> _Head:
        if self._offset == len(self._data):
            raise syntax_error("sequence truncated")
        return _Head(self._data, self._offset)

    def _finish(self, head: _Head) -> Element:
        end = head.end + head.length
        if end > len(self._data):
            raise syntax_error("data truncated")
        full, self._offset = self._data[self._offset : end], end
        return Element(head.tag_class, head.tag, head.is_compound, self._data[head.end : end], full)


def items_of(contents: bytes, wanted: Wanted | None) -> list[bytes]:
    """Returns all items of a list; if a type is wanted, all items must have it."""
    found: list[bytes] = []
    offset = 0
    while offset < len(contents):
        head = _Head(contents, offset)
        if wanted is not None and head.kind != (UNIVERSAL, wanted.tag, wanted.is_compound):
            raise structure_error("sequence tag mismatch")
        end = head.end + head.length
        if end > len(contents):
            raise syntax_error("truncated sequence")
        found.append(contents[offset:end])
        offset = end
    return found


def read_identifier(contents: bytes) -> tuple[int, ...]:
    """Returns the numbers of an object identifier."""
    if not contents:
        raise syntax_error("zero length OBJECT IDENTIFIER")
    first, offset = _read_base_128(contents, 0)
    numbers = [min(first // 40, 2), first % 40 if first < 80 else first - 80]
    while offset < len(contents):
        number, offset = _read_base_128(contents, offset)
        numbers.append(number)
    return tuple(numbers)


def read_bits(contents: bytes) -> bytes:
    """Returns the bits of a bit string as bytes, the first padded with zero bits."""
    if not contents:
        raise syntax_error("zero length BIT STRING")
    padding, bits = contents[0], contents[1:]
    if padding > 7 or (padding and (not bits or bits[-1] & ((1 << padding) - 1))):
        raise syntax_error("invalid padding bits in BIT STRING")
    return right_aligned(bits, padding)


def right_aligned(bits: bytes, padding: int) -> bytes:
    """Returns bits without the last `padding` ones. Upstream: encoding/asn1 BitString.RightAlign (Go 1.27)."""
    return (int.from_bytes(bits) >> padding).to_bytes(len(bits)) if padding and bits else bits


def read_small_integer(contents: bytes) -> int:
    """Returns a 64-bit integer."""
    if not contents:
        raise structure_error("empty integer")
    if not is_minimal(contents):
        raise structure_error("integer not minimally-encoded")
    if len(contents) > 8:
        raise structure_error("integer too large")
    return int.from_bytes(contents, signed=True)


def is_minimal(contents: bytes) -> bool:
    """Returns True if an integer has no superfluous byte."""
    return len(contents) < 2 or not (
        (contents[0] == 0 and contents[1] < 0x80) or (contents[0] == 0xFF and contents[1] >= 0x80)
    )


def _read_base_128(data: bytes, offset: int) -> tuple[int, int]:
    number = 0
    for position, byte in enumerate(data[offset : offset + _MOST_GROUPS]):
        if position == 0 and byte == 0x80:
            raise syntax_error("integer is not minimally encoded")
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            if number > _INT32_MAX:
                raise structure_error("base 128 integer too large")
            return number, offset + position + 1
    if len(data) - offset > _MOST_GROUPS:
        raise structure_error("base 128 integer too large")
    raise syntax_error("truncated base 128 integer")


class _Head:
    """The tag and the length of an element, and the end of its header."""

    __slots__ = ("end", "is_compound", "length", "tag", "tag_class")

    def __init__(self, data: bytes, offset: int):
        byte = data[offset]
        self.tag_class, self.is_compound, self.tag = byte >> 6, bool(byte & 0x20), byte & _HIGH_TAG
        offset += 1
        if self.tag == _HIGH_TAG:
            self.tag, offset = _read_base_128(data, offset)
            if self.tag < _HIGH_TAG:
                raise syntax_error("non-minimal tag")
        if offset >= len(data):
            raise syntax_error("truncated tag or length")
        self.length, self.end = _read_length(data, offset)

    @property
    def kind(self) -> tuple[int, int, bool]:
        """The class, the tag, and whether the element is compound."""
        return self.tag_class, self.tag, self.is_compound

    def __str__(self) -> str:
        compound = "true" if self.is_compound else "false"
        return f"{{class:{self.tag_class} tag:{self.tag} length:{self.length} isCompound:{compound}}}"


def _read_length(data: bytes, offset: int) -> tuple[int, int]:
    first = data[offset]
    offset += 1
    if first < 0x80:
        return first, offset
    count, length = first & 0x7F, 0
    if not count:
        raise syntax_error("indefinite length found (not DER)")
    for _ in range(count):
        if offset >= len(data):
            raise syntax_error("truncated tag or length")
        if length >= _LONGEST_LENGTH:
            raise structure_error("length too large")
        length = length << 8 | data[offset]
        offset += 1
        if not length:
            raise structure_error("superfluous leading zeros in length")
    if length < 0x80:
        raise structure_error("non-minimal length")
    return length, offset


def _mismatch(wanted: Wanted, head: _Head, tag: str) -> Exception:
    field = (
        f"{{optional:false explicit:false application:false private:false defaultValue:<nil> tag:{tag} "
        "stringType:0 timeType:0 set:false omitEmpty:false}"
    )
    return structure_error(f"tags don't match ({wanted.tag} vs {head}) {field} {wanted.type_name} @{head.end}")
