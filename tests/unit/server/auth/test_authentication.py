"""Tests of access: bearers of the token or, without one, programs on this machine that are no web page."""

from __future__ import annotations

import json

import pytest

from kapivara.authorization.user_info import ADMIN
from kapivara.server.auth.authentication import Access, BadTokenError, check_token
from kapivara.server.http1.answer import Answer
from kapivara.server.http1.head import parse_head
from kapivara.server.routing.caller import KNOWN, STRANGER

EXTRA_SPACE = b'299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"'


def admit(access, *headers, method="GET", path="/api", host="localhost"):
    """Returns the user, or the code of the rejection."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]
    result = access.admit(parse_head("\r\n".join(lines).encode()))
    return result.code if isinstance(result, Answer) else result


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], 401),
        (["Authorization: Bearer secret"], KNOWN),
        (["Authorization: bearer secret"], KNOWN),
        (["authorization: BEARER secret"], KNOWN),
        (["Authorization: Bearer secret and more"], KNOWN),
        (["Authorization: Bearer", " secret"], KNOWN),
        (["Authorization: Bearer secret", "Authorization: Bearer wrong"], KNOWN),
        (["Authorization: Bearer wrong", "Authorization: Bearer secret"], 401),
        (["Authorization: Bearer wrong"], 401),
        (["Authorization: Bearer secre"], 401),
        (["Authorization: Bearer"], 401),
        (["Authorization: Bearer\tsecret"], 401),
        (["Authorization: Basic c2VjcmV0"], 401),
        (["Authorization: secret"], 401),
        (["X-Authorization: Bearer secret"], 401),
    ],
    ids=str,
)
def test_tokens(headers, expected):
    assert admit(Access("secret"), *headers) == expected


@pytest.mark.parametrize("path", ["/healthz", "/livez", "/readyz", "/version"])
def test_public_paths(path):
    access = Access("secret")
    assert admit(access, path=path) is STRANGER
    assert admit(access, "Authorization: Bearer secret", path=path) is KNOWN
    assert admit(access, "Authorization: Bearer wrong", path=path) == 401


@pytest.mark.parametrize(
    ("server_token", "token", "known"), [("t", "t", True), ("t", "x", False), ("t", "é", False), ("", "", False)]
)
def test_whose_a_token_is(server_token, token, known):
    assert Access(server_token).user_of(token) is (ADMIN if known else None)


def test_a_space_too_many_is_told():
    answer = Access("secret").admit(parse_head(b"GET /api HTTP/1.0\r\nAuthorization: Bearer  secret\r\n\r\n"))
    assert (b"warning", EXTRA_SPACE) in answer.headers
    assert json.loads(answer.body)["reason"] == "Unauthorized"


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("localhost", True),
        ("LOCALHOST:8001", True),
        ("localhost.", True),
        ("app.localhost:80", True),
        ("127.0.0.1:8001", True),
        ("[::1]:8001", True),
        ("192.168.1.5", True),
        ("kapivara.test:8001", True),
        ("", True),
        ("evil.example", False),
        ("evil.example:8001", False),
        ("localhost.evil.example", False),
        ("notlocalhost", False),
        ("127.0.0.1.evil.example", False),
        ("[evil]", False),
    ],
)
def test_hosts_without_a_token(host, good):
    access = Access("", "kapivara.test")
    for _ in range(2):  # also if the head is remembered
        assert admit(access, host=host) == (KNOWN if good else 403)
    assert admit(access, host=host, path="/livez") is STRANGER
    assert admit(Access("secret"), "Authorization: Bearer secret", host=host) is KNOWN


def test_many_hosts_are_not_remembered():
    access = Access()
    assert {admit(access, host=f"127.0.0.{each}") for each in range(1, 200)} == {KNOWN}
    assert len(access._good_hosts) < 20


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("POST", ["Content-Length: 2", "Origin: http://evil.example"], 415),
        ("POST", ["Content-Length: 2", "Origin: null"], 415),
        ("POST", ["Content-Length: 2", "Sec-Fetch-Site: cross-site"], 415),
        ("POST", ["Content-Length: 2", "Referer: http://evil.example/"], 415),
        ("POST", ["Content-Length: 2", "User-Agent: Mozilla/5.0 (X11; Linux) Gecko"], 415),
        ("POST", ["Transfer-Encoding: chunked", "Origin: http://evil.example"], 415),
        ("POST", ["Content-Length: 2"], KNOWN),
        ("POST", ["Content-Length: 2", "User-Agent: OpenAPI-Generator/33.1.0/python"], KNOWN),
        ("POST", ["Content-Length: 2", "Content-Type:"], KNOWN),  # which a page cannot send either
        ("POST", ["Content-Length: 2", "Content-Type: application/json"], KNOWN),
        ("POST", ["Content-Length: 0"], KNOWN),
        ("PUT", ["Content-Length: 2"], KNOWN),  # a browser asks for permission before it sends one
    ],
    ids=str,
)
def test_writes_without_a_token(method, headers, expected):
    assert admit(Access(), *headers, method=method) == expected
    if expected == 415:
        assert admit(Access("secret"), *headers, "Authorization: Bearer secret", method=method) is KNOWN


@pytest.mark.parametrize("token", ["", " ", "\n", "a\nb", "a b", "a\r", "\ta", "ключ", "a\x00"], ids=repr)
def test_tokens_that_cannot_be_sent(token):
    with pytest.raises(BadTokenError, match="the token"):
        check_token(token)


@pytest.mark.parametrize("token", ["a", "abc.DEF-123_~+/=", "!#$%"])
def test_tokens_that_can_be_sent(token):
    check_token(token)
