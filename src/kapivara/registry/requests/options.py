"""Reads and validates the options of writes and deletions, from the query or a deletion's body.

Upstream: apimachinery/pkg/apis/meta/v1/validation/validation.go ValidateCreateOptions and its kin (1.37).
"""

from __future__ import annotations

from typing import Any

from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required
from kapivara.meta import ApiError, GroupKind, invalid_status
from kapivara.meta.managed_fields import validate_field_manager
from kapivara.meta.media_types import APPLY_PATCH
from kapivara.meta.query_parameters import Query, integer, text, texts, truth
from kapivara.values.record import record, slot_record

_FIELD_VALIDATION = ("", "Ignore", "Strict", "Warn")
_PROPAGATION = ("Foreground", "Background", "Orphan")
UNREADABLE = "ignoreStoreReadErrorWithClusterBreakingPotential"
"""The deletion option for unreadable objects."""


@slot_record
class WriteOptions:
    """The options of a create, an update or a patch."""

    dry_run: bool = False
    field_validation: str = "Warn"
    field_manager: str = ""
    force: bool | None = None

    @property
    def strict(self) -> bool:
        """Whether unknown and duplicate fields are detected."""
        return self.field_validation != "Ignore"


DEFAULT_OPTIONS = WriteOptions()


@record
class DeleteOptions:
    """The options of a deletion; `uid` and `resource_version` are preconditions, or None.

    `unreadable` deletes an object that cannot be read from the storage, and no other.
    """

    dry_run: bool = False
    grace_period_seconds: int | None = None
    orphan_dependents: bool | None = None
    propagation_policy: str | None = None
    uid: str | None = None
    resource_version: str | None = None
    unreadable: bool = False

    @property
    def has_policy(self) -> bool:
        """Whether the options state a propagation policy."""
        return self.propagation_policy is not None or self.orphan_dependents is not None


def read_write_options(query: Query, kind: str, *, patch_type: str = "") -> WriteOptions:
    """Reads the options of a write; `kind` names them in errors, such as `CreateOptions`."""
    if not query and patch_type != APPLY_PATCH:
        return DEFAULT_OPTIONS
    manager, validation, dry_run = text(query, "fieldManager"), text(query, "fieldValidation"), texts(query, "dryRun")
    force = truth(query, "force") if patch_type else None
    errors: ErrorList = []
    if patch_type == APPLY_PATCH and not manager:
        errors.append(required(FieldPath.of("fieldManager"), "is required for apply patch"))
    if patch_type != APPLY_PATCH and force is not None:
        errors.append(forbidden(FieldPath.of("force"), "may not be specified for non-apply patch"))
    if manager:
        errors += validate_field_manager(manager, FieldPath.of("fieldManager"))
    errors += _check_dry_run(dry_run)
    if validation not in _FIELD_VALIDATION:
        errors.append(not_supported(FieldPath.of("fieldValidation"), validation, _FIELD_VALIDATION))
    _refuse(kind, errors)
    return WriteOptions(bool(dry_run), validation or "Warn", manager, force)


def read_delete_options(query: Query, body: Any) -> DeleteOptions:
    """Reads the options of a deletion from its body (a DeleteOptions object), or without a body from the query."""
    if body is not None:
        preconditions = body.get("preconditions") or {}
        options = DeleteOptions(
            grace_period_seconds=body.get("gracePeriodSeconds"),
            orphan_dependents=body.get("orphanDependents"),
            propagation_policy=body.get("propagationPolicy"),
            uid=preconditions.get("uid"),
            resource_version=preconditions.get("resourceVersion"),
            dry_run=bool(body.get("dryRun")),
            unreadable=bool(body.get(UNREADABLE)),
        )
        dry_run = body.get("dryRun") or []
    else:
        dry_run = texts(query, "dryRun")
        options = DeleteOptions(
            grace_period_seconds=integer(query, "gracePeriodSeconds"),
            orphan_dependents=truth(query, "orphanDependents"),
            propagation_policy=text(query, "propagationPolicy") if query.get("propagationPolicy") else None,
            uid=text(query, "uid") or None,
            resource_version=text(query, "resourceVersion") or None,
            dry_run=bool(dry_run),
            unreadable=bool(truth(query, UNREADABLE)),
        )
    _refuse("DeleteOptions", _check_delete_options(options, dry_run))
    return options


def _check_delete_options(options: DeleteOptions, dry_run: list[str]) -> ErrorList:
    errors: ErrorList = []
    path, policy = FieldPath.of("propagationPolicy"), options.propagation_policy
    if policy is not None and options.orphan_dependents is not None:
        errors.append(invalid(path, policy, "orphanDependents and deletionPropagation cannot be both set"))
    if policy is not None and policy not in _PROPAGATION:
        errors.append(not_supported(path, policy, (*_PROPAGATION, "nil")))
    return errors + _check_dry_run(dry_run) + _check_unreadable(options)


def _check_unreadable(options: DeleteOptions) -> ErrorList:
    """Rejects options that cannot be combined with the deletion of an unreadable object.

    Upstream: apimachinery/pkg/apis/meta/v1/validation ValidateIgnoreStoreReadError (1.37).
    """
    given = {
        "propagationPolicy": options.propagation_policy is not None,
        "orphanDependents": options.orphan_dependents is not None,
        "gracePeriodSeconds": options.grace_period_seconds is not None,
        "preconditions": options.uid is not None or options.resource_version is not None,
    }
    path = FieldPath.of(UNREADABLE)
    together = [name for name, is_given in given.items() if is_given] if options.unreadable else []
    return [invalid(path, True, f"cannot be set together with .{name}") for name in together]


def refuse_unreadable_collection(options: DeleteOptions) -> None:
    """Ends a collection deletion that has the option for unreadable objects.

    Upstream: apiserver/pkg/endpoints/handlers/delete.go DeleteCollection.
    """
    if options.unreadable:
        problem = "is not allowed with DELETECOLLECTION, try again after removing the option"
        _refuse("DeleteOptions", [invalid(FieldPath.of(UNREADABLE), True, problem)])


def _check_dry_run(values: list[str]) -> ErrorList:
    if set(values) <= {"All"}:
        return []
    return [not_supported(FieldPath.of("dryRun"), values, ("All",))]


def _refuse(kind: str, errors: ErrorList) -> None:
    if errors:
        raise ApiError(invalid_status(GroupKind("meta.k8s.io", kind), "", errors))


def options_object(action: str, query: Query, options: WriteOptions, deletion: DeleteOptions | None) -> dict[str, Any]:
    """Returns options as the object that the server passes to admission."""
    told: dict[str, Any] = {"kind": f"{action.capitalize()}Options", "apiVersion": "meta.k8s.io/v1"}
    if options.dry_run or (deletion is not None and deletion.dry_run):
        told["dryRun"] = ["All"]
    if deletion is None:
        given = {"fieldManager": options.field_manager, "fieldValidation": text(query, "fieldValidation")}
        return told | {name: value for name, value in given.items() if value}
    conditions = {"uid": deletion.uid, "resourceVersion": deletion.resource_version}
    if present := {name: value for name, value in conditions.items() if value is not None}:
        told["preconditions"] = present
    said = {
        "gracePeriodSeconds": deletion.grace_period_seconds,
        "orphanDependents": deletion.orphan_dependents,
        "propagationPolicy": deletion.propagation_policy,
    }
    return told | {name: value for name, value in said.items() if value is not None}
