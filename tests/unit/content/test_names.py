"""Tests of names and labels: valid ones, and the server's errors for others."""

import pytest

from kapivara.content import names
from kapivara.content.messages import BYTES

LABEL = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
SUBDOMAIN = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
LABEL_1035 = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')"
)
KEY = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)
VALUE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)

CASES = [
    (names.is_dns1123_label, "a", []),
    (names.is_dns1123_label, "a-1", []),
    (names.is_dns1123_label, "1" * 63, []),
    (names.is_dns1123_label, "1" * 64, ["must be no more than 63 characters"]),
    (names.is_dns1123_label, "", [LABEL]),
    (names.is_dns1123_label, "a.b", ["must not contain dots"]),
    (names.is_dns1123_label, "-a", [LABEL]),
    (names.is_dns1123_label, "a\n", [LABEL]),
    (names.is_dns1123_label, "A", [LABEL]),
    (names.is_dns1123_subdomain, "a.b-c.1", []),
    (names.is_dns1123_subdomain, "a" * 253, []),
    (names.is_dns1123_subdomain, "a" * 254, ["must be no more than 253 characters"]),
    (names.is_dns1123_subdomain, "é" * 127, ["must be no more than 253 characters", SUBDOMAIN]),
    (names.is_dns1123_subdomain, "a..b", [SUBDOMAIN]),
    (names.is_dns1123_subdomain, "a.", [SUBDOMAIN]),
    (names.is_dns1123_subdomain, "a_b", [SUBDOMAIN]),
    (names.is_dns1035_label, "a1-b", []),
    (names.is_dns1035_label, "1a", [LABEL_1035]),
    (names.is_dns1035_label, "a" * 64, ["must be no more than 63 characters"]),
    (names.is_label_key, "a", []),
    (names.is_label_key, "A_b.c-D", []),
    (names.is_label_key, "example.com/Name", []),
    (names.is_label_key, "a" * 63, []),
    (names.is_label_key, "a" * 64, ["name part must be no more than 63 bytes"]),
    (names.is_label_key, "", ["name part must be non-empty", f"name part {KEY}"]),
    (names.is_label_key, "a b", [f"name part {KEY}"]),
    (names.is_label_key, "-a", [f"name part {KEY}"]),
    (names.is_label_key, "/a", ["prefix part must be non-empty"]),
    (names.is_label_key, "Up/a", [f"prefix part {SUBDOMAIN}"]),
    (names.is_label_key, "a" * 254 + "/a", ["prefix part must be no more than 253 bytes"]),
    (names.is_label_key, "a/", ["name part must be non-empty", f"name part {KEY}"]),
    (
        names.is_label_key,
        "a/b/c",
        [f"a valid label key {KEY} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"],
    ),
    (names.is_prefixed_label_key, "example.com/a", []),
    (names.is_prefixed_label_key, "a", ["must include a prefix (e.g. 'example.com/key')"]),
    (names.is_label_value, "", []),
    (names.is_label_value, "V_1.2-3", []),
    (names.is_label_value, "v" * 64, ["must be no more than 63 bytes"]),
    (names.is_label_value, "a b", [VALUE]),
    (names.is_label_value, "a-", [VALUE]),
    (names.is_path_segment_name, "Any thing", []),
    (names.is_path_segment_name, ".", ["may not be '.'"]),
    (names.is_path_segment_name, "..", ["may not be '..'"]),
    (names.is_path_segment_name, "a/b%", ["may not contain '/'", "may not contain '%'"]),
    (names.is_path_segment_prefix, "..", []),
    (names.is_dns1123_subdomain_caseless, "Example.COM", []),
    (names.is_dns1123_subdomain_caseless, "\u212aelvin", []),  # Go folds the Kelvin sign to a k
]


@pytest.mark.parametrize(
    ("check", "value", "problems"), CASES, ids=[f"{check.__name__} {value[:20]!r}" for check, value, _ in CASES]
)
def test_names(check, value, problems):
    assert check(value) == problems


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (names.is_dns1123_subdomain_caseless, "a_b"),
        (names.is_dns1123_subdomain_caseless, "\u0131"),
    ],
)
def test_refused(check, value):
    assert len(check(value)) == 1


def test_the_newer_checks_say_bytes():
    assert names.is_dns1123_subdomain("a" * 254, BYTES) == ["must be no more than 253 bytes"]
    assert names.is_dns1123_label("a" * 64, BYTES) == ["must be no more than 63 bytes"]


@pytest.mark.parametrize(
    ("name", "passes"),
    [
        ("a-", True),
        ("ab-", True),
        ("A-", True),
        ("aB-", True),
        ("Ba-", False),
        ("-", False),
        ("é-", False),
        ("", False),
    ],
)
def test_generate_name_may_end_in_a_dash(name, passes):
    assert (not names.name_is_dns_subdomain(name, True)) is passes
    assert (not names.name_is_dns_label(name, True)) is passes
    assert names.name_is_dns_subdomain(name, False)


def test_generate_name_of_a_path_segment():
    assert names.name_is_path_segment("..", True) == []
    assert names.name_is_path_segment("..", False) == ["may not be '..'"]
    assert names.name_is_dns1035_label("a-", True) == []


@pytest.mark.parametrize(("piece", "end"), [("a", "!"), ("a.", "!"), ("a-", "")])
@pytest.mark.parametrize("check", [names.is_dns1123_subdomain, names.is_label_key, names.is_label_value])
def test_hostile_lengths_take_linear_time(check, piece, end, pace):
    assert check(piece * 100_000 + end)
    pace.assert_linear(lambda size: check(piece * size + end), 12_500)
