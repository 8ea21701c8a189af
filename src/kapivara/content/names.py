"""Validates names of objects and labels: DNS labels and subdomains, label keys and values, path segments.

Every check returns the errors of a string in the server's text; an empty list means that it is valid.
Upstream: apimachinery/pkg/util/validation/validation.go, apimachinery/pkg/api/validate/content/{dns,kube,path}.go,
apimachinery/pkg/api/validation/generic.go (1.37).
"""

import re
from collections.abc import Sequence

from kapivara.content.messages import BYTES, CHARACTERS, EMPTY, byte_length, max_length_message, regex_message
from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern

DNS1123_LABEL_MAX_LENGTH = 63
DNS1123_SUBDOMAIN_MAX_LENGTH = 253
DNS1035_LABEL_MAX_LENGTH = 63
LABEL_VALUE_MAX_LENGTH = 63

DNS1123_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
DNS1123_SUBDOMAIN = rf"{DNS1123_LABEL}(\.{DNS1123_LABEL})*"
DNS1035_LABEL = "[a-z]([-a-z0-9]*[a-z0-9])?"
_LABEL_KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
LABEL_VALUE = f"({_LABEL_KEY})?"
C_IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]*"
# Go folds two letters outside ASCII into [a-z]: the long s and the Kelvin sign.
CASELESS_SUBDOMAIN = DNS1123_SUBDOMAIN.replace("a-z", "a-zA-Z\u017f\u212a")

_IN_LABELS = "-abcdefghijklmnopqrstuvwxyz0123456789"
_LABEL_KEY_PATTERN = lazy_pattern(_LABEL_KEY)

_ENDS = "and must start and end with an alphanumeric character"
_LABEL_RULE = f"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', {_ENDS}"
_SUBDOMAIN_RULE = (
    f"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', {_ENDS}"
)
_CASELESS_RULE = f"an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', {_ENDS}"
_LABEL_1035_RULE = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', "
    "start with an alphabetic character, and end with an alphanumeric character"
)
_LABEL_KEY_RULE = f"must consist of alphanumeric characters, '-', '_' or '.', {_ENDS}"
_LABEL_KEY_MESSAGE = regex_message(_LABEL_KEY_RULE, _LABEL_KEY, "MyName", "my.name", "123-abc")
_LABEL_VALUE_RULE = (
    f"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', {_ENDS}"
)


def _is_label(value: str) -> bool:
    """Returns True if a text matches `DNS1123_LABEL`, without compiling it, since every start checks some."""
    return value != "" and not value.strip(_IN_LABELS) and value[0] != "-" != value[-1]


def _is_subdomain(value: str) -> bool:
    """Returns True if a text matches `DNS1123_SUBDOMAIN`; checks label by label, to save memory."""
    return all(map(_is_label, value.split(".")))


def is_dns1123_label(value: str, unit: str = CHARACTERS) -> list[str]:
    """Checks a DNS label (RFC 1123), lower case. Hot: most are valid."""
    if len(value) <= DNS1123_LABEL_MAX_LENGTH and _is_label(value):
        return []
    problems = _too_long(value, DNS1123_LABEL_MAX_LENGTH, unit)
    if not _is_label(value):
        if _is_subdomain(value):
            problems.append("must not contain dots")
        else:
            problems.append(regex_message(_LABEL_RULE, DNS1123_LABEL, "my-name", "123-abc"))
    return problems


def is_dns1123_subdomain(value: str, unit: str = CHARACTERS) -> list[str]:
    """Checks a DNS subdomain (RFC 1123), lower case. Hot: most have one valid label."""
    if len(value) <= DNS1123_LABEL_MAX_LENGTH and _is_label(value):
        return []
    problems = _too_long(value, DNS1123_SUBDOMAIN_MAX_LENGTH, unit)
    if not _is_subdomain(value):
        problems.append(regex_message(_SUBDOMAIN_RULE, DNS1123_SUBDOMAIN, "example.com"))
    return problems


def is_dns1123_subdomain_caseless(value: str) -> list[str]:
    """Checks a DNS subdomain (RFC 1123) in which capitals are allowed."""
    problems = _too_long(value, DNS1123_SUBDOMAIN_MAX_LENGTH, BYTES)
    if not re.fullmatch(CASELESS_SUBDOMAIN, value):
        problems.append(regex_message(_CASELESS_RULE, DNS1123_SUBDOMAIN, "Example.com"))
    return problems


