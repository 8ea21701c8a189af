"""The head of a request: its request line and headers, parsed like Go's server.

Errors have Go's status and text; everything that Go accepts is accepted: any token as a method, lines without CR,
folded values, one repeated `Content-Length`. A head keeps its bytes, and headers are looked up on demand, so a head of
thousands of lines costs one scan. Upstream: net/http request.go readRequest, server.go readRequest, transfer.go
readTransfer; net/textproto/reader.go ReadMIMEHeader.
"""

from __future__ import annotations

import re
from typing import Any

from kapivara.server.http1.url import BadUrlError, read_url

MAX_HEAD_BYTES = 1024 * 1024 + 4096
MAX_HEADER_LINES = 10_000
CHUNKED = -1
"""The length of a chunked body."""

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_REQUEST_LINE = re.compile(rb"(" + _TOKEN + rb") ([^\x00-\x20\x7f]+) HTTP/([0-9]\.[0-9])(?=\r?\n)")
_BAD_LINE = re.compile(rb"\n(?!" + _TOKEN + rb":[\t\x20-\x7e\x80-\xff]*(?:\r?\n|\Z))")
_MALFORMED_LINE = re.compile(rb"\n(?![ !#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*(?:\r?\n|\Z))")
_LINE_WITHOUT_COLON = re.compile(rb"\n(?![ \t])[^:\n]*(?=\n|\Z)")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_HOST = re.compile(rb"[A-Za-z0-9!$%&'+*(),\-.:;=\[\]_~]*\Z")
_DIGITS = re.compile(rb"0*([0-9]{1,19})\Z")
_LONGEST_BODY = 2**63 - 1
_ABOUT_BODIES = (b"\ntransfer-encoding:", b"\ntrailer:", b"\nexpect:")
_FORBIDDEN_TRAILERS = frozenset((b"transfer-encoding", b"trailer", b"content-length"))


class BadHeadError(Exception):
    """A head that is rejected before the application: the status, and its text."""

    def __init__(self, status: str, text: str | None = None):
        super().__init__(status)
        self.status = status
        self.text = status if text is None else text


def _bad_request(why: str = "") -> BadHeadError:
    return BadHeadError(f"400 Bad Request: {why}" if why else "400 Bad Request")


def too_large() -> BadHeadError:
    """Returns the error for a head with too many bytes or lines."""
    return BadHeadError("431 Request Header Fields Too Large")


class Head:
    """A request line and headers. `path` is decoded, `query` is raw; `host` may be empty.

    A query may be 1 MB, so the head stores it once, as the end of `url`.

    `length` is that of the body, or CHUNKED. `is_1_0` is True for HTTP/1.0. `closes` is True if the client wants no
    further request on its connection, `expects` if it waits for `100 Continue` before the body.
    """

    __slots__ = (
        "_folded",
        "_lines",
        "caller",
        "certified",
        "closes",
        "expects",
        "host",
        "is_1_0",
        "is_kept",
        "length",
        "method",
        "path",
        "query_length",
        "read_as",
        "sender",
        "url",
    )

    def __init__(self, method: bytes, url: bytes, lines: bytes, *, is_1_0: bool):
        self.method = method.decode()
        self.url = url
        """The raw request target."""
        self._lines = lines
        self._folded = lines.lower()
        self.is_1_0 = is_1_0
        self.path, query, self.host = read_url(self.method, url)
        self.query_length = len(query)
        if self._folded.count(b"\nhost:") > 1:
            raise _bad_request()
        tokens = _tokens(self.all(b"connection"))
        self.closes = b"close" in tokens or (is_1_0 and b"keep-alive" not in tokens)
        self.length = self._read_length()
        self.expects = False
        self.is_kept = False
        """Whether the head is kept for comparison with later ones; a repeated head changes only its length."""
        self.read_as: Any = None
        """The application's `Incoming` of a kept head."""
        self.caller: Any = None
        """The lasting caller of a kept head with a body."""
        self.sender: Any = None
        """The caller of the request."""
        self.certified: Any = None
        """The application's caller by the certificate of the connection."""

    @property
    def query(self) -> bytes:
        """Returns the query without the question mark."""
        return self.url[len(self.url) - self.query_length :]

    @property
    def is_plain(self) -> bool:
        """Whether a single Content-Length header determines the body, and no other header concerns it."""
        folded = self._folded
        return folded.count(b"\ncontent-length:") == 1 and not any(map(folded.__contains__, _ABOUT_BODIES))

    def get(self, name: bytes) -> bytes | None:
        """Returns the first value of a header, given in lower case; None if it is missing."""
        key = b"\n" + name + b":"
        at = self._folded.find(key)
        return None if at < 0 else self._value(at + len(key))

    def all(self, name: bytes) -> list[bytes]:
        """Returns all values of a header."""
        key = b"\n" + name + b":"
        values = []
        at = self._folded.find(key)
        while at >= 0:
            values.append(self._value(at + len(key)))
            at = self._folded.find(key, at + len(key))
        return values

    def all_below(self, prefix: bytes) -> list[tuple[bytes, bytes]]:
        """Returns the rest of the names of headers with a prefix, in lower case, with their values."""
        key = b"\n" + prefix
        found = []
        at = self._folded.find(key)
        while at >= 0:
            start = at + len(key)
            end = self._folded.index(b":", start)
            found.append((self._folded[start:end], self._value(end + 1)))
            at = self._folded.find(key, start)
        return found

    def text(self, name: bytes) -> str:
        """Returns the value of a header as text, empty if it is missing."""
        value = self.get(name)
        return value.decode(errors="replace") if value else ""

    def _value(self, start: int) -> bytes:
        end = self._lines.find(b"\n", start)
        return self._lines[start : end if end >= 0 else None].strip(b" \t\r")

    def read_host(self) -> None:
        """Reads the host, unless the URL has one; raises BadHeadError for an invalid header."""
        given = self.get(b"host")
        if given is None:
            if not self.is_1_0 and self.method != "CONNECT":
                raise _bad_request("missing required Host header")
            return
        if not _HOST.match(given):
            raise _bad_request("malformed Host header")
        self.host = self.host or given.decode()

    def _read_length(self) -> int:
        """Returns the length of the body.

        Upstream: net/http transfer.go parseTransferEncoding, fixLength, fixTrailer. Kept: a `Content-Length` beside
        chunks must be a number, and is then ignored.
        """
        encodings = [] if self.is_1_0 else self.all(b"transfer-encoding")
        if encodings and (len(encodings) > 1 or encodings[0].lower() != b"chunked"):
            raise BadHeadError("501 Not Implemented", "Unsupported transfer encoding")
        lengths = set(self.all(b"content-length"))
        length = 0
        if lengths:
            digits = _DIGITS.match(lengths.pop())
            if digits is None or lengths or (length := int(digits[1])) > _LONGEST_BODY:
                raise _bad_request()
        if not encodings:
            return length
        if _FORBIDDEN_TRAILERS & _tokens(self.all(b"trailer")):
            raise _bad_request()
        return CHUNKED

    def read_expectation(self) -> None:
        """Reads whether the client waits for `100 Continue`; raises BadHeadError for any other expectation."""
        expected = self.get(b"expect")
        if not expected:
            return
        if b"100-continue" not in expected.lower().replace(b",", b" ").split():
            raise BadHeadError("417 Expectation Failed", "")
        self.expects = not self.is_1_0 and self.length != 0


