"""Tests of heads of requests: parsed ones, and the errors of others, all compared with the real server."""

from __future__ import annotations

import pytest

from kapivara.server.http1.head import CHUNKED, MAX_HEADER_LINES, BadHeadError, find_end, parse_head

HOST = b"Host: localhost\r\n"


def head(line=b"GET / HTTP/1.1", *headers, host=HOST):
    return line + b"\r\n" + host + b"".join(each + b"\r\n" for each in headers) + b"\r\n"


def test_a_head():
    read = parse_head(
        head(b"POST /api/v1/x%20y?a=%41&b HTTP/1.1", b"Accept: a/b", b"ACCEPT: c/d", b"Content-Length: 7")
    )
    assert (read.method, read.path, read.query, read.host) == ("POST", "/api/v1/x y", b"a=%41&b", "localhost")
    assert (read.length, read.is_1_0, read.closes, read.expects) == (7, False, False, False)
    assert (read.get(b"accept"), read.all(b"accept"), read.get(b"cept")) == (b"a/b", [b"a/b", b"c/d"], None)
    assert (read.text(b"accept"), read.text(b"absent")) == ("a/b", "")


@pytest.mark.parametrize(
    ("line", "path", "query", "host"),
    [
        (b"GET /a?b?c#d HTTP/1.1", "/a", b"b?c#d", "localhost"),
        (b"GET /a#b HTTP/1.1", "/a#b", b"", "localhost"),
        (b"GET //a HTTP/1.1", "//a", b"", "localhost"),
        (b"GET /\xff HTTP/1.1", "/\ufffd", b"", "localhost"),
        (b"GET /%2f%E2%82%AC HTTP/1.1", "//€", b"", "localhost"),
        (b"GET http://other:80/a?b HTTP/1.1", "/a", b"b", "other:80"),
        (b"GET http://u:p@other/a HTTP/1.1", "/a", b"", "other"),
        (b"GET http://[::1]:1/a HTTP/1.1", "/a", b"", "[::1]:1"),
        (b"GET foo:///a HTTP/1.1", "/a", b"", "localhost"),
        (b"GET foo:/a HTTP/1.1", "/a", b"", "localhost"),
        (b"GET http://other HTTP/1.1", "", b"", "other"),
        (b"GET mailto:a@b HTTP/1.1", "", b"", "localhost"),
        (b"OPTIONS * HTTP/1.1", "*", b"", "localhost"),
        (b"CONNECT other:1 HTTP/1.1", "", b"", "other:1"),
        (b"CONNECT /a HTTP/1.1", "/a", b"", "localhost"),
        (b"A!#$%&'*+-.^_`|~9 / HTTP/1.9", "/", b"", "localhost"),
    ],
)
def test_request_lines(line, path, query, host):
    read = parse_head(head(line))
    assert (read.path, read.query, read.host) == (path, query, host)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"", "400 Bad Request"),
        (b"hello", "400 Bad Request"),
        (b"GET /", "400 Bad Request"),
        (b"GET  / HTTP/1.1", "400 Bad Request"),
        (b"GET /  HTTP/1.1", "400 Bad Request"),
        (b"GET / HTTP/1.1 ", "400 Bad Request"),
        (b" GET / HTTP/1.1", "400 Bad Request"),
        (b"GET\t/\tHTTP/1.1", "400 Bad Request"),
        (b"G(T / HTTP/1.1", "400 Bad Request"),
        (b"GET / http/1.1", "400 Bad Request"),
        (b"GET / HTTP/1", "400 Bad Request"),
        (b"GET / HTTP/1.11", "400 Bad Request"),
        (b"GET / HTTP/2.0", "505 HTTP Version Not Supported: unsupported protocol version"),
        (b"GET / HTTP/0.9", "505 HTTP Version Not Supported: unsupported protocol version"),
        (b"GET /a\x01b HTTP/1.1", "400 Bad Request"),
        (b"GET /a\x7fb HTTP/1.1", "400 Bad Request"),
        (b"GET /%zz HTTP/1.1", "400 Bad Request"),
        (b"GET /% HTTP/1.1", "400 Bad Request"),
        (b"GET a HTTP/1.1", "400 Bad Request"),
        (b"GET :a HTTP/1.1", "400 Bad Request"),
        (b"GET http://a:x/ HTTP/1.1", "400 Bad Request"),
        (b"GET http://[::1/ HTTP/1.1", "400 Bad Request"),
        (b"GET /" + b"%20" * 10_001 + b" HTTP/1.1", "431 Request Header Fields Too Large"),
    ],
    ids=lambda each: str(each)[:30],
)
def test_request_lines_that_are_refused(line, status):
    with pytest.raises(BadHeadError) as refused:
        parse_head(head(line))
    assert (refused.value.status, refused.value.text) == (status, status)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([b"no colon"], "400 Bad Request"),
        ([b": empty"], "400 Bad Request"),
        ([b"a(b: c"], "400 Bad Request"),
        (["é: a".encode()], "400 Bad Request"),
        ([b"a : b"], "400 Bad Request: invalid header name"),
        ([b"Content-Length : 3"], "400 Bad Request: invalid header name"),
        ([b"a: \x01"], "400 Bad Request"),
        ([b"a: b\x00"], "400 Bad Request"),
        ([b"a: b\rc"], "400 Bad Request"),
        ([b"a: b\r"], "400 Bad Request"),
        ([b"a\r\n : b"], "400 Bad Request"),
        ([HOST[:-2]], "400 Bad Request"),
        ([b"Content-Length: -1"], "400 Bad Request"),
        ([b"Content-Length: +1"], "400 Bad Request"),
        ([b"Content-Length: 0x1"], "400 Bad Request"),
        ([b"Content-Length: 1_0"], "400 Bad Request"),
        ([b"Content-Length: 1, 1"], "400 Bad Request"),
        ([b"Content-Length:"], "400 Bad Request"),
        (["Content-Length: ٧".encode()], "400 Bad Request"),
        ([b"Content-Length: 9223372036854775808"], "400 Bad Request"),
        ([b"Content-Length: " + b"9" * 10_000], "400 Bad Request"),
        ([b"Content-Length: 1", b"Content-Length: 2"], "400 Bad Request"),
        ([b"Transfer-Encoding: chunked", b"Content-Length: x"], "400 Bad Request"),
        ([b"Transfer-Encoding: identity"], "501 Not Implemented"),
        ([b"Transfer-Encoding: gzip, chunked"], "501 Not Implemented"),
        ([b"Transfer-Encoding: chunked", b"transfer-encoding: chunked"], "501 Not Implemented"),
        ([b"Transfer-Encoding:"], "501 Not Implemented"),
        ([b"Transfer-Encoding: chunked", b"Trailer: a, Content-Length"], "400 Bad Request"),
        ([b"Expect: tea"], "417 Expectation Failed"),
        ([b"a: b"] * MAX_HEADER_LINES, "431 Request Header Fields Too Large"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_headers_that_are_refused(headers, status):
    with pytest.raises(BadHeadError) as refused:
        parse_head(head(b"GET / HTTP/1.1", *headers))
    assert refused.value.status == status


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (b"", "400 Bad Request: missing required Host header"),
        (b"Host: a b\r\n", "400 Bad Request: malformed Host header"),
        (b"Host: a/b\r\n", "400 Bad Request: malformed Host header"),
        (b"Host: \xc3\xa9\r\n", "400 Bad Request: malformed Host header"),
    ],
)
def test_hosts_that_are_refused(host, status):
    with pytest.raises(BadHeadError) as refused:
        parse_head(head(host=host))
    assert refused.value.status == status


