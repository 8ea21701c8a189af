"""The approval annotation that CRDs of protected groups (k8s.io and kubernetes.io) must have.

Upstream: apiextensions-apiserver/pkg/apihelpers GetAPIApprovalState, validation validateAPIApproval (1.37).
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values import ABSENT, Absent
from kapivara.values.record import record
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

ANNOTATION = "api-approved.kubernetes.io"
_SEE = "see https://github.com/kubernetes/enhancements/pull/1111"


class ApprovalState(Enum):
    """The state of the annotation."""

    INVALID = auto()
    APPROVED = auto()
    BYPASSED = auto()
    MISSING = auto()


@record
class Approval:
    """The state of the annotation, with the server's text about it."""

    state: ApprovalState
    reason: str


def is_protected_group(group: str) -> bool:
    """Returns True if a group belongs to the Kubernetes community."""
    return group in ("k8s.io", "kubernetes.io") or group.endswith((".k8s.io", ".kubernetes.io"))


def approval_of(crd: v1.CustomResourceDefinition) -> Approval:
    """Returns the approval that the annotation expresses."""
    value = (crd["metadata"].get("annotations") or {}).get(ANNOTATION, "")
    demand = f'protected groups must have approval annotation "{ANNOTATION}"'
    if not value:
        return Approval(ApprovalState.MISSING, f"{demand}, {_SEE}")
    if value.startswith("unapproved"):
        return Approval(ApprovalState.BYPASSED, f"not approved: {quote(value)}")
    if is_absolute_url(value):
        return Approval(ApprovalState.APPROVED, f"approved in {value}")
    return Approval(ApprovalState.INVALID, f'{demand} with either a URL or a reason starting with "unapproved", {_SEE}')


def is_absolute_url(text: str) -> bool:
    """Returns True if a text is a URL with a scheme and a host."""
    from kapivara.languages.go.urls import UrlError, parse_request_uri  # rarely needed

    try:
        url = parse_request_uri(text)
    except UrlError:
        return False
    return bool(url.scheme and url.host)


def validate_approval(new: v1.CustomResourceDefinition, old: v1.CustomResourceDefinition | Absent) -> ErrorList:
    """Validates the annotation of a protected group; accepts an unchanged state on update."""
    if not is_protected_group(new["spec"]["group"]):
        return []
    approval = approval_of(new)
    if old is not ABSENT and approval_of(old).state is approval.state:
        return []
    path = FieldPath.of("metadata", "annotations").key(ANNOTATION)
    if approval.state is ApprovalState.MISSING:
        return [required(path, approval.reason)]
    if approval.state is ApprovalState.INVALID:
        return [invalid(path, new["metadata"]["annotations"][ANNOTATION], approval.reason)]
    return []
