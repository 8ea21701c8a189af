"""The head of a request: its request line and its headers, read as Go's server reads them.

What Go refuses is refused with Go's status and words, and what it lets pass, passes: any method that is a token, lines
that end without CR, values folded over lines, one `Content-Length` repeated. A head stays the bytes that it came as;
of its headers only those are looked up that somebody asks for, so that a head of thousands of lines costs a scan.
Upstream: net/http request.go readRequest, server.go readRequest, transfer.go readTransfer;
net/textproto/reader.go ReadMIMEHeader.
"""

from __future__ import annotations

from typing import Any

from kapivara.server.url import BadUrlError, read_url
from kapivara.values.lazy_pattern import lazy_bytes_pattern

MAX_HEAD_BYTES = 1024 * 1024 + 4096
MAX_HEADER_LINES = 10_000
CHUNKED = -1
"""The length of a body that comes in chunks."""

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_REQUEST_LINE = lazy_bytes_pattern(rb"(" + _TOKEN + rb") ([^\x00-\x20\x7f]+) HTTP/([0-9]\.[0-9])(?=\r?\n)")
_BAD_LINE = lazy_bytes_pattern(rb"\n(?!" + _TOKEN + rb":[\t\x20-\x7e\x80-\xff]*(?:\r?\n|\Z))")
_MALFORMED_LINE = lazy_bytes_pattern(rb"\n(?![ !#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*(?:\r?\n|\Z))")
_LINE_WITHOUT_COLON = lazy_bytes_pattern(rb"\n(?![ \t])[^:\n]*(?=\n|\Z)")
_FOLD = lazy_bytes_pattern(rb"\r?\n[ \t]+")
_HOST = lazy_bytes_pattern(rb"[A-Za-z0-9!$%&'+*(),\-.:;=\[\]_~]*\Z")
_DIGITS = lazy_bytes_pattern(rb"0*([0-9]{1,19})\Z")
_LONGEST_BODY = 2**63 - 1
_ABOUT_BODIES = (b"\ntransfer-encoding:", b"\ntrailer:", b"\nexpect:")
_FORBIDDEN_TRAILERS = frozenset((b"transfer-encoding", b"trailer", b"content-length"))


class BadHeadError(Exception):
    """A head that is not answered by the application: the status, and what to say after it."""

    def __init__(self, status: str, text: str | None = None):
        super().__init__(status)
        self.status = status
        self.text = status if text is None else text


def _bad_request(why: str = "") -> BadHeadError:
    return BadHeadError(f"400 Bad Request: {why}" if why else "400 Bad Request")


def too_large() -> BadHeadError:
    """Refuses a head of more bytes, or more lines, than are taken."""
    return BadHeadError("431 Request Header Fields Too Large")


class Head:
    """A request line and its headers. `path` is decoded, `query` is as it was sent; `host` may be empty.

    A query may be 1 MB, so the head stores it once, as the end of `url`.

    `length` is that of the body, or CHUNKED. `is_1_0` tells HTTP/1.0 from what came later. `closes` tells that the
    client wants no other request on its connection, `expects` that it waits for `100 Continue` before the body.
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
        """What it asks for, as it was sent."""
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
        """Whether it is kept to be compared with those that follow: where it comes again, only its length changes."""
        self.read_as: Any = None
        """What the application has read in one that is kept."""
        self.caller: Any = None
        """Who sent it, where it is one that is kept and has a body, and that stays so."""
        self.sender: Any = None
        """Who sent it."""
        self.certified: Any = None
        """Whose connection it came by, where a certificate tells."""

    @property
    def query(self) -> bytes:
        """Returns the query, without the question mark."""
        return self.url[len(self.url) - self.query_length :]

    @property
    def is_plain(self) -> bool:
        """Whether its body is as long as one header says, and nothing else is said about bodies."""
        folded = self._folded
        return folded.count(b"\ncontent-length:") == 1 and not any(map(folded.__contains__, _ABOUT_BODIES))

    def get(self, name: bytes) -> bytes | None:
        """Returns the value of a header, the first one where it is given more than once; None where it is not there.

        Names are asked for in lower case.
        """
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
        """Returns what follows a prefix in names of headers, in lower case, with their values."""
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
        """Returns the value of a header as text, empty where it is not there."""
        value = self.get(name)
        return value.decode(errors="replace") if value else ""

    def _value(self, start: int) -> bytes:
        end = self._lines.find(b"\n", start)
        return self._lines[start : end if end >= 0 else None].strip(b" \t\r")

    def read_host(self) -> None:
        """Reads which host is asked, where the URL did not say; raises BadHeadError where the header is amiss."""
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
        """Reads whether the client waits for `100 Continue`; raises BadHeadError where it waits for something else."""
        expected = self.get(b"expect")
        if not expected:
            return
        if b"100-continue" not in expected.lower().replace(b",", b" ").split():
            raise BadHeadError("417 Expectation Failed", "")
        self.expects = not self.is_1_0 and self.length != 0


def find_end(data: bytes | bytearray, start: int = 0, seen: int = 0) -> int:
    """Returns where the head that starts at `start` ends, after its empty line; -1 where it goes on.

    What lies before `seen` was looked at already.
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
    """Reads a whole head, its empty line included; raises BadHeadError for what is wrong first, in Go's order."""
    line = _REQUEST_LINE.match(data)
    if line is None:
        raise _bad_request()
    lines = data[line.end() :].removeprefix(b"\r")  # each of them after the end of the one before
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
    """Joins values that go on in lines of their own; raises BadHeadError where that is not what is wrong.

    Kept: a name with a space in it is refused later.
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
