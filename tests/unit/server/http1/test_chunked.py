"""Tests of bodies in chunks: read as Go reads them, and rejected with its errors."""

from __future__ import annotations

import pytest

from kapivara.server.http1.chunked import ChunkedBody, ChunkError

END = b"0\r\n\r\n"


def take(data, step=None, limit=1000):
    """Feeds a body, whole or in steps; returns the body and the rest."""
    body, at = ChunkedBody(limit), 0
    for end in range(step or len(data), len(data) + (step or 1), step or len(data)):
        at = body.take(data, at, min(end, len(data)))
    return body, data[at:]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"5\r\nhello\r\n" + END, id="one"),
        pytest.param(b"2\r\nhe\r\n003\r\nllo\r\n" + END, id="two"),
        pytest.param(b"5;name=value\r\nhello\r\n0;x\r\n\r\n", id="extensions"),
        pytest.param(b"5 \t\r\nhello\r\n000\r\n\r\n", id="space-behind"),
        pytest.param(b"5\r\nhello\r\n0\r\nX: y\r\nAuthorization: Bearer T\r\n\r\n", id="trailers"),
        pytest.param(b"5\r\nhello\r\n0\r\nX: y\r\n z\r\n\r\n", id="folded-trailer"),
        pytest.param(b"5\r\nhello\r\n0\r\nX: y\n\n", id="trailers-without-carriage-returns"),
        pytest.param(b"5\r\nhello\r\n0\r\nX: " + b"y" * 4000 + b"\r\n\r\n", id="long-trailer"),
        pytest.param(b"0" * 15 + b"5\r\nhello\r\n" + END, id="sixteen-digits"),
        pytest.param(b"".join(b"1\r\n%c\r\n" % each for each in b"hello") + END, id="bytes"),
    ],
)
@pytest.mark.parametrize("step", [None, 1, 3])
def test_bodies(data, step):
    body, rest = take(data + b"GET /", step)
    assert (bytes(body.data), body.length, body.done, rest) == (b"hello", 5, True, b"GET /")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\r\n", "empty hex number for chunk length"),
        (b";x\r\n", "empty hex number for chunk length"),
        (b" 5\r\n", "invalid byte in chunk length"),
        (b"5 ;x\r\n", "invalid byte in chunk length"),
        (b"+5\r\n", "invalid byte in chunk length"),
        (b"0x5\r\n", "invalid byte in chunk length"),
        (b"5_0\r\n", "invalid byte in chunk length"),
        (b"0" * 17 + b"\r\n", "http chunk length too large"),
        (b"5\nhello", "chunked line ends with bare LF"),
        (b"5\r5\r\n", "invalid CR in chunked line"),
        (b"5;" + b"x" * 5000, "header line too long"),
        (b"5\r\nhello\n0\r\n", "malformed chunked encoding"),
        (b"5\r\nhelloxx", "malformed chunked encoding"),
        (
            b"".join(b"1;" + b"a" * 100 + b"\r\n \r\n" for _ in range(200)),
            "chunked encoding contains too much non-data",
        ),
        (b"1\r\nx\r\n" * 60_000, "chunked encoding contains too much non-data"),
        (b"0\r\n" + b"X: y\r\n" * 1000, "http: suspiciously long trailer after chunked body"),
    ],
    ids=lambda each: str(each)[:40],
)
@pytest.mark.parametrize("step", [None, 1, 7])
def test_bodies_that_are_refused(data, message, step):
    with pytest.raises(ChunkError) as refused:
        take(data, step)
    assert (str(refused.value), refused.value.line) == (message, None)


@pytest.mark.parametrize(
    ("trailer", "message"),
    [
        ("nocolon", "malformed MIME header: missing colon"),
        (" X: y", "malformed MIME header initial line"),
        ("X: \x01", "malformed MIME header line"),
    ],
)
def test_trailers_that_are_refused(trailer, message):
    with pytest.raises(ChunkError) as refused:
        take(f"0\r\n{trailer}\r\n\r\n".encode())
    assert (str(refused.value), refused.value.line) == (message, trailer)


def test_more_than_is_kept_is_counted():
    body, _ = take(b"5\r\nhello\r\n6\r\n world\r\n" + END, limit=7)
    assert (bytes(body.data), body.length) == (b"hello w", 11)


def test_nothing_is_kept():
    body = ChunkedBody(1000)
    at = body.take(data := b"5\r\nhello\r\n5\r\nagain\r\n" + END, 0, 9)
    body.keep_nothing()
    assert body.take(data, at, len(data)) == len(data)
    assert (bytes(body.data), body.length, body.done) == (b"", 10, True)
