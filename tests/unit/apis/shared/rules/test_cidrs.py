"""Tests of interface addresses with a prefix length."""

from __future__ import annotations

import pytest

from kapivara.apis.shared.rules.cidrs import validate_interface_address
from kapivara.field import FieldPath


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("10.9.8.7/24", None),
        ("2001:db8::1/64", None),
        ("10.9.8.7", "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)"),
        ("10.9.8.7/33", "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)"),
        ("010.9.8.7/24", 'must be in canonical form ("10.9.8.7/24")'),
        ("2001:DB8::1/64", 'must be in canonical form ("2001:db8::1/64")'),
        ("::ffff:192.168.0.1/120", 'must be in canonical form ("192.168.0.1/24")'),
    ],
)
def test_interface_addresses(value: str, problem: str | None) -> None:
    told = [each.detail for each in validate_interface_address(value, FieldPath.of("ip"))]
    assert told == ([] if problem is None else [problem])
