"""HTTP requests that no library would send."""

from __future__ import annotations

from random import Random

TARGETS = (
    *(b"/", b"/livez", b"/api/v1/namespaces", b"/apis", b"/openapi/v3", b"/api/v1/namespaces/default", b"/nowhere"),
    *(b"*", b"//"),
    *(b"/api/v1/namespaces?limit=x", b"/api/v1/namespaces?labelSelector=a%20in%20(", b"/%zz", b"/%2e%2e/%00"),
    b"http://localhost/livez",
    *(b"/api/v1/namespaces?" + b"a=b&" * 300, b"/" + b"a" * 3000, b"/\xff", b"/a b"),
    b"/api/v1/namespaces?continue=eyJ2Ijoi",
)
METHODS = (
    b"GET",
    b"GET",
    b"POST",
    b"PUT",
    b"PATCH",
    b"DELETE",
    b"HEAD",
    b"OPTIONS",
    b"TRACE",
    b"CONNECT",
    b"get",
    b"G\x00T",
    b"PRI",
    b"",
)
VERSIONS = (
    b"HTTP/1.1",
    b"HTTP/1.1",
    b"HTTP/1.1",
    b"HTTP/1.0",
    b"HTTP/2.0",
    b"HTTP/0.9",
    b"HTTP/1.12",
    b"http/1.1",
    b"",
)
HEADERS = (
    *(b"Host: localhost", b"Host: localhost", b"Host: a b", b"Host: evil.example.com", b"host:"),
    b"Content-Type: application/json",
    *(b"Content-Length: 5", b"Content-Length: 05", b"Content-Length: +5", b"Content-Length: 5, 5"),
    b"Content-Length: -1",
    *(b"Content-Length: 99999999999999999999", b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked"),
    b"Transfer-Encoding:",
    *(b"Transfer-Encoding: \x0bchunked", b"Transfer-Encoding: identity", b"Expect: 100-continue", b"Expect: 200-ok"),
    b"Connection: close",
    *(b"Connection: keep-alive, upgrade", b"Upgrade: h2c", b"Upgrade: websocket", b"Accept: application/yaml"),
    b"Accept: */*;q=x",
    *(b"Accept-Encoding: gzip", b"Accept: text/html, application/json;as=Table;v=v1;g=meta.k8s.io"),
    *(b"X: " + b"y" * 5000, b": x"),
    *(b"X : y", b" folded: a", b"X: a\x00b", b"X: \xff", b"Authorization: bearer x", b"Authorization: Bearer"),
    b"Content-Type: text/plain",
    *(b"Content-Encoding: gzip", b"Range: bytes=0-1", b"If-None-Match: x", b"Trailer: X", b"Impersonate-User: root"),
    b"Cookie: a=b",
)
BODIES = (
    *(b"", b"", b"hello", b'{"kind":"Namespace","apiVersion":"v1","metadata":{"name":"x"}}'),
    *(b"5\r\nhello\r\n0\r\n\r\n", b"0\r\n\r\n"),
    *(b"5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n", b"5\nhello\n0\n\n", b"-5\r\nhello\r\n", b"FFFFFFFFFFFFFFFFF\r\n"),
    b"0x5\r\nhello\r\n0\r\n\r\n",
    *(b"5\r\nhelloX\r\n", b"5\r\nhel", b"0\r\n" + b"X: y\r\n" * 900 + b"\r\n", b"1\r\na\r\n" * 500 + b"0\r\n\r\n"),
    b"GET / HTTP/1.1\r\n\r\n",
    *(b"\x00" * 50, b"dryRun: All", b'{"dryRun":["All"]}', b"\r\n\r\n", b"5 \r\nhello\r\n0\r\n\r\n", b"g\r\n"),
)


def framing(random: Random) -> bytes:
    """Returns the bytes of one or two requests, mostly malformed."""
    data = b"".join(_request(random) for _ in range(random.choice((1, 1, 1, 2))))
    if random.random() < 0.15 and data:
        at = random.randrange(len(data))
        data = data[:at] + random.choice((b"\r", b"\n", b"\x00", b" ", b"", b"\xff", b":")) + data[at + 1 :]
    return data


def _request(random: Random) -> bytes:
    end = random.choice((b"\r\n", b"\r\n", b"\r\n", b"\r\n", b"\n"))
    line = b" ".join((random.choice(METHODS), random.choice(TARGETS), random.choice(VERSIONS)))
    headers = [random.choice(HEADERS) for _ in range(random.randrange(5))]
    if random.random() < 0.7:
        headers.insert(0, b"Host: localhost")
    return end.join((line, *headers, b"", b"")) + random.choice(BODIES)