def find_end(data: bytes | bytearray, start: int = 0, seen: int = 0) -> int:
    """Returns the end of the head that starts at `start`, after its empty line; -1 if it is incomplete.

    The bytes before `seen` were searched before.
    """
    if data.startswith((b"\n", b"\r\n"), start):
        return data.find(b"\n", start) + 1
    begin = max(start, seen - 2)
    end = data.find(b"\n\r\n", begin)
    bare = data.find(b"\n\n", begin, end + 1 if end >= 0 else len(data))
    if bare >= 0:
        return bare + 2
    return end + 3 if end >= 0 else -1


def parse_head(data: bytes) -> Head:
    """Parses a complete head with its empty line; raises BadHeadError for the first error, in Go's order."""
    line = _REQUEST_LINE.match(data)
    if line is None:
        raise _bad_request()
    lines = data[line.end() :].removeprefix(b"\r")  # each line after the end of the line before
    for ending in (b"\n", b"\r", b"\n", b"\r"):
        lines = lines.removesuffix(ending)
    if lines.count(b"\n") > MAX_HEADER_LINES:
        raise too_large()
    bad_name = False
    if _BAD_LINE.search(lines):
        lines = _unfold(lines)
        bad_name = _BAD_LINE.search(lines) is not None
    method, url, version = line.groups()
    try:
        head = Head(method, url, lines, is_1_0=version < b"1.1")
    except BadUrlError as error:
        raise (too_large() if error.too_long else _bad_request()) from None
    if not version.startswith(b"1."):
        raise BadHeadError("505 HTTP Version Not Supported: unsupported protocol version")
    head.read_host()
    if bad_name:
        raise _bad_request("invalid header name")
    head.read_expectation()
    return head


def _unfold(lines: bytes) -> bytes:
    """Joins folded values; raises BadHeadError for other malformed lines.

    Kept: a name with a space is rejected later.
    """
    if lines.startswith((b"\n ", b"\n\t")) or _LINE_WITHOUT_COLON.search(lines):
        raise _bad_request()
    unfolded = b" ".join(part.rstrip(b" \t") for part in _FOLD.split(lines))
    if _MALFORMED_LINE.search(unfolded):
        raise _bad_request()
    return unfolded


def _tokens(values: list[bytes]) -> set[bytes]:
    """Returns the elements of comma-separated headers, in lower case."""
    return {token.strip(b" \t") for value in values for token in value.lower().split(b",")}
