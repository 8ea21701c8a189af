"""Tests of names inside objects."""

import pytest

from kapivara.apis.shared.rules.names import (
    config_key_problems,
    header_name_problems,
    validate_dns1123_label,
    validate_dns1123_subdomain,
    validate_qualified_name,
    validate_underscored_dns1123_subdomain,
)
from kapivara.field import FieldPath

PATH = FieldPath.of("here")


@pytest.mark.parametrize(
    ("check", "good", "bad", "problem", "origin"),
    [
        (validate_dns1123_label, "a-1", "a.b", "must not contain dots", "format=k8s-short-name"),
        (validate_dns1123_subdomain, "a.b", "A", "a lowercase RFC 1123 subdomain must", "format=k8s-long-name"),
        (
            validate_underscored_dns1123_subdomain,
            "_tcp.a_b.c",
            "a_",
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.',",
            "format=k8s-dns-subdomain-with-underscore",
        ),
        (validate_qualified_name, "example.com/A", "a/", "name part must be non-empty", "format=qualified-name"),
    ],
    ids=["label", "subdomain", "underscores", "qualified"],
)
def test_names(check, good, bad, problem, origin):
    assert check(good, PATH) == []
    error = check(bad, PATH)[0]
    assert (error.field, error.bad_value, error.origin) == ("here", bad, origin)
    assert error.detail.startswith(problem)


@pytest.mark.parametrize(
    ("key", "problems"),
    [
        ("a.B_c-1", []),
        ("..", ["must not be '..'"]),
        ("..a", ["must not start with '..'"]),
        ("a" * 254, ["must be no more than 253 characters"]),
        (
            "a/b",
            [
                "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or "
                "'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
            ],
        ),
    ],
    ids=["good", "dots", "two dots", "long", "slash"],
)
def test_keys_of_config_maps(key, problems):
    assert list(config_key_problems(key)) == problems


def test_names_of_headers():
    assert not header_name_problems("X-A1")
    [problem] = header_name_problems("X_A")
    assert problem.endswith("(e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')")
