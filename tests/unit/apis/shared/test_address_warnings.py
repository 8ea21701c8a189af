"""Tests of warnings about addresses and CIDR blocks that are not in canonical form."""

from __future__ import annotations

import pytest

from kapivara.apis.shared.address_warnings import cidr_warnings, ip_warnings
from kapivara.field import FieldPath

PATH = FieldPath.of("ip")


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("1.2.3.4", ""),
        ("::1", ""),
        ("no address", ""),
        ("fe80::1%eth0", ""),
        ("01.2.3.04", 'ip: non-standard IP address "01.2.3.04" is invalid: use "1.2.3.4"'),
        ("::ffff:1.2.3.4", 'ip: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"'),
        ("2001:DB8::0", 'ip: IPv6 address "2001:DB8::0" should be in RFC 5952 canonical format ("2001:db8::")'),
    ],
)
def test_addresses(text: str, warning: str) -> None:
    assert ip_warnings(PATH, text) == ([warning] if warning else [])


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("10.0.0.0/8", []),
        ("2001:db8::/32", []),
        ("10.0.0.0", []),
        (
            "10.1.0.0/8",
            ['ip: CIDR value "10.1.0.0/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.1.0.0/32"?)'],
        ),
        ("010.0.0.0/8", ['ip: non-standard CIDR value "010.0.0.0/8" is invalid: use "10.0.0.0/8"']),
        ("10.0.0.0/08", ['ip: non-standard CIDR value "10.0.0.0/08" is invalid: use "10.0.0.0/8"']),
        ("::ffff:10.0.0.0/104", ['ip: non-standard CIDR value "::ffff:10.0.0.0/104" is invalid: use "10.0.0.0/8"']),
        (
            "2001:DB8::/32",
            ['ip: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ("2001:db8::/32")'],
        ),
    ],
)
def test_blocks(text: str, warnings: list[str]) -> None:
    assert cidr_warnings(PATH, text) == warnings
