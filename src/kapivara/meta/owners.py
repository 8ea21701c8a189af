"""Validation rules of owner references and finalizers.

Upstream: apimachinery/pkg/api/validation/objectmeta.go, apiextensions-apiserver/pkg/registry/customresource/
validator.go validateKubeFinalizerName, pkg/apis/core/validation validateKubeFinalizerName (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.content.names import is_qualified_name
from kapivara.field import ErrorList, FieldError, FieldPath, forbidden, invalid, required
from kapivara.field.errors import first_reported, first_texts
from kapivara.meta.kinds import ApiVersionError, GroupVersionKind, parse_api_version
from kapivara.values.rendering import GoStruct, JsonText, quote, to_json_text

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import OwnerReference

ORPHAN_DEPENDENTS = "orphan"
DELETE_DEPENDENTS = "foregroundDeletion"
_STANDARD_FINALIZERS = frozenset((ORPHAN_DEPENDENTS, DELETE_DEPENDENTS, "kubernetes"))

_BANNED_OWNER = GroupVersionKind("", "v1", "Event")


def validate_owner_references(references: Sequence[OwnerReference], path: FieldPath) -> ErrorList:
    """Validates owner references, at most one of which is the controller."""
    return first_reported(_owner_errors(references, path))


def _owner_errors(references: Sequence[OwnerReference], path: FieldPath) -> Iterator[FieldError]:
    first_controller = ""
    all_of_them: JsonText | None = None
    for index, reference in enumerate(references):
        yield from _validate_owner_reference(reference, path.index(index))
        if reference.get("controller") is True:
            controller = f"{_word(reference, 'kind')}/{_word(reference, 'name')}"
            if first_controller:
                if all_of_them is None:  # printed once
                    all_of_them = JsonText(to_json_text([_as_struct(each) for each in references]))
                detail = (
                    'Only one reference can have Controller set to true. Found "true" in references for '
                    f"{first_controller} and {controller}"
                )
                yield invalid(path, all_of_them, detail)
            else:
                first_controller = controller


def _validate_owner_reference(reference: OwnerReference, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    api_version = _word(reference, "apiVersion")
    try:
        group, version = parse_api_version(api_version)
    except ApiVersionError:
        group, version = "", ""
    if not api_version:
        errors.append(required(path.child("apiVersion"), "must not be empty").marked(covered_by_declarative=True))
    elif not version:
        errors.append(invalid(path.child("apiVersion"), api_version, "must be <group>/<version> or <version>"))
    errors += [
        required(path.child(field), "must not be empty").marked(covered_by_declarative=True)
        for field in ("kind", "name", "uid")
        if not _word(reference, field)
    ]
    kind = GroupVersionKind(group, version, _word(reference, "kind"))
    if kind == _BANNED_OWNER:
        errors.append(invalid(path, _as_struct(reference), f"{kind} is disallowed from being an owner"))
    return errors


def _as_struct(reference: OwnerReference) -> GoStruct:
    """Returns a reference as errors print it."""
    struct = GoStruct((field, _word(reference, field)) for field in ("apiVersion", "kind", "name", "uid"))
    if reference.get("controller") is not None:
        struct["controller"] = reference["controller"]
    if reference.get("blockOwnerDeletion") is not None:
        struct["blockOwnerDeletion"] = reference["blockOwnerDeletion"]
    return struct


def _word(reference: Mapping[str, object], field: str) -> str:
    value = reference.get(field)
    return value if type(value) is str else ""


def validate_finalizers(finalizers: Sequence[str], path: FieldPath) -> ErrorList:
    """Validates finalizers, and rejects contradictory ones."""
    errors = first_reported(invalid(path, each, problem) for each in finalizers for problem in is_qualified_name(each))
    if ORPHAN_DEPENDENTS in finalizers and DELETE_DEPENDENTS in finalizers:
        detail = f"finalizer {ORPHAN_DEPENDENTS} and {DELETE_DEPENDENTS} cannot be both set"
        errors.append(invalid(path, list(finalizers), detail))
    return errors


def validate_no_new_finalizers(new: Sequence[str], old: Sequence[str], path: FieldPath) -> ErrorList:
    """Rejects finalizers that are added to an object being deleted."""
    added = sorted(set(new) - set(old))
    if not added:
        return []
    listed = "[]string{" + ", ".join(map(quote, added)) + "}"
    problem = "no new finalizers can be added if the object is being deleted, found new finalizers"
    return [forbidden(path, f"{problem} {listed}")]


def validate_qualified_finalizers(finalizers: Sequence[str], path: FieldPath) -> ErrorList:
    """Rejects finalizers that are neither standard nor qualified by a domain, as most built-in kinds do.

    Upstream: pkg/apis/core/validation/validation.go ValidateObjectMeta.
    """
    return [
        error
        for index, each in enumerate(finalizers)
        for error in validate_qualified_finalizer(each, path.index(index))
    ]


def validate_qualified_finalizer(finalizer: str, path: FieldPath) -> ErrorList:
    """Rejects a finalizer that is neither standard nor qualified by a domain."""
    if _is_qualified(finalizer):
        return []
    return [invalid(path, finalizer, "name is neither a standard finalizer name nor is it fully qualified")]


def _is_qualified(finalizer: str) -> bool:
    """Returns True if a finalizer is standard, or qualified by a domain."""
    return "/" in finalizer or finalizer in _STANDARD_FINALIZERS


def finalizer_warnings(new: Sequence[str], old: Sequence[str], path: FieldPath) -> list[str]:
    """Warns of added finalizers that are not qualified by a domain and a path."""
    return first_texts(_finalizer_warnings(sorted(set(new) - set(old)), path))


def _finalizer_warnings(added: Sequence[str], path: FieldPath) -> Iterator[str]:
    for each in added:
        subject = f"{path}: {quote(each)}"
        for problem in is_qualified_name(each):
            yield f"{subject}: {problem}"
        if not _is_qualified(each):
            including = " including a path (/)" if "." in each else ""
            yield (
                f"{subject}: prefer a domain-qualified finalizer name{including} "
                "to avoid accidental conflicts with other finalizer writers"
            )
