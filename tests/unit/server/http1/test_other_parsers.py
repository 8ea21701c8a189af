"""Compares the requests that http1 reads with those of h11 and of llhttp.

Go's net/http is the reference, so there are differences, and each has a reason in REASONS.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

pytest.importorskip("h11")
pytest.importorskip("httptools")

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.unit.server.http1.other_parsers import Reading, Request, read_h11, read_llhttp, read_ours

from bench.hostile_inputs.framing import framing

BOTH = ("h11", "llhttp")
LIBRARIES: dict[str, Callable[[bytes], Reading]] = {"h11": read_h11, "llhttp": read_llhttp}
ACCEPTED, REJECTED = True, False


class Reason(NamedTuple):
    """The reason for a difference from some libraries: a pattern of the head, the outcome of http1, and an example."""

    libraries: tuple[str, ...]
    ours: bool
    pattern: bytes
    example: bytes


REASONS = {
    "Go answers 505 to versions other than 1.0 and 1.1": Reason(
        BOTH, REJECTED, rb"\A(?![^\n]* HTTP/1\.[01]\r?\n)", b"GET / HTTP/2.0\r\nHost: x\r\n\r\n"
    ),
    "Go parses the URL, and rejects an incomplete escape": Reason(
        BOTH, REJECTED, rb"\A[^ ]* [^ ?]*%(?![0-9A-Fa-f]{2})", b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n"
    ),
    "Go parses the URL, and rejects one without a scheme or a slash": Reason(
        ("h11",), REJECTED, rb"\A[^ ]* (?!/|\* |[A-Za-z][A-Za-z0-9+\-.]*:)", b"GET a HTTP/1.1\r\nHost: x\r\n\r\n"
    ),
    "Go accepts bytes beyond ASCII in a URL": Reason(
        BOTH, ACCEPTED, rb"\A[^ ]* [^ ]*[\x80-\xff]", b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n"
    ),
    "Go ignores Transfer-Encoding in HTTP/1.0": Reason(
        BOTH,
        ACCEPTED,
        rb"(?is)\A[^\n]*HTTP/1\.0\r?\n(?:.*\n)?transfer-encoding:",
        b"GET / HTTP/1.0\r\nTransfer-Encoding: gzip\r\n\r\n",
    ),
    "Go rejects a list of equal lengths": Reason(
        ("h11",),
        REJECTED,
        rb"(?i)\ncontent-length:[^\n]*,",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0, 0\r\n\r\n",
    ),
    "Go accepts an equal length twice": Reason(
        BOTH,
        ACCEPTED,
        rb"(?is)\ncontent-length:.*\ncontent-length:",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
    ),
    "Go rejects a length beyond 63 bits": Reason(
        BOTH,
        REJECTED,
        rb"(?i)\ncontent-length: *[0-9]{19}",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999999999999\r\n\r\n",
    ),
    "Go rejects expectations other than 100-continue": Reason(
        BOTH, REJECTED, rb"(?i)\nexpect: (?!100-continue)", b"GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n"
    ),
    "Go rejects a Host with spaces or other foreign characters": Reason(
        BOTH,
        REJECTED,
        rb"(?i)\nhost:[ \t]*(?![A-Za-z0-9!$%&'+*(),\-.:;=\[\]_~]*[ \t]*\r?\n(?![ \t]))",
        b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
    ),
    "Go requires no Host of CONNECT": Reason(("h11",), ACCEPTED, rb"\ACONNECT ", b"CONNECT /x HTTP/1.1\r\n\r\n"),
    "llhttp stops behind CONNECT, and expects an authority": Reason(
        ("llhttp",), ACCEPTED, rb"\ACONNECT ", b"CONNECT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na"
    ),
    "llhttp does not look at Host": Reason(
        ("llhttp",), REJECTED, rb"(?is)\A(?!.*\nhost:)|\nhost:.*\nhost:", b"GET / HTTP/1.1\r\n\r\n"
    ),
    "llhttp knows only some methods": Reason(
        ("llhttp",),
        ACCEPTED,
        rb"\A(?!(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE) )",
        b"get / HTTP/1.1\r\nHost: x\r\n\r\n",
    ),
    "llhttp rejects lines without CR": Reason(("llhttp",), ACCEPTED, rb"(?<!\r)\n", b"GET / HTTP/1.1\nHost: x\n\n"),
    "llhttp rejects folded values": Reason(
        ("llhttp",), ACCEPTED, rb"\n[ \t]", b"GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n"
    ),
    "llhttp stops behind an upgrade, which Go ignores": Reason(
        ("llhttp",),
        ACCEPTED,
        rb"(?i)\nupgrade:",
        b"POST / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: y\r\nContent-Length: 1\r\n\r\na",
    ),
}


def first(reading: Reading) -> Request | str:
    """Returns the first request, or the reason for which there is none."""
    if reading.requests:
        return reading.requests[0]
    return "rejected" if reading.is_refused else "incomplete"


def unexplained(library: str, data: bytes) -> tuple[Request | str, Request | str] | None:
    """Returns the outcomes of the first request in http1 and a library if they differ without a reason."""
    ours, theirs = first(read_ours(data)), first(LIBRARIES[library](data))
    if ours == theirs or (ours, theirs) == ("incomplete", "rejected"):  # http1 checks complete heads and lines
        return None
    end = re.search(rb"\n\r?\n", data)
    head = data[: end.end()] if end else data
    outcome = not isinstance(ours, str)
    for reason in REASONS.values():
        if library in reason.libraries and reason.ours is outcome and re.search(reason.pattern, head):
            return None
    return ours, theirs


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_makes_a_difference(reason: str, library: str) -> None:
    libraries, accepted, pattern, data = REASONS[reason]
    ours, theirs = first(read_ours(data)), first(LIBRARIES[library](data))
    assert isinstance(ours, Request) is accepted
    assert re.search(pattern, data)
    if library in libraries:
        assert ours != theirs


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("start", range(0, 1000, 250))
def test_hostile_requests_are_read_alike(start: int, library: str) -> None:
    """Uses the corpus of `bench.hostile_http`."""
    for seed in range(start, start + 250):
        data = framing(Random(seed))
        assert (unexplained(library, data), data) == (None, data)


TOKEN = st.text("!#$%&'*+-.^_`|~09AZaz", min_size=1, max_size=6)
VALUE = st.text([*map(chr, range(0x20, 0x7F)), "\t", "\x80", "\xff", "\x7f", "\0", "\v"], max_size=12)
SPACE = st.sampled_from(["", " ", "\t", "  "])
TARGET = st.lists(st.sampled_from([*map(chr, range(0x20, 0x7F)), "\xff", "%41", "%zz"]), max_size=12).map(
    lambda parts: "/" + "".join(parts)
)
FRAMING = ("content-length", "transfer-encoding", "host", "expect", "connection", "upgrade", "trailer")


@st.composite
def headers(draw: st.DrawFn) -> list[bytes]:
    """Makes header lines, most of them valid, that do not concern the body."""
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        name = draw(TOKEN)
        line = f"{name}:{draw(SPACE)}{draw(VALUE)}{draw(SPACE)}"
        if name.lower() not in FRAMING:
            lines.append(line.encode("latin-1"))
    return lines


@st.composite
def bodies(draw: st.DrawFn) -> tuple[list[bytes], bytes]:
    """Makes a body and the header that announces it."""
    body = draw(st.binary(max_size=40))
    kind = draw(st.sampled_from(["none", "length", "chunks"]))
    if kind == "none":
        return [], b""
    if kind == "length":
        zeros = draw(st.sampled_from(["", "0", "00"]))
        return [f"Content-Length: {zeros}{len(body)}".encode()], body
    chunks = b""
    while body:
        size = draw(st.integers(1, len(body)))
        size_line = draw(st.sampled_from(["%x", "%X", "0%x", "%x;a=b", "%x;a"])) % size
        chunks += size_line.encode() + b"\r\n" + body[:size] + b"\r\n"
        body = body[size:]
    trailer = draw(st.sampled_from([b"", b"x: y\r\n", b"x:\r\ny: z\r\n"]))
    return [b"Transfer-Encoding: chunked"], chunks + b"0\r\n" + trailer + b"\r\n"


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """Makes a request with a random target, random headers and a well-formed body."""
    framing_lines, body = draw(bodies())
    method = draw(st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]))
    line = f"{method} {draw(TARGET)} HTTP/1.1".encode("latin-1")
    lines = [line, b"Host: localhost", *draw(headers()), *framing_lines]
    return b"\r\n".join([*lines, b"", body])


@pytest.mark.parametrize("library", LIBRARIES)
@settings(max_examples=300)
@given(data=requests())
@example(data=b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x7fb\r\n\r\n")
def test_random_requests_are_read_alike(data: bytes, library: str) -> None:
    assert unexplained(library, data) is None


@pytest.mark.parametrize("library", LIBRARIES)
@settings(max_examples=200)
@given(parts=st.lists(requests(), min_size=2, max_size=4))
@example(
    parts=[b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % size + b"a" * size for size in (0, 1)]
)
def test_requests_behind_each_other_begin_at_the_same_place(parts: list[bytes], library: str) -> None:
    """No request is hidden in another one's body: what all parsers accept alone, they accept in a row."""
    alone = [read_ours(part) for part in parts]
    if all(
        each == LIBRARIES[library](part) and len(each.requests) == 1 for each, part in zip(alone, parts, strict=True)
    ):
        data = b"".join(parts)
        expected = Reading(tuple(each.requests[0] for each in alone), False)
        assert read_ours(data) == expected
        assert LIBRARIES[library](data) == expected
