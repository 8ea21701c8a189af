"""Tests of the heads of responses."""

from __future__ import annotations

import pytest

from kapivara.server.http1.sending import Chunks, Dates, head_bytes, refusal_bytes


def lines(code=200, headers=(), **options):
    given = {"is_1_0": False, "connection": b"", "length": 2, **options}
    return [line for line in head_bytes(code, list(headers), **given).split(b"\r\n") if not line.startswith(b"date: ")]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [b"HTTP/1.1 200 OK", b"content-length: 2", b"", b""]),
        (
            {"is_1_0": True, "connection": b"keep-alive"},
            [b"HTTP/1.0 200 OK", b"content-length: 2", b"connection: keep-alive", b"", b""],
        ),
        ({"length": None}, [b"HTTP/1.1 200 OK", b"transfer-encoding: chunked", b"", b""]),
        ({"length": None, "is_1_0": True}, [b"HTTP/1.0 200 OK", b"", b""]),
        ({"code": 304}, [b"HTTP/1.1 304 Not Modified", b"", b""]),
        (
            {"code": 413, "headers": [(b"a", b"b")]},
            [b"HTTP/1.1 413 Request Entity Too Large", b"a: b", b"content-length: 2", b"", b""],
        ),
        ({"code": 422}, [b"HTTP/1.1 422 Unprocessable Entity", b"content-length: 2", b"", b""]),
    ],
    ids=str,
)
def test_heads(options, expected):
    assert lines(**options) == expected


def test_dates(monkeypatch):
    dates = Dates()
    for now in (0.0, 0.9, 1.0):
        monkeypatch.setattr("time.time", lambda now=now: now + 784_111_777)
        assert dates.line() == b"date: Sun, 06 Nov 1994 08:49:%02d GMT\r\n" % (37 + int(now))


def test_refusals():
    assert refusal_bytes("400 Bad Request", "no") == (
        b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\n"
        b"content-length: 2\r\nconnection: close\r\n\r\nno"
    )
    assert b"content-type" not in refusal_bytes("417 Expectation Failed", "")


def test_pieces_that_many_streams_send_are_framed_once():
    chunks = Chunks()
    piece = b"x" * 26
    chunk = chunks.frame(piece)
    assert chunk == b"1a\r\n" + piece + b"\r\n"
    assert chunks.frame(piece) is chunk
    for number in range(2000):
        chunks.frame(b"%d" % number * 1000)
    assert sum(map(len, chunks._known.values())) < 2 * 1024 * 1024
