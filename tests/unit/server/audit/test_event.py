"""Tests of the parts of events that come from heads: addresses, paths, names of programs, and times."""

import pytest

from kapivara.server.audit.event import addresses_of, agent_of, moment_text, uri_of
from kapivara.server.http1.head import parse_head


def head(*lines, url="/api"):
    return parse_head("\r\n".join([f"GET {url} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode())


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([], ["127.0.0.1"]),
        (["X-Forwarded-For: 10.1.2.3, nonsense, 10.9.9.9"], ["10.1.2.3", "10.9.9.9", "127.0.0.1"]),
        (["X-Forwarded-For: 10.1.2.3", "X-Real-Ip: 10.1.2.3"], ["10.1.2.3", "127.0.0.1"]),
        (["X-Real-Ip: 10.5.5.5"], ["10.5.5.5", "127.0.0.1"]),
        (["X-Forwarded-For: 127.0.0.1"], ["127.0.0.1"]),
        (["X-Forwarded-For: ::ffff:10.0.0.1"], ["10.0.0.1", "127.0.0.1"]),
    ],
)
def test_addresses(lines, told):
    assert list(addresses_of(head(*lines), "127.0.0.1")) == told


def test_a_path_is_told_as_it_was_sent():
    assert uri_of(head(url="/api/v1/a%20b(c)?x=%2F&y")) == "/api/v1/a%20b(c)?x=%2F&y"
    assert uri_of(head(url="http://localhost/api/v1/a%20b?x=1")) == "/api/v1/a%20b?x=1"


def test_a_long_name_of_a_program_is_cut():
    assert agent_of(head("User-Agent: probe/1")) == "probe/1"
    assert agent_of(head(f"User-Agent: {'x' * 2000}")) == "x" * 1024 + "...TRUNCATED"


def test_times_are_told_to_the_microsecond():
    assert moment_text(1_000_000_000.25) == "2001-09-09T01:46:40.250000Z"
