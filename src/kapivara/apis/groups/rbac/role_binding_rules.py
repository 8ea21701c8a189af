"""Validation rules of RoleBinding and ClusterRoleBinding: an immutable role, and subjects.

Upstream: pkg/apis/rbac/validation/validation.go ValidateRoleBinding, ValidateClusterRoleBinding,
ValidateRoleBindingSubject (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.content.names import is_path_segment_name, name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required

if TYPE_CHECKING:
    from kapivara.apis.groups.rbac.v1.zz_generated_types import RoleBinding, RoleRef, Subject

_GROUP = "rbac.authorization.k8s.io"
_ROLE = FieldPath.of("roleRef")
_SUBJECTS = FieldPath.of("subjects")
_KINDS = ("ServiceAccount", "User", "Group")


def validate_binding(binding: RoleBinding, *, namespaced: bool) -> ErrorList:
    """Requires a role of a supported kind, and valid subjects."""
    errors = _validate_role(binding["roleRef"], ("Role", "ClusterRole") if namespaced else ("ClusterRole",))
    for position, subject in enumerate(binding.get("subjects") or ()):
        errors += validate_subject(subject, _SUBJECTS.index(position), namespaced=namespaced)
    return errors


def validate_same_role(binding: RoleBinding, old: RoleBinding, *, namespaced: bool) -> ErrorList:
    """Rejects a changed role."""
    if binding["roleRef"] == old["roleRef"]:
        return []
    changed = invalid(_ROLE, internal_form(binding["roleRef"], "rbac.RoleRef"), IMMUTABLE).with_origin("immutable")
    level = "alpha" if namespaced else ""
    return [changed.marked(level=level, covered_by_declarative=True)]


def _validate_role(role: RoleRef, kinds: tuple[str, ...]) -> ErrorList:
    errors: ErrorList = []
    if role["apiGroup"] != _GROUP:
        errors.append(not_supported(_ROLE.child("apiGroup"), role["apiGroup"], (_GROUP,)))
    if role["kind"] not in kinds:
        errors.append(not_supported(_ROLE.child("kind"), role["kind"], kinds))
    path = _ROLE.child("name")
    if not role["name"]:
        return [*errors, required(path).marked(covered_by_declarative=True)]
    return errors + [invalid(path, role["name"], problem) for problem in is_path_segment_name(role["name"])]


def validate_subject(subject: Subject, path: FieldPath, *, namespaced: bool) -> ErrorList:
    """Requires a name, and the API group of the subject's kind."""
    errors: ErrorList = []
    name, group = subject["name"], subject.get("apiGroup", "")
    if not name:
        errors.append(required(path.child("name")).marked(covered_by_declarative=True))
    if subject["kind"] not in _KINDS:
        return [*errors, not_supported(path.child("kind"), subject["kind"], _KINDS)]
    if subject["kind"] != "ServiceAccount":
        return errors if group == _GROUP else [*errors, not_supported(path.child("apiGroup"), group, (_GROUP,))]
    if name:
        errors += [invalid(path.child("name"), name, problem) for problem in name_is_dns_subdomain(name)]
    if group:
        errors.append(not_supported(path.child("apiGroup"), group, ("",)))
    if not namespaced and not subject.get("namespace"):
        errors.append(required(path.child("namespace")))
    return errors