def test_hosts_that_are_not_there():
    assert parse_head(head(b"GET / HTTP/1.0", host=b"")).host == ""
    assert parse_head(head(host=b"Host:\r\n")).host == ""
    with pytest.raises(BadHeadError):
        parse_head(head(b" folded first", host=b""))


@pytest.mark.parametrize(
    ("headers", "length"),
    [
        ([], 0),
        ([b"Content-Length:  0071  "], 71),
        ([b"Content-Length: 7", b"content-length: 7"], 7),
        ([b"Content-Length: 9223372036854775807"], 2**63 - 1),
        ([b"Transfer-Encoding: CHUNKED "], CHUNKED),
        ([b"Transfer-Encoding: chunked", b"Content-Length: 7"], CHUNKED),
        ([b"Upgrade: h2c", b"Connection: Upgrade, HTTP2-Settings", b"Content-Length: 7"], 7),
    ],
    ids=str,
)
def test_lengths(headers, length):
    assert parse_head(head(b"POST / HTTP/1.1", *headers)).length == length


def test_http_1_0_knows_no_chunks():
    read = parse_head(head(b"POST / HTTP/1.0", b"Transfer-Encoding: chunked", b"Expect: 100-continue"))
    assert (read.length, read.expects) == (0, False)


@pytest.mark.parametrize(
    ("line", "headers", "closes"),
    [
        (b"GET / HTTP/1.1", [], False),
        (b"GET / HTTP/1.1", [b"Connection: foo, Close"], True),
        (b"GET / HTTP/1.1", [b"Connection: keep-alive", b"connection: close"], True),
        (b"GET / HTTP/1.0", [], True),
        (b"GET / HTTP/1.0", [b"Connection: Keep-Alive"], False),
    ],
    ids=str,
)
def test_connections(line, headers, closes):
    assert parse_head(head(line, *headers)).closes is closes


