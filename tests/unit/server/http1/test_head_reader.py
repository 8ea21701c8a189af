"""Tests that consecutive heads on a connection are parsed as they would be alone, whatever is remembered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara.server.http1.head import BadHeadError, Head, parse_head
from kapivara.server.http1.head_reader import HeadReader

LINES = (
    *("Content-Length: 5", "content-length: 12", "Content-length: 007", "CONTENT-LENGTH: 3", "Content-Length:  4"),
    *("Content-Length: ", "Content-Length: x", "X-Content-Length: 5", "Transfer-Encoding: chunked", "Trailer: T"),
    *("Expect: 100-continue", "Connection: close", "Accept: */*", "Host: other", "X: \r\n Content-Length: 9"),
)
TEXTS = st.builds(
    lambda line, lines, end: end.join((line, "Host: localhost", *lines, "", "")).encode(),
    st.sampled_from(("POST /a HTTP/1.1", "POST /b?c HTTP/1.1", "POST /a HTTP/1.0", "GET / HTTP/1.1")),
    st.lists(st.sampled_from(LINES), max_size=3),
    st.sampled_from(("\r\n", "\r\n", "\r\n", "\n")),
)
FIELDS = ("method", "path", "query", "host", "is_1_0", "closes", "expects", "length")


class Connection:
    """Reads heads one after the other, as a connection does."""

    def __init__(self) -> None:
        self._reader = HeadReader()

    def read(self, data: bytes) -> Head:
        source = b"before" + data + b"behind"
        end = self._reader.find_kept(source, len(b"before"))
        if end < 0:
            return self._reader.read(data)
        assert end == len(b"before" + data)
        assert self._reader.kept is not None
        return self._reader.kept


def read(head: Any, data: bytes) -> Any:
    try:
        found = head(data)
    except BadHeadError as error:
        return error.status, error.text
    return [getattr(found, field) for field in FIELDS] + [found.get(b"accept"), found.all(b"host")]


@given(st.lists(TEXTS, min_size=2, max_size=4))
def test_heads_read_as_they_do_alone(texts: list[bytes]) -> None:
    connection = Connection()
    for data in (*texts, *texts):
        assert read(connection.read, data) == read(parse_head, data)


def posted(length: str, *lines: str) -> bytes:
    return "\r\n".join(("POST /a HTTP/1.1", "Host: localhost", f"Content-Length: {length}", *lines, "", "")).encode()


@pytest.mark.parametrize(
    ("first", "second", "is_known"),
    [
        pytest.param(posted("5"), posted("5"), True, id="the same"),
        pytest.param(posted("5", "A: b"), posted("7654321", "A: b"), True, id="of another length"),
        pytest.param(posted("5", "A: b"), posted("5", "A: c"), False, id="with another header"),
        pytest.param(posted("5"), posted("5").replace(b"/a", b"/b"), False, id="for another path"),
        pytest.param(posted("5", "Content-Length: 5"), posted("5", "Content-Length: 5"), False, id="two lengths"),
        pytest.param(posted("5", "Transfer-Encoding: chunked"), posted("5"), False, id="chunked"),
        pytest.param(posted("5", "Expect: 100-continue"), posted("5", "Expect: 100-continue"), False, id="waiting"),
        pytest.param(posted("5", f"A: {'b' * 5000}"), posted("5", f"A: {'b' * 5000}"), False, id="long"),
    ],
)
def test_what_is_read_once(first: bytes, second: bytes, is_known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = Connection()
    connection.read(first).read_as = "known"
    parsed: list[bytes] = []

    def parse(data: bytes) -> Head:
        parsed.append(data)
        return parse_head(data)

    monkeypatch.setattr("kapivara.server.http1.head_reader.parse_head", parse)
    assert connection.read(second).read_as == ("known" if is_known else None)
    assert parsed == ([] if is_known else [second])


def test_a_head_that_is_not_whole_is_none_that_is_kept() -> None:
    connection, data = Connection(), posted("5", "A: b")
    connection.read(data)
    reader = connection._reader
    for end in range(len(data)):
        assert reader.find_kept(data[:end], 0) == -1
    assert reader.find_kept(posted("1234567890"), 0) == -1
    assert reader.find_kept(data, 0) == len(data)
