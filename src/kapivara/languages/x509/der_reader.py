"""Reads DER elements of certificates, names and keys.

Upstream: golang.org/x/crypto/cryptobyte asn1.go String (Go 1.27).
"""

from __future__ import annotations

from kapivara.languages.x509.asn1_fields import is_minimal, right_aligned

BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, NULL, OBJECT_IDENTIFIER = 1, 2, 3, 4, 5, 6
SEQUENCE, SET = 0x30, 0x31
_HIGH_TAG = 0x1F
_LONGEST_LENGTH = 4
_MOST_GROUPS = 5
_LAST_SHIFTED = 1 << 24


class DerReader:
    """Reads elements in order; an element that cannot be read returns None and consumes nothing."""

    def __init__(self, data: bytes):
        self._data = data
        self._offset = 0

    @property
    def is_empty(self) -> bool:
        """True if all data was read."""
        return self._offset >= len(self._data)

    def is_next(self, tag: int) -> bool:
        """Returns True if the next element has a tag."""
        return not self.is_empty and self._data[self._offset] == tag

    def any_element(self) -> tuple[int, bytes, bytes] | None:
        """Reads an element; returns its tag, its contents, and all of its bytes."""
        data, begin = self._data, self._offset
        if len(data) - begin < 2 or data[begin] & _HIGH_TAG == _HIGH_TAG:
            return None
        first, head = data[begin + 1], begin + 2
        if first < 0x80:
            end = head + first
        else:
            count = first & 0x7F
            if not 0 < count <= _LONGEST_LENGTH or len(data) - head < count:
                return None
            length = int.from_bytes(data[head : head + count])
            if length < 0x80 or not length >> (count - 1) * 8:
                return None
            head += count
            end = head + length
        if end > len(data):
            return None
        self._offset = end
        return data[begin], data[head:end], data[begin:end]

    def element(self, tag: int) -> bytes | None:
        """Reads an element with a tag; returns its contents."""
        if not self.is_next(tag):
            return None
        found = self.any_element()
        return None if found is None else found[1]

    def full_element(self, tag: int) -> bytes | None:
        """Reads an element with a tag; returns all of its bytes."""
        if not self.is_next(tag):
            return None
        found = self.any_element()
        return None if found is None else found[2]

    def reader(self, tag: int) -> DerReader | None:
        """Reads an element with a tag; returns a reader of its contents."""
        contents = self.element(tag)
        return None if contents is None else DerReader(contents)

    def integer(self, tag: int = INTEGER, most_bytes: int | None = None) -> int | None:
        """Reads an integer of at most `most_bytes` bytes."""
        contents = self.element(tag)
        if not contents or not is_minimal(contents) or (most_bytes is not None and len(contents) > most_bytes):
            return None
        return int.from_bytes(contents, signed=True)

    def boolean(self) -> bool | None:
        """Reads a boolean."""
        contents = self.element(BOOLEAN)
        return {b"\x00": False, b"\xff": True}.get(contents or b"")

    def bits(self) -> bytes | None:
        """Reads a bit string; returns bytes, the first padded with zero bits."""
        contents = self.element(BIT_STRING)
        if not contents:
            return None
        padding, bits = contents[0], contents[1:]
        if padding > 7 or (padding and (not bits or bits[-1] & ((1 << padding) - 1))):
            return None
        return right_aligned(bits, padding)

    def identifier(self) -> tuple[int, ...] | None:
        """Reads an object identifier; returns its numbers."""
        contents = self.element(OBJECT_IDENTIFIER)
        return identifier_in(contents) if contents else None


def identifier_in(contents: bytes) -> tuple[int, ...] | None:
    """Returns the numbers of an object identifier; None if it is malformed."""
    numbers: list[int] = []
    number = groups = 0
    for byte in contents:
        if groups == _MOST_GROUPS or number >= _LAST_SHIFTED or (groups == 0 and byte == 0x80):
            return None
        number, groups = number << 7 | byte & 0x7F, groups + 1
        if byte < 0x80:
            numbers.append(number)
            number = groups = 0
    if groups or not numbers:
        return None
    first = numbers[0]
    return (min(first // 40, 2), first % 40 if first < 80 else first - 80, *numbers[1:])