@pytest.mark.parametrize(
    ("headers", "expects"),
    [
        ([b"Content-Length: 1", b"Expect: 100-CONTINUE"], True),
        ([b"Content-Length: 1", b"Expect: tea, 100-continue"], True),
        ([b"Content-Length: 1", b"Expect:"], False),
        ([b"Content-Length: 0", b"Expect: 100-continue"], False),
    ],
    ids=str,
)
def test_expectations(headers, expects):
    assert parse_head(head(b"POST / HTTP/1.1", *headers)).expects is expects


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (b"X: a\r\n b\r\n", b"a b"),
        (b"X: a \r\n \t b\r\n\tc\r\n", b"a b c"),
        (b"X:\ta\tb \r\n", b"a\tb"),
        (b"X: \xc3\xa9\n", "é".encode()),
    ],
)
def test_values(lines, value):
    read = parse_head(b"GET / HTTP/1.1\r\n" + HOST + lines + b"Y: z\r\n\r\n")
    assert (read.get(b"x"), read.get(b"y")) == (value, b"z")


@pytest.mark.parametrize(
    ("data", "end"),
    [
        (b"", -1),
        (b"GET / HTTP/1.1\r\n", -1),
        (b"GET / HTTP/1.1\r\n\r", -1),
        (b"GET / HTTP/1.1\r\n\r\nrest\r\n\r\n", 18),
        (b"GET / HTTP/1.1\n\nrest\r\n\r\n", 16),
        (b"GET / HTTP/1.1\n\r\n", 17),
        (b"GET / HTTP/1.1\n\n\r\n", 16),
        (b"a: b\r\n \r\n\r\n", 11),
        (b"\r\nGET", 2),
        (b"\nGET", 1),
        (b"\r", -1),
    ],
    ids=repr,
)
def test_ends(data, end):
    assert find_end(data) == end
    assert find_end(b"xyz" + data, 3) == (end + 3 if end >= 0 else -1)
    ends = [find_end(data[:size], 0, size - 1) for size in range(1, len(data) + 1)]  # byte by byte
    assert next((found for found in ends if found >= 0), -1) == end
