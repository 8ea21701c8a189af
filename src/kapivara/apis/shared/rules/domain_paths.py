"""Validation rules of domain-prefixed paths, such as `acme.io/controller`.

Upstream: apimachinery/pkg/util/validation/validation.go IsDomainPrefixedPath (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.content.messages import regex_message
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values.lazy_pattern import lazy_pattern

_PATH: Final = r"[A-Za-z0-9/\-._~%!$&'()" r"*+,;=:]+"
_PATH_PATTERN: Final = lazy_pattern(_PATH)


def validate_domain_prefixed_path(text: str, path: FieldPath) -> ErrorList:
    """Requires a DNS subdomain, a slash, and a valid URL path."""
    if not text:
        return [required(path)]
    domain, _, rest = text.partition("/")
    if not domain or not rest:
        return [invalid(path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')]
    errors = [invalid(path, domain, problem) for problem in subdomain_problems(domain)]
    if not _PATH_PATTERN.fullmatch(rest):
        errors.append(invalid(path, rest, regex_message("Invalid path", _PATH)))
    return errors
