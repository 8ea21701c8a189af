"""The schema forms of modes: CEL rules of the surrounding struct, one for each rule of each mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import Member, TypeKind
from kapivara.generator.plan.rule_calls import FunctionCall
from kapivara.generator.tags.contract.cel_texts import grouped, is_same, is_set, literal, path_of, select, value_or_zero
from kapivara.generator.tags.contract.schema_form import (
    CelForm,
    Comparison,
    Expression,
    Presence,
    SchemaForm,
    Subject,
    UnsaidError,
    cel_form,
    failure,
)
from kapivara.values.record import replace


def mode_form(check: FunctionCall, subject: Subject) -> SchemaForm:
    """Returns the rules of a field in each mode, and the rule that it is unset in all other modes."""
    part, getter, _, modes = cast("Any", check.args)
    member: Member = part.member
    (discriminator,) = getter.path
    field = path_of((member,))
    known = ", ".join(literal(value) for value, _ in modes)
    forbidden = failure("forbidden_value", 1)

    def elsewhere(struct: str) -> str:
        return f"{value_or_zero(struct, discriminator)} in [{known}] || !{grouped(is_set(struct, member))}"

    rules = [cel_form(elsewhere, forbidden, field=field)]
    for value, calls in modes:
        given = _given(member, is_optional=any(call.non_error for call in calls.calls))
        for call in calls.calls:
            if not call.non_error:
                form = subject.form_of(call, replace(subject, type=member.type, member=member))
                rules += _in_mode(form, member, _differing(discriminator, value), given)
    unchanged = _same_in_mode(discriminator, member)
    return SchemaForm(rules=tuple(replace(each, unchanged=unchanged) for each in rules))


def _same_in_mode(discriminator: Member, member: Member) -> Comparison:
    """Returns the comparison that neither the mode nor the field has changed."""

    def same(now: str, before: str) -> str:
        mode = f"{value_or_zero(now, discriminator)} == {value_or_zero(before, discriminator)}"
        is_there, was_there = grouped(is_set(now, member)), grouped(is_set(before, member))
        return f"{mode} && ({is_there} ? {was_there} && {is_same(now, before, member)} : !{was_there})"

    return same


def _differing(discriminator: Member, value: str | bool) -> Expression:
    return lambda struct: f"{value_or_zero(struct, discriminator)} != {literal(value)}"


def _given(member: Member, *, is_optional: bool) -> Callable[[str, Expression], str]:
    """Returns a function that applies a rule to the field of a struct, if it is set or may not be omitted.

    In Go, a field that is not a pointer always exists, with its zero value, so the rule applies to that value.
    """
    if not is_optional and native_type(member.type).kind is TypeKind.BUILTIN:
        return lambda struct, holds: holds(value_or_zero(struct, member))
    return lambda struct, holds: f"!{grouped(is_set(struct, member))} || {holds(select(struct, member.json.name))}"


def _in_mode(
    form: SchemaForm, member: Member, elsewhere: Expression, given: Callable[[str, Expression], str]
) -> Iterator[CelForm]:
    """Yields the rules of a field, restricted to their mode."""
    field = path_of((member,))
    if form.presence is Presence.REQUIRED:
        missing = failure("required_value", 0)
        yield cel_form(lambda struct: f"{elsewhere(struct)} || {is_set(struct, member)}", missing, field=field)
    elif form.presence is Presence.FORBIDDEN:
        present = failure("forbidden_value", 1)
        yield cel_form(
            lambda struct: f"{elsewhere(struct)} || !{grouped(is_set(struct, member))}", present, field=field
        )
    for each in (*form.same, *form.rules):
        yield CelForm(_guarded(each, elsewhere, given), each.message, each.reason, field + each.field)
    if form.around or any(each.transition for each in form.rules):
        raise UnsaidError("rules about changes cannot depend on a mode")


def _guarded(rule: CelForm, elsewhere: Expression, given: Callable[[str, Expression], str]) -> Expression:
    return lambda struct: f"{elsewhere(struct)} || {given(struct, rule.holds)}"
