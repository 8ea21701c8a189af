"""The formats of names as schemas can say them: a pattern, a length, and what no pattern says in a rule in CEL.

Checkers that do not know the formats of Kubernetes know these. Patterns are written so that RE2, JavaScript and Python
read them alike. A property test holds them against the formats themselves.
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
    """A format: `pattern` is of the whole text, `rule` a condition in CEL with `{0}` for the text.

    `broken` breaks the pattern, `beyond` the rule, and `most` is the greatest length, or 0. `rule_pattern` says what
    the rule does, of texts that match the pattern, where a pattern can.
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
"""By the names that tags have for them."""

LABEL_AND_DOMAIN_PATTERNS: Mapping[str, NamePattern] = MappingProxyType(
    {
        "dns1035label": NamePattern(f"^{DNS1035_LABEL}$", DNS1035_LABEL_MAX_LENGTH),
        "dns1123label": NAME_PATTERNS["k8s-short-name"],
        "dns1123subdomain": NAME_PATTERNS["k8s-long-name"],
    }
)
"""By the names that KEP-4153 has for them."""