def is_dns1035_label(value: str) -> list[str]:
    """Checks a DNS label (RFC 1035), which starts with a letter."""
    problems = _too_long(value, DNS1035_LABEL_MAX_LENGTH)
    if not _is_label(value) or value[0].isdecimal():
        problems.append(regex_message(_LABEL_1035_RULE, DNS1035_LABEL, "my-name", "abc-123"))
    return problems


def is_label_key(value: str) -> list[str]:
    """Checks a label key: a name, or a DNS subdomain, a slash and a name. Hot: most are valid plain names."""
    if len(value) <= LABEL_VALUE_MAX_LENGTH and _LABEL_KEY_PATTERN.fullmatch(value):
        return []
    return [*_prefixed_key_problems(value)]


@cache_short_texts(2048)
def _prefixed_key_problems(value: str) -> Sequence[str]:
    prefix, slash, name = value.rpartition("/")
    if "/" in prefix:
        optional = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
        return (f"a valid label key {_LABEL_KEY_MESSAGE} {optional}",)
    problems = []
    if slash and not prefix:
        problems.append(f"prefix part {EMPTY}")
    elif slash:
        problems += [f"prefix part {problem}" for problem in is_dns1123_subdomain(prefix, BYTES)]
    if not name:
        problems.append(f"name part {EMPTY}")
    elif byte_length(name) > LABEL_VALUE_MAX_LENGTH:
        problems.append(f"name part {max_length_message(LABEL_VALUE_MAX_LENGTH, BYTES)}")
    if not _LABEL_KEY_PATTERN.fullmatch(name):
        problems.append(f"name part {_LABEL_KEY_MESSAGE}")
    return tuple(problems)


is_qualified_name = is_label_key
"""The older name of the same check, which upstream's callers use."""


def is_prefixed_label_key(value: str) -> list[str]:
    """Checks a label key that must have a prefix."""
    problems = is_label_key(value)
    if not problems and "/" not in value:
        problems.append("must include a prefix (e.g. 'example.com/key')")
    return problems


def is_label_value(value: str) -> list[str]:
    """Checks a label value, which may be empty. Hot: most are valid."""
    if len(value) <= LABEL_VALUE_MAX_LENGTH and (not value or _LABEL_KEY_PATTERN.fullmatch(value)):
        return []
    problems = _too_long(value, LABEL_VALUE_MAX_LENGTH, BYTES)
    if value and not _LABEL_KEY_PATTERN.fullmatch(value):
        problems.append(regex_message(_LABEL_VALUE_RULE, LABEL_VALUE, "MyValue", "my_value", "12345"))
    return problems


def is_path_segment_name(value: str) -> list[str]:
    """Checks a name that is a segment of a URL path; ignores emptiness and length."""
    if value in (".", ".."):
        return [f"may not be '{value}'"]
    return is_path_segment_prefix(value)


def is_path_segment_prefix(value: str) -> list[str]:
    """Checks the prefix of a name that is a segment of a URL path."""
    return [f"may not contain '{character}'" for character in "/%" if character in value]


def name_is_dns_subdomain(name: str, prefix: bool = False) -> list[str]:
    """Checks an object's name, or with `prefix` its generateName, that must be a DNS subdomain."""
    return is_dns1123_subdomain(_mask_trailing_dash(name) if prefix else name)


def name_is_dns_label(name: str, prefix: bool = False) -> list[str]:
    """Checks an object's name, or with `prefix` its generateName, that must be a DNS label."""
    return is_dns1123_label(_mask_trailing_dash(name) if prefix else name)


def name_is_dns1035_label(name: str, prefix: bool = False) -> list[str]:
    """Checks an object's name, or with `prefix` its generateName, that must be an RFC 1035 label."""
    return is_dns1035_label(_mask_trailing_dash(name) if prefix else name)


def name_is_path_segment(name: str, prefix: bool = False) -> list[str]:
    """Checks an object's name, or with `prefix` its generateName, that must be a path segment."""
    return is_path_segment_prefix(name) if prefix else is_path_segment_name(name)


def _mask_trailing_dash(name: str) -> str:
    # Kept: upstream also drops the character before the dash, so that "A-" is accepted as "a". It drops a byte; a
    # truncated multi-byte character is as malformed as the whole one.
    if len(name) > 1 and name.endswith("-"):
        before = name[:-2]
        return (before if name[-2].isascii() else before + "\ufffd") + "a"
    return name


def _too_long(value: str, limit: int, unit: str = CHARACTERS) -> list[str]:
    return [max_length_message(limit, unit)] if byte_length(value) > limit else []
