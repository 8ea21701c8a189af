"""Identifiers, keys, ports, headers and environment variables."""

import pytest

from kapivara.content import tokens

CASES = [
    (tokens.is_c_identifier, "my_name1", []),
    (
        tokens.is_c_identifier,
        "1a",
        [
            "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric "
            "characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is "
            "'[A-Za-z_][A-Za-z0-9_]*')"
        ],
    ),
    (tokens.is_config_map_key, "a.b-C_1", []),
    (tokens.is_config_map_key, "..", ["must not be '..'"]),
    (tokens.is_config_map_key, "..a", ["must not start with '..'"]),
    (tokens.is_config_map_key, "a" * 254, ["must be no more than 253 characters"]),
    (
        tokens.is_config_map_key,
        "a/b",
        [
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or "
            "'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
        ],
    ),
    (tokens.is_env_var_name, "A.b-c", []),
    (tokens.is_env_var_name, ".", ["must not be '.'"]),
    (tokens.is_relaxed_env_var_name, "1 !<>~", []),
    (tokens.is_relaxed_env_var_name, "", ["environment variable name must be non-empty"]),
    (
        tokens.is_relaxed_env_var_name,
        "a=b",
        ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
    ),
    (tokens.is_http_header_name, "X-Name", []),
    (
        tokens.is_http_header_name,
        "X Name",
        [
            "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for "
            "validation is '[-A-Za-z0-9]+')"
        ],
    ),
    (tokens.is_valid_percent, "93%", []),
    (tokens.is_decimal_integer, "-10", []),
    (tokens.is_decimal_integer, "0", []),
    (tokens.is_decimal_integer, "", ["must be non-empty"]),
    (tokens.is_decimal_integer, "-0", ["must be a valid decimal integer in canonical form"]),
    (tokens.is_decimal_integer, "01", ["must be a valid decimal integer in canonical form"]),
    (tokens.is_decimal_integer, "1\n", ["must be a valid decimal integer in canonical form"]),
    (tokens.is_valid_port_name, "http-2", []),
    (tokens.is_valid_port_name, "a" * 16, ["must be no more than 15 characters"]),
    (tokens.is_valid_port_name, "80", ["must contain at least one letter (a-z)"]),
    (tokens.is_valid_port_name, "a--b", ["must not contain consecutive hyphens"]),
    (tokens.is_valid_port_name, "-a", ["must not begin or end with a hyphen"]),
    (
        tokens.is_valid_port_name,
        "",
        [
            "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
            "must contain at least one letter (a-z)",
        ],
    ),
    (tokens.is_valid_port_number, 80, []),
    (tokens.is_valid_port_number, 0, ["must be between 1 and 65535, inclusive"]),
    (tokens.is_valid_port_number, 65536, ["must be between 1 and 65535, inclusive"]),
]


@pytest.mark.parametrize(
    ("check", "value", "problems"), CASES, ids=[f"{check.__name__} {str(value)[:20]!r}" for check, value, _ in CASES]
)
def test_tokens(check, value, problems):
    assert check(value) == problems


@pytest.mark.parametrize("value", ["93", "%", "-1%", "1.5%"])
def test_what_is_no_percentage(value):
    assert tokens.is_valid_percent(value) == [
        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used "
        "for validation is '[0-9]+%')"
    ]
