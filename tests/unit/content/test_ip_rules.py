"""Tests of the canonical form of addresses in objects."""

from __future__ import annotations

import pytest

from kapivara.content.ip_rules import is_canonical_ip


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("1.2.3.4", []),
        ("2001:db8::1", []),
        ("2001:DB8::1", ['must be in canonical form ("2001:db8::1")']),
        ("1.2.3.04", ["must not have leading 0s"]),
        ("::ffff:1.2.3.4", ["must not be an IPv4-mapped IPv6 address"]),
        ("fe80::1%eth0", ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]),
        ("", ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]),
    ],
)
def test_addresses(text: str, problems: list[str]) -> None:
    assert is_canonical_ip(text) == problems
