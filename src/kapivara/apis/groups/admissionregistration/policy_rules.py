"""Validation rules of ValidatingAdmissionPolicy and MutatingAdmissionPolicy.

Expressions of the old object may use newer parts of CEL.
Upstream: pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicySpec,
validateMutatingAdmissionPolicySpec (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.admissionregistration import expressions
from kapivara.apis.groups.admissionregistration.expressions import Expressions
from kapivara.apis.groups.admissionregistration.match_conditions import validate_match_conditions
from kapivara.apis.groups.admissionregistration.policy_match import (
    validate_changing_operations,
    validate_match_resources,
    validate_parameter_kind,
    validate_required_word,
)
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.names import validate_qualified_name
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_REASONS: Final = ("Forbidden", "Invalid", "RequestEntityTooLarge")
_MOST_ANNOTATIONS: Final = 20
_LONGEST_VALUE: Final = 5 * 1024
_IDENTIFIER: Final = lazy_pattern("[_a-zA-Z][_a-zA-Z0-9]*")
_RESERVED: Final = frozenset(
    (
        *("true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if"),
        *("import", "let", "loop", "package", "namespace", "return", "var", "void", "while"),
    )
)


def validate_validating_policy(
    spec: v1.ValidatingAdmissionPolicySpec,
    old: v1.ValidatingAdmissionPolicySpec | None,
    name: str,
    *,
    has_libraries: bool = False,
) -> ErrorList:
    """Requires match constraints and valid expressions.

    `has_libraries` enables the functions that KEP-4153 names.
    """
    known = _known_of(old, "validations", "expression")
    scope = Expressions(
        has_parameters="paramKind" in spec, has_variables=bool(spec.get("variables")), has_libraries=has_libraries
    )
    errors = _validate_shared(spec, old, scope, known=known)
    validations, annotations = spec.get("validations") or [], spec.get("auditAnnotations") or []
    if not validations and not annotations:
        detail = "validations or auditAnnotations must contain at least one item"
        return [*errors, *(required(_SPEC.child(field), detail) for field in ("validations", "auditAnnotations"))]
    known_messages = _known_of(old, "validations", "messageExpression")
    for position, each in enumerate(validations):
        path = _SPEC.child("validations").index(position)
        errors += _validate_validation(each, path, scope, known=known)
        errors += _validate_message(each, path, scope, known=known_messages)
    return errors + _validate_annotations(
        annotations, scope, name, _known_of(old, "auditAnnotations", "valueExpression")
    )


def validate_mutating_policy(
    spec: v1.MutatingAdmissionPolicySpec, old: v1.MutatingAdmissionPolicySpec | None, *, has_libraries: bool = False
) -> ErrorList:
    """Requires match constraints and valid mutations."""
    scope = Expressions(has_parameters="paramKind" in spec, has_variables=True, has_libraries=has_libraries)
    errors = _validate_shared(spec, old, scope, changes=True)
    mutations = spec.get("mutations") or []
    if not mutations:
        errors.append(required(_SPEC.child("mutations"), "mutations must contain at least one item"))
    known = frozenset(
        each["applyConfiguration"].get("expression", "")
        for each in (old or {}).get("mutations") or ()
        if "applyConfiguration" in each
    )
    for position, each in enumerate(mutations):
        errors += _validate_mutation(each, _SPEC.child("mutations").index(position), scope, known)
    reinvocation = spec.get("reinvocationPolicy") or None
    return errors + validate_required_word(reinvocation, _SPEC.child("reinvocationPolicy"), ("IfNeeded", "Never"))


def _known_of(old: Any, holder: str, field: str) -> frozenset[str]:
    return frozenset(each.get(field, "") for each in (old or {}).get(holder) or ())


def _validate_shared(
    spec: Any, old: Any, scope: Expressions, *, known: Collection[str] = (), changes: bool = False
) -> ErrorList:
    """Validates the fields that both kinds share, in their common order."""
    errors = validate_required_word(spec.get("failurePolicy"), _SPEC.child("failurePolicy"), ("Fail", "Ignore"))
    kind = spec.get("paramKind")
    if kind is not None:
        errors += validate_parameter_kind(kind, _SPEC.child("paramKind"))
    match, path = spec.get("matchConstraints"), _SPEC.child("matchConstraints")
    if match is None:
        errors.append(required(path))
    else:
        errors += validate_match_resources(match, path)
        if not match.get("resourceRules"):
            errors.append(required(path.child("resourceRules")))
        if changes:
            errors += validate_changing_operations(match, path)
    same = old is not None and all((spec.get(each) or []) == (old.get(each) or []) for each in _JUDGED_TOGETHER)
    if not same:
        errors += validate_match_conditions(
            spec.get("matchConditions") or (),
            _SPEC.child("matchConditions"),
            has_parameters=kind is not None,
            has_libraries=scope.has_libraries,
            known=_known_of(old, "matchConditions", "expression"),
        )
    for position, each in enumerate(spec.get("variables") or ()):
        errors += _validate_variable(each, _SPEC.child("variables").index(position), scope, known)
    return errors


_JUDGED_TOGETHER: Final = ("paramKind", "matchConditions")


def _validate_variable(variable: v1.Variable, path: FieldPath, scope: Expressions, known: Collection[str]) -> ErrorList:
    errors: ErrorList = []
    name, expression = variable.get("name", ""), variable.get("expression", "")
    if not name.strip():
        errors.append(required(path.child("name"), "name is not specified"))
    elif name in _RESERVED or not _IDENTIFIER.fullmatch(name):
        errors.append(invalid(path.child("name"), name, "must be a valid CEL identifier"))
    if not expression.strip():
        return [*errors, required(path.child("expression"), "expression is not specified")]
    return errors + scope.define(name, expression, path.child("expression"), is_known=expression in known)


def _validate_validation(
    validation: v1.Validation, path: FieldPath, scope: Expressions, *, known: Collection[str]
) -> ErrorList:
    expression = validation.get("expression", "")
    if not expression.strip():
        return [required(path.child("expression"), "expression is not specified")]
    return scope.validate(expression, path.child("expression"), is_known=expression in known)


def _validate_message(
    validation: v1.Validation, path: FieldPath, scope: Expressions, *, known: Collection[str]
) -> ErrorList:
    """Validates the message and the message expression."""
    errors: ErrorList = []
    expression, message = validation.get("messageExpression", ""), validation.get("message", "")
    if expression and not expression.strip():
        errors.append(invalid(path.child("messageExpression"), expression, "must be non-empty if specified"))
    elif expression:
        errors += scope.validate(
            expression,
            path.child("messageExpression"),
            expressions.MESSAGE,
            is_known=expression in known,
            is_message=True,
        )
    if message and not message.strip():
        errors.append(invalid(path.child("message"), message, "must be non-empty if specified"))
    elif "\n" in message.strip() or "\r" in message.strip():
        errors.append(invalid(path.child("message"), message, "must not contain line breaks"))
    reason = validation.get("reason")
    if reason is not None and reason not in _REASONS:
        errors.append(not_supported(path.child("reason"), NamedString(reason), _REASONS))
    return errors


def _validate_annotations(
    annotations: Sequence[v1.AuditAnnotation], scope: Expressions, name: str, known: Collection[str]
) -> ErrorList:
    errors: ErrorList = []
    holder = _SPEC.child("auditAnnotations")
    if len(annotations) > _MOST_ANNOTATIONS:
        shown = internal_form(list(annotations), "[]admissionregistration.AuditAnnotation")
        errors.append(invalid(holder, shown, f"must not have more than {_MOST_ANNOTATIONS} auditAnnotations"))
    keys: set[str] = set()
    for position, annotation in enumerate(annotations):
        path, key = holder.index(position), annotation.get("key", "")
        if name:
            errors += validate_qualified_name(f"{name}/{key}", path.child("key"))
        else:
            errors.append(invalid(path.child("key"), key, "requires metadata.name be non-empty"))
        errors += _validate_value(annotation.get("valueExpression", ""), path.child("valueExpression"), scope, known)
        if key in keys:
            errors.append(duplicate(path.child("key"), key))
        keys.add(key)
    return errors


def _validate_value(expression: str, path: FieldPath, scope: Expressions, known: Collection[str]) -> ErrorList:
    text = expression.strip()
    if not text:
        return [required(path, "valueExpression is not specified")]
    if byte_length(text) > _LONGEST_VALUE:
        return [required(path, f"must not exceed {_LONGEST_VALUE} bytes in length")]
    found = scope.validate(text, path, expressions.AUDIT_VALUE, is_known=expression in known)
    return [invalid(path, expression, each.detail) if each.type.shows_value else each for each in found]


def _validate_mutation(mutation: Any, path: FieldPath, scope: Expressions, known: Collection[str]) -> ErrorList:
    kind = mutation.get("patchType", "")
    if not kind:
        return [required(path.child("patchType"))]
    if kind not in _PATCHES:
        return [not_supported(path.child("patchType"), NamedString(kind), tuple(_PATCHES))]
    field, wanted, other = _PATCHES[kind]
    errors: ErrorList = []
    patch, place = mutation.get(field), path.child(field)
    if patch is None:
        errors.append(required(place, f"must be specified when patchType is {kind}"))
    elif not (text := patch.get("expression", "").strip()):
        errors.append(required(place.child("expression")))
    else:
        is_known = patch["expression"] in known
        errors += scope.validate(text, place.child("expression"), wanted, is_known=is_known)
    if other in mutation:
        detail = f"must not be specified when patchType is {kind}"
        errors.append(invalid(path.child(other), f"{{{other}}}", detail))
    return errors


_PATCHES: Final = {
    "ApplyConfiguration": ("applyConfiguration", expressions.APPLY_CONFIGURATION, "jsonPatch"),
    "JSONPatch": ("jsonPatch", expressions.JSON_PATCHES, "applyConfiguration"),
}
