"""Validation rules of signer names, and of trust bundle names, which contain them.

Upstream: pkg/apis/core/validation/names.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.shared.rules.names import label_problems, subdomain_problems
from kapivara.content.messages import byte_length
from kapivara.content.names import DNS1123_LABEL_MAX_LENGTH, DNS1123_SUBDOMAIN_MAX_LENGTH, name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long
from kapivara.values.rendering import quote

_LONGEST_PATH = DNS1123_SUBDOMAIN_MAX_LENGTH + DNS1123_LABEL_MAX_LENGTH + 1
_LONGEST = DNS1123_SUBDOMAIN_MAX_LENGTH + _LONGEST_PATH + 1
_OWN_DOMAIN = "kubernetes.io"


def is_kubernetes_signer(name: str) -> bool:
    """Returns True if a signer belongs to Kubernetes."""
    domain = name.partition("/")[0]
    return domain == _OWN_DOMAIN or domain.endswith(f".{_OWN_DOMAIN}")


def validate_signer_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a domain with at least two labels, a slash, and DNS labels separated by dots."""
    if not name:
        return [required(path)]
    domain, _, rest = name.partition("/")
    if name.count("/") != 1:
        return [invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")]
    errors: ErrorList = []
    if byte_length(domain) > DNS1123_SUBDOMAIN_MAX_LENGTH:
        errors.append(too_long(path, DNS1123_SUBDOMAIN_MAX_LENGTH))
    labels = domain.split(".")
    errors += _first_of([(label, label_problems(label)) for label in labels], domain, path)
    if len(labels) < 2:
        errors.append(invalid(path, domain, "should be a domain with at least two segments separated by dots"))
    errors += _first_of([(label, subdomain_problems(label)) for label in rest.split(".")], rest, path)
    if byte_length(name) > _LONGEST:
        errors.append(too_long(path, _LONGEST))
    return errors


def _first_of(labels: Sequence[tuple[str, Sequence[str]]], segment: str, path: FieldPath) -> ErrorList:
    """Returns the errors of the first invalid label; others would repeat them."""
    for label, problems in labels:
        if problems:
            return [invalid(path, segment, f"validating label {quote(label)}: {problem}") for problem in problems]
    return []


def trust_bundle_name_problems(name: str, signer: str, prefix: bool = False) -> Sequence[str]:
    """Returns the errors of a trust bundle's name, for bundles with or without a signer."""
    if not signer:
        if ":" in name:
            return ('ClusterTrustBundle without signer name must not have ":" in its name',)
        return name_is_dns_subdomain(name, prefix)
    wanted = signer.replace("/", ":") + ":"
    if not name.startswith(wanted):
        return (f"ClusterTrustBundle for signerName {signer} must be named with prefix {wanted}",)
    return name_is_dns_subdomain(name.removeprefix(wanted), prefix)


def signer_of_trust_bundle(name: str) -> str:
    """Returns the signer in the name of a trust bundle; empty if it has none."""
    return name.rpartition(":")[0].replace(":", "/")
