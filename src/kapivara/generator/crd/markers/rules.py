"""Markers that become CEL rules: XValidation, one of several fields, immutability.

Upstream: controller-tools/pkg/crd/markers/validation.go XValidation, AtMostOneOf, ExactlyOneOf, Immutable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kapivara.generator.crd.markers.limits import PREFIX
from kapivara.generator.crd.markers.marker import (
    ANYWHERE,
    USUAL,
    Marker,
    MarkerError,
    Schema,
    SchemaOwner,
    Target,
    single,
)
from kapivara.generator.grammar.marker_arguments import Argument, ArgumentKind

RULES = "x-kubernetes-validations"
_REASONS = ("FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate")


def add_rule(schema: Schema, rule: dict[str, Any]) -> None:
    """Appends a rule to those of a schema."""
    schema[RULES] = [*schema.get(RULES, ()), rule]


def _x_validation(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    reason = value.get("reason", "")
    if reason and reason not in _REASONS:
        raise MarkerError(f'"{reason}" is no reason', f"one of {', '.join(_REASONS)}")
    # An empty argument is dropped; false is kept.
    add_rule(schema, {name: each for name, each in value.items() if each != "" or name == "rule"})


def _one_of(rule: Callable[[Sequence[str]], str], message: str) -> Any:
    def apply(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
        if value:
            shown = f"[{' '.join(value)}]"
            add_rule(schema, {"rule": rule(value), "message": message.format(shown)})

    return apply


def _count(fields: Sequence[str]) -> str:
    return "+".join(f"(has(self.{each})?1:0)" for each in fields)


def _any(fields: Sequence[str]) -> str:
    return "||".join(f"has(self.{each})" for each in fields)


def _immutable(schema: Schema, _value: Any, _owner: SchemaOwner) -> None:
    add_rule(schema, {"rule": "self == oldSelf", "message": "field is immutable"})


def stays_set(field: str) -> dict[str, Any]:
    """Returns the rule that an optional field, once set, is not removed."""
    return {
        "rule": f"!has(oldSelf.{field}) || has(self.{field})",
        "message": f"field {field} is immutable once set",
    }


_TEXT = ArgumentKind.TEXT

X_VALIDATION = Marker(
    f"{PREFIX}XValidation",
    ANYWHERE,
    "A rule in CEL that must hold; may be given several times.",
    f'+{PREFIX}XValidation:rule="self.min <= self.max",message="min must not exceed max"',
    arguments=(
        Argument("rule", _TEXT, required=True, docs="The expression; `self` is the value, `oldSelf` the old value."),
        Argument("message", _TEXT, docs="The error message where it does not hold."),
        Argument("messageExpression", _TEXT, docs="An expression that returns the message."),
        Argument("reason", _TEXT, docs=f"One of {', '.join(_REASONS)}."),
        Argument("fieldPath", _TEXT, docs="The field that the error names."),
        Argument("optionalOldSelf", ArgumentKind.BOOL, docs="Whether it also runs without an old value."),
    ),
    apply=_x_validation,
)


def _one_of_marker(name: str, docs: str, apply: Any, order: int) -> Marker:
    example = f"+{PREFIX}{name}=configMapRef;secretRef"
    arguments = single(ArgumentKind.TEXTS)
    return Marker(f"{PREFIX}{name}", (Target.TYPE,), docs, example, arguments=arguments, apply=apply, order=order)


ONE_OF = (
    _one_of_marker(
        "AtMostOneOf",
        "No two of these fields may be set.",
        _one_of(lambda fields: f"{_count(fields)} <= 1", "at most one of the fields in {} may be set"),
        USUAL + 1,
    ),
    _one_of_marker(
        "ExactlyOneOf",
        "One of these fields must be set, and no other.",
        _one_of(lambda fields: f"{_count(fields)} == 1", "exactly one of the fields in {} must be set"),
        USUAL + 2,
    ),
    _one_of_marker(
        "AtLeastOneOf",
        "One of these fields must be set, or several.",
        _one_of(_any, "at least one of the fields in {} must be set"),
        USUAL + 3,
    ),
)
IMMUTABLE = Marker(
    "k8s:immutable",
    (Target.FIELD,),
    "The value can be set once, and then neither changed nor removed.",
    "+k8s:immutable",
    apply=_immutable,
)
MARKERS = (*ONE_OF, IMMUTABLE)
