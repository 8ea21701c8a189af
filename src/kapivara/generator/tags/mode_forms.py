"""Modes as schemas say them: rules in CEL of the struct around, one for each rule of each mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from kapivara.generator.model import Member
from kapivara.generator.plan import FunctionCall
from kapivara.generator.tags.cel_texts import grouped, is_set, literal, path_of, select, value_or_zero
from kapivara.generator.tags.schema_form import (
    CelForm,
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
    """Says what a field must be in each mode, and that it is not set in all others."""
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
        for call in calls.calls:
            if not call.non_error:
                form = subject.form_of(call, replace(subject, type=member.type, member=member))
                rules += _in_mode(form, member, _differing(discriminator, value), field)
    return SchemaForm(rules=tuple(rules))


def _differing(discriminator: Member, value: str | bool) -> Expression:
    return lambda struct: f"{value_or_zero(struct, discriminator)} != {literal(value)}"


def _in_mode(form: SchemaForm, member: Member, elsewhere: Expression, field: str) -> Iterator[CelForm]:
    """Says what a rule asks of a field where the mode is the one that it is for."""
    if form.presence is Presence.REQUIRED:
        missing = failure("required_value", 0)
        yield cel_form(lambda struct: f"{elsewhere(struct)} || {is_set(struct, member)}", missing, field=field)
    elif form.presence is Presence.FORBIDDEN:
        given = failure("forbidden_value", 1)
        yield cel_form(lambda struct: f"{elsewhere(struct)} || !{grouped(is_set(struct, member))}", given, field=field)
    for each in (*form.same, *form.rules):
        yield CelForm(_guarded(each, member, elsewhere), each.message, each.reason, field + each.field)
    if form.around or any(each.transition for each in form.rules):
        raise UnsaidError("rules about changes cannot depend on a mode")


def _guarded(rule: CelForm, member: Member, elsewhere: Expression) -> Expression:
    def holds(struct: str) -> str:
        value = rule.holds(select(struct, member.json.name))
        return f"{elsewhere(struct)} || !{grouped(is_set(struct, member))} || {value}"

    return holds
