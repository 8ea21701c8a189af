"""The kinds exempt from all policies: policies and webhook configurations.

Upstream: apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go IsExemptAdmissionConfigurationResource
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind

_RESOURCES: Final = (
    "validatingwebhookconfigurations",
    "mutatingwebhookconfigurations",
    *("validatingadmissionpolicies", "validatingadmissionpolicybindings"),
    *("mutatingadmissionpolicies", "mutatingadmissionpolicybindings"),
)


def is_exempt(kind: Kind) -> bool:
    """Returns True for kinds whose writes skip all policies, so that a wrong policy can always be removed."""
    return kind.gvr.group == "admissionregistration.k8s.io" and kind.gvr.resource in _RESOURCES
