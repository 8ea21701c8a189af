"""Parses PEM blocks, and validates the certificates and certificate requests in them.

Upstream: encoding/pem/pem.go Decode (Go 1.27); pkg/apis/certificates/helpers.go ParseCSR,
pkg/apis/certificates/validation/validation.go validateCertificate (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.languages.go.base64 import Base64Error, decode_base64
from kapivara.languages.x509.errors import X509Error
from kapivara.values.record import record

_BEGIN: Final = b"-----BEGIN "
_END: Final = b"\n-----END "
_DASHES: Final = b"-----"


@record
class PemBlock:
    """A PEM block: its type, its data, and whether it has headers."""

    type: str
    data: bytes
    has_headers: bool


def read_blocks(data: bytes) -> Iterator[PemBlock]:
    """Yields the PEM blocks of a text; skips other text and incomplete blocks."""
    place = 0
    while (found := _find_block(data, place)) is not None:
        block, place = found
        yield block


def _find_block(data: bytes, place: int) -> tuple[PemBlock, int] | None:
    """Returns the next block and the position after it; searches for the end line first."""
    while (end := data.find(_END, place)) >= 0:
        after_end = end + len(_END)
        begin = data.rfind(_BEGIN, place, end)
        if begin < 0 or (begin > place and data[begin - 1] != ord("\n")):
            place = after_end
            continue
        head, body = _line(data, begin + len(_BEGIN))
        has_headers = False
        if head.endswith(_DASHES):
            while b":" in (line := _line(data, body))[0]:
                has_headers, body = True, line[1]
            if body >= len(data) or body > after_end:
                return None
        block = _block_between(data, head, (body, end), has_headers=has_headers)
        if block is not None:
            return block, _line(data, after_end - 1)[1]
        place = after_end
    return None


def _block_between(data: bytes, head: bytes, span: tuple[int, int], *, has_headers: bool) -> PemBlock | None:
    """Returns the block of a begin line, with its data in `span`; None if the end line does not match."""
    body, end = span
    name = head.removesuffix(_DASHES)
    wanted, after_end = name + _DASHES, end + len(_END)
    end_of_name = after_end + len(wanted)
    if head == name or (has_headers and end < body) or data[after_end:end_of_name] != wanted:
        return None
    if _line(data, end_of_name)[0]:
        return None
    text = data[body:end].translate(None, b" \t").decode("latin-1")
    try:
        contents = decode_base64(text)
    except Base64Error:
        return None
    return PemBlock(name.decode("utf-8", "replace"), contents, has_headers)


def _line(data: bytes, place: int) -> tuple[bytes, int]:
    """Returns the line at a position without trailing white space, and the position of the next line."""
    end = data.find(b"\n", place)
    if end < 0:
        return data[place:].rstrip(b" \t"), len(data)
    line = data[place:end]
    return line.removesuffix(b"\r").rstrip(b" \t"), end + 1


def request_problem(data: bytes) -> str:
    """Returns the reason why a text is not a certificate request; empty if it is one."""
    block = next(read_blocks(data), None)
    if block is None or block.type != "CERTIFICATE REQUEST":
        return "PEM block type must be CERTIFICATE REQUEST"
    from kapivara.languages.x509.request import parse_request

    try:
        return parse_request(block.data).signature_problem
    except X509Error as error:
        return str(error)


def certificates_problem(data: bytes) -> str:
    """Returns the reason why a text is not a list of certificates; empty if it is one, or an empty list."""
    from kapivara.languages.x509.certificate import parse_certificates

    count = 0
    for block in read_blocks(data):
        if block.type != "CERTIFICATE":
            from kapivara.values.rendering import quote

            return f"only CERTIFICATE PEM blocks are allowed, found {quote(block.type)}"
        if block.has_headers:
            return "no PEM block headers are permitted"
        try:
            found = parse_certificates(block.data)
        except X509Error as error:
            return str(error)
        if not found:
            return "found CERTIFICATE PEM block containing 0 certificates"
        count += 1
    return "" if count or not data else "must contain at least one CERTIFICATE PEM block"
