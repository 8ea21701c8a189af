"""Short strings of fixed alphabets: identifiers, keys of ConfigMaps, ports, headers, environment variables.

Every check returns what is wrong with a string, in the server's words; an empty list means that it is well formed.
Upstream: apimachinery/pkg/util/validation/validation.go, apimachinery/pkg/api/validate/content/identifier.go (1.37).
"""

import re

from kapivara.content.messages import EMPTY, byte_length, max_length_message, range_message, regex_message
from kapivara.content.names import DNS1123_SUBDOMAIN_MAX_LENGTH

_C_IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]*"
_CONFIG_MAP_KEY = "[-._a-zA-Z0-9]+"
_HTTP_HEADER_NAME = "[-A-Za-z0-9]+"
_ENV_VAR_NAME = "[-._a-zA-Z][-._a-zA-Z0-9]*"
_PERCENT = "[0-9]+%"
_DECIMAL_INTEGER = "0|-?[1-9][0-9]*"

_C_IDENTIFIER_RULE = (
    "a valid C identifier must start with alphabetic character or '_', "
    "followed by a string of alphanumeric characters or '_'"
)
_CONFIG_MAP_KEY_RULE = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
_HTTP_HEADER_NAME_RULE = "a valid HTTP header must consist of alphanumeric characters or '-'"
_ENV_VAR_NAME_RULE = (
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', "
    "and must not start with a digit"
)
_RELAXED_ENV_VAR_NAME_RULE = (
    "a valid environment variable name must consist only of printable ASCII characters other than '='"
)
_PERCENT_RULE = "a valid percent string must be a numeric string followed by an ending '%'"


def is_c_identifier(value: str) -> list[str]:
    """Checks an identifier as the language C defines it."""
    if re.fullmatch(_C_IDENTIFIER, value):
        return []
    return [regex_message(_C_IDENTIFIER_RULE, _C_IDENTIFIER, "my_name", "MY_NAME", "MyName")]


def is_config_map_key(value: str) -> list[str]:
    """Checks a key of a ConfigMap or a Secret."""
    problems = []
    if byte_length(value) > DNS1123_SUBDOMAIN_MAX_LENGTH:
        problems.append(max_length_message(DNS1123_SUBDOMAIN_MAX_LENGTH))
    if not re.fullmatch(_CONFIG_MAP_KEY, value):
        problems.append(regex_message(_CONFIG_MAP_KEY_RULE, _CONFIG_MAP_KEY, "key.name", "KEY_NAME", "key-name"))
    return problems + _climbs(value)


def is_env_var_name(value: str) -> list[str]:
    """Checks the name of an environment variable, strictly."""
    problems = []
    if not re.fullmatch(_ENV_VAR_NAME, value):
        problems.append(regex_message(_ENV_VAR_NAME_RULE, _ENV_VAR_NAME, "my.env-name", "MY_ENV.NAME", "MyEnvName1"))
    return problems + _climbs(value)


def is_relaxed_env_var_name(value: str) -> list[str]:
    """Checks the name of an environment variable: printable ASCII without the equals sign."""
    if not value:
        return [f"environment variable name {EMPTY}"]
    return [] if re.fullmatch("[ -<>-~]+", value) else [_RELAXED_ENV_VAR_NAME_RULE]


def is_http_header_name(value: str) -> list[str]:
    """Checks the name of an HTTP header."""
    if re.fullmatch(_HTTP_HEADER_NAME, value):
        return []
    return [regex_message(_HTTP_HEADER_NAME_RULE, _HTTP_HEADER_NAME, "X-Header-Name")]


def is_valid_percent(value: str) -> list[str]:
    """Checks a number followed by a percent sign."""
    return [] if re.fullmatch(_PERCENT, value) else [regex_message(_PERCENT_RULE, _PERCENT, "1%", "93%")]


def is_decimal_integer(value: str) -> list[str]:
    """Checks an integer in its canonical decimal form: no plus sign, no leading zeros, no minus zero."""
    if not value:
        return [EMPTY]
    return [] if re.fullmatch(_DECIMAL_INTEGER, value) else ["must be a valid decimal integer in canonical form"]


def is_valid_port_number(value: int) -> list[str]:
    """Checks a port number; zero is none."""
    return [] if 1 <= value <= 65535 else [range_message(1, 65535)]


def is_valid_port_name(value: str) -> list[str]:
    """Checks the name of a port (RFC 6335), lower case."""
    problems = []
    if byte_length(value) > 15:
        problems.append(max_length_message(15))
    if not re.fullmatch("[-a-z0-9]+", value):
        problems.append("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)")
    if not re.search("[a-z]", value):
        problems.append("must contain at least one letter (a-z)")
    if "--" in value:
        problems.append("must not contain consecutive hyphens")
    if value.startswith("-") or value.endswith("-"):
        problems.append("must not begin or end with a hyphen")
    return problems


def _climbs(value: str) -> list[str]:
    """Refuses what a file system would read as a way up."""
    if value in (".", ".."):
        return [f"must not be '{value}'"]
    return ["must not start with '..'"] if value.startswith("..") else []
