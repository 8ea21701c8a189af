"""Tests of domain-prefixed paths."""

from __future__ import annotations

import pytest

from kapivara.apis.shared.rules.domain_paths import validate_domain_prefixed_path
from kapivara.field import FieldPath

PREFIXED = 'must be a domain-prefixed path (such as "acme.io/foo")'


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("acme.io/foo", []),
        ("acme.io/foo/bar~1", []),
        ("", ["Required value"]),
        ("acme.io", [f'Invalid value: "acme.io": {PREFIXED}']),
        ("/foo", [f'Invalid value: "/foo": {PREFIXED}']),
        ("acme.io/", [f'Invalid value: "acme.io/": {PREFIXED}']),
        (
            "acme.io/a b",
            ["Invalid value: \"a b\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"],
        ),
    ],
)
def test_domain_prefixed_paths(text: str, errors: list[str]) -> None:
    assert [each.body() for each in validate_domain_prefixed_path(text, FieldPath.of("here"))] == errors


def test_the_domain_is_one_of_dns() -> None:
    [error] = validate_domain_prefixed_path("Acme.io/foo", FieldPath.of("here"))
    assert error.body().startswith('Invalid value: "Acme.io": a lowercase RFC 1123 subdomain must consist of')
