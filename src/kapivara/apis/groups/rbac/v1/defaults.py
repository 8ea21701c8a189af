"""Functions that fill in the defaults of rbac.authorization.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/rbac/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.rbac.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_GROUP: Final = "rbac.authorization.k8s.io"


def fill_binding(binding: v1.RoleBinding | v1.ClusterRoleBinding) -> None:
    """Sets the API group of the role reference."""
    if not binding["roleRef"].get("apiGroup"):
        binding["roleRef"]["apiGroup"] = _GROUP


def fill_subject(subject: v1.Subject) -> None:
    """Sets the API group of users and groups; service accounts have the core group."""
    if subject.get("kind") in ("User", "Group") and not subject.get("apiGroup"):
        subject["apiGroup"] = _GROUP


FILL: Final[Mapping[str, Fill]] = {
    "ClusterRoleBinding": fill_binding,
    "RoleBinding": fill_binding,
    "Subject": fill_subject,
}
