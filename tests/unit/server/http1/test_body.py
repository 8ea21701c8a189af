"""Tests of bodies with a known length."""

from __future__ import annotations

import pytest

from kapivara.server.http1.body import SizedBody, body_of
from kapivara.server.http1.chunked import ChunkedBody
from kapivara.server.http1.head import parse_head


@pytest.mark.parametrize("step", [1, 3, 100])
def test_bodies(step):
    body, data, at = SizedBody(5, 100), b"hello next", 0
    for end in range(step, len(data) + step, step):
        at = body.take(data, at, min(end, len(data)))
    assert (bytes(body.data), body.length, body.done, data[at:]) == (b"hello", 5, True, b" next")


def test_more_than_is_kept_is_counted():
    body = SizedBody(10, 4)
    assert body.take(b"0123456", 0, 7) == 7
    assert (bytes(body.data), body.length, body.done) == (b"0123", 7, False)
    body.keep_nothing()
    body.take(b"789", 0, 3)
    assert (bytes(body.data), body.length, body.done) == (b"", 10, True)


@pytest.mark.parametrize(
    ("header", "kind"), [(b"Content-Length: 3", SizedBody), (b"Transfer-Encoding: chunked", ChunkedBody)]
)
def test_heads_say_what_comes(header, kind):
    head = parse_head(b"POST / HTTP/1.1\r\nHost: a\r\n" + header + b"\r\n\r\n")
    assert isinstance(body_of(head, 10), kind)
