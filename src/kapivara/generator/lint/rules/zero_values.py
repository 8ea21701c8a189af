"""Lint: zero values. For a field that is not a pointer, 0, false and "" look the same as an unset field.

KEP-5073, "Handling Zero Values in Declarative Validation".
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.lint.declarations import Declaration, readable_tags
from kapivara.generator.lint.default_tags import default_lines
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.rules.presence import outermost
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.natives import is_integer, native_type
from kapivara.generator.model.types import BOOL, STRING, Member, TypeKind

_POINTER = "make the field a pointer: nil is unset then, and the zero value a value"


def _check_zero_values(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.declarations:
        member = declaration.member
        if member is None or native_type(member.type).kind is not TypeKind.BUILTIN:
            continue
        if not default_lines(declaration.comments):
            yield from _optional(declaration, member)
            yield from _required(declaration, member)


def _rules_of(declaration: Declaration, member: Member) -> list[Tag]:
    """Returns the unconditional rules on the values of a field: its own, and those of its type."""
    return [*declaration.plain_tags, *readable_tags(member.type.comments)]


def _optional(declaration: Declaration, member: Member) -> Iterator[Finding]:
    if not outermost(declaration, "k8s:optional"):
        return
    zero = _zero(member)
    for tag in _rules_of(declaration, member):
        if _refuses_zero(tag, member):
            message = f"+{tag} does not refuse {zero}: an optional field with {zero} counts as unset"
            yield declaration.finding(message, tag=tag, hint=_POINTER)
            return


def _required(declaration: Declaration, member: Member) -> Iterator[Finding]:
    native = native_type(member.type)
    for required in outermost(declaration, "k8s:required"):
        allowing = next((tag for tag in _rules_of(declaration, member) if _names_zero(tag)), None)
        if native is BOOL:
            yield declaration.finding("+k8s:required refuses false, as if it were missing", tag=required, hint=_POINTER)
        elif is_integer(native) and allowing is not None:
            message = f"+k8s:required refuses 0, as if it were missing, though +{allowing} allows it"
            yield declaration.finding(message, tag=required, hint=_POINTER)


def _zero(member: Member) -> str:
    native = native_type(member.type)
    return "false" if native is BOOL else '""' if native is STRING else "0"


def _refuses_zero(tag: Tag, member: Member) -> bool:
    native = native_type(member.type)
    if tag.name == "k8s:neq":
        return (
            tag.value == {"false": "false", '""': "", "0": "0"}[_zero(member)] and tag.value_type is not ValueType.NONE
        )
    number = _number(tag)
    if number is None:
        return False
    if native is STRING:
        return tag.name == "k8s:minLength" and number > 0
    if not is_integer(native):
        return False
    match tag.name:
        case "k8s:minimum":
            return number > 0
        case "k8s:maximum":
            return number < 0
        case "k8s:exclusiveMinimum":
            return number >= 0
        case "k8s:exclusiveMaximum":
            return number <= 0
        case _:
            return False


def _names_zero(tag: Tag) -> bool:
    """Returns whether 0 is the boundary of a limit and allowed, which authors write on purpose."""
    number = _number(tag)
    return (tag.name in ("k8s:minimum", "k8s:maximum") and number == 0) or (
        tag.name == "k8s:exclusiveMinimum" and number == -1
    )


def _number(tag: Tag) -> int | None:
    if tag.value_type is not ValueType.INT:
        return None
    try:
        return int(tag.value)
    except ValueError:
        return None


ZERO_VALUE = Rule(
    name="zero-value",
    severity=Severity.WARNING,
    what="A number, bool or string field that is not a pointer is optional although a rule rejects its zero "
    "value, or required although a rule allows it. Formats and enums of strings do not count: an unset "
    "optional string is usually empty.",
    why="Without a pointer, an explicit 0, false or empty string counts as unset: an optional field accepts it "
    "and a required field rejects it, regardless of its other rules.",
    example='// +k8s:optional\n// +k8s:minimum=1\nReplicas int32 `json:"replicas,omitempty"`',
    better='// +k8s:optional\n// +k8s:minimum=1\nReplicas *int32 `json:"replicas,omitempty"`',
    check=_check_zero_values,
)
