"""Functions that fill in the defaults of admissionregistration.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/admissionregistration/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_FAILURE_POLICY: Final = "Fail"
_TIMEOUT_SECONDS: Final = 10
_HTTPS: Final = 443


def fill_match(match: v1.MatchResources | v1.ValidatingWebhook | v1.MutatingWebhook) -> None:
    """Sets the match policy Equivalent and empty selectors, which match all objects."""
    match.setdefault("matchPolicy", "Equivalent")
    match.setdefault("namespaceSelector", {})
    match.setdefault("objectSelector", {})


def fill_webhook(webhook: v1.ValidatingWebhook | v1.MutatingWebhook) -> None:
    """Sets the failure policy Fail and a timeout of ten seconds."""
    webhook.setdefault("failurePolicy", _FAILURE_POLICY)
    webhook.setdefault("timeoutSeconds", _TIMEOUT_SECONDS)
    fill_match(webhook)


def fill_mutating_webhook(webhook: v1.MutatingWebhook) -> None:
    """Sets the reinvocation policy Never."""
    fill_webhook(webhook)
    webhook.setdefault("reinvocationPolicy", "Never")


def fill_rule(rule: v1.RuleWithOperations | v1.NamedRuleWithOperations) -> None:
    """Sets the scope `*`."""
    rule.setdefault("scope", "*")


def fill_service(service: v1.ServiceReference) -> None:
    """Sets the port 443."""
    service.setdefault("port", _HTTPS)


def fill_policy(spec: v1.ValidatingAdmissionPolicySpec | v1.MutatingAdmissionPolicySpec) -> None:
    """Sets the failure policy Fail."""
    spec.setdefault("failurePolicy", _FAILURE_POLICY)


FILL: Final[Mapping[str, Fill]] = {
    "MatchResources": fill_match,
    "MutatingAdmissionPolicySpec": fill_policy,
    "MutatingWebhook": fill_mutating_webhook,
    "NamedRuleWithOperations": fill_rule,
    "RuleWithOperations": fill_rule,
    "ServiceReference": fill_service,
    "ValidatingAdmissionPolicySpec": fill_policy,
    "ValidatingWebhook": fill_webhook,
}
