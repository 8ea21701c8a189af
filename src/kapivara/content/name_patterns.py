"""The formats of names in schema keywords: a pattern, a length, and a CEL rule for the rest.

Validators that do not know Kubernetes' formats support these. RE2, JavaScript and Python interpret the patterns alike;
a property test compares them with the formats.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kapivara.content.names import (
    C_IDENTIFIER,
    CASELESS_SUBDOMAIN,
    DNS1035_LABEL,
    DNS1035_LABEL_MAX_LENGTH,
    DNS1123_LABEL,
    DNS1123_LABEL_MAX_LENGTH,
    DNS1123_SUBDOMAIN,
    DNS1123_SUBDOMAIN_MAX_LENGTH,
    LABEL_VALUE,
    LABEL_VALUE_MAX_LENGTH,
)
from kapivara.values.record import record

_NAME_PART: Final = "([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]"
_MOST_IN_KEYS: Final = DNS1123_SUBDOMAIN_MAX_LENGTH + 1 + LABEL_VALUE_MAX_LENGTH
_QUOTA: Final = "requests."
_MOST_WITH_QUOTA: Final = DNS1123_SUBDOMAIN_MAX_LENGTH - len(_QUOTA)
_PREFIX_FITS: Final = f"{{0}}.indexOf('/') <= {DNS1123_SUBDOMAIN_MAX_LENGTH}"
_PREFIX_PATTERN: Final = f"^[^/]{{0,{DNS1123_SUBDOMAIN_MAX_LENGTH}}}(/|$)"
_SHORT_IDENTIFIER: Final = C_IDENTIFIER.replace("*", "{0,31}")


@record
class NamePattern:
    """A format: `pattern` matches the whole text, `rule` is a CEL condition with `{0}` for the text.

    `broken` violates the pattern, `beyond` the rule, and `most` is the maximum length, or 0. `rule_pattern` is
    equivalent to the rule for texts that match the pattern, if a pattern can express it.
    """

    pattern: str
    most: int = 0
    rule: str = ""
    broken: str = "!"
    beyond: str = ""
    rule_pattern: str = ""


NAME_PATTERNS: Mapping[str, NamePattern] = MappingProxyType(
    {
        "k8s-extended-resource-name": NamePattern(
            f"^{DNS1123_SUBDOMAIN}/{_NAME_PART}$",
            _MOST_IN_KEYS - len(_QUOTA),
            f"!{{0}}.contains('kubernetes.io/') && !{{0}}.startsWith('{_QUOTA}')"
            f" && {{0}}.indexOf('/') <= {_MOST_WITH_QUOTA}",
            beyond="kubernetes.io/a",
        ),
        "k8s-label-key": NamePattern(
            f"^({DNS1123_SUBDOMAIN}/)?{_NAME_PART}$",
            _MOST_IN_KEYS,
            _PREFIX_FITS,
            beyond=f"{'a' * 254}/a",
            rule_pattern=_PREFIX_PATTERN,
        ),
        "k8s-label-value": NamePattern(f"^{LABEL_VALUE}$", LABEL_VALUE_MAX_LENGTH),
        "k8s-long-name": NamePattern(f"^{DNS1123_SUBDOMAIN}$", DNS1123_SUBDOMAIN_MAX_LENGTH),
        "k8s-long-name-caseless": NamePattern(f"^{CASELESS_SUBDOMAIN}$", DNS1123_SUBDOMAIN_MAX_LENGTH),
        "k8s-path-segment-name": NamePattern(r"^([^/%.][^/%]*|\.[^/%.][^/%]*|\.\.[^/%]+)?$", broken="%"),
        "k8s-prefixed-label-key": NamePattern(
            f"^{DNS1123_SUBDOMAIN}/{_NAME_PART}$",
            _MOST_IN_KEYS,
            _PREFIX_FITS,
            beyond=f"{'a' * 254}/a",
            rule_pattern=_PREFIX_PATTERN,
        ),
        "k8s-resource-fully-qualified-name": NamePattern(
            f"^({DNS1123_SUBDOMAIN}/{_SHORT_IDENTIFIER}|[^/]*(/[^/]*){{2,}})$",
            rule=f"{{0}}.indexOf('/') <= {DNS1123_LABEL_MAX_LENGTH} || {{0}}.matches('/[^/]*/')",
            broken="a",
            beyond=f"{'a' * 64}/a",
        ),
        "k8s-resource-pool-name": NamePattern(
            f"^{DNS1123_SUBDOMAIN}(/{DNS1123_SUBDOMAIN})*$", DNS1123_SUBDOMAIN_MAX_LENGTH
        ),
        "k8s-short-name": NamePattern(f"^{DNS1123_LABEL}$", DNS1123_LABEL_MAX_LENGTH),
        "k8s-uuid": NamePattern("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"),
    }
)
"""By their names in tags."""

LABEL_AND_DOMAIN_PATTERNS: Mapping[str, NamePattern] = MappingProxyType(
    {
        "dns1035label": NamePattern(f"^{DNS1035_LABEL}$", DNS1035_LABEL_MAX_LENGTH),
        "dns1123label": NAME_PATTERNS["k8s-short-name"],
        "dns1123subdomain": NAME_PATTERNS["k8s-long-name"],
    }
)
"""By their names in KEP-4153."""
