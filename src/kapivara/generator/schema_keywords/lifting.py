"""Lifts a rule on a part of a value (a field, items, values of a map) to an equivalent rule on the whole value."""

from __future__ import annotations

from kapivara.generator.model.types import Member
from kapivara.generator.tags.contract.cel_texts import path_of, select
from kapivara.generator.tags.contract.schema_form import CelForm, Comparison, Expression, UnsaidError
from kapivara.values.record import replace

_OLD = "oldSelf"


def of_field(form: CelForm, member: Member) -> CelForm:
    """Lifts the rule of a field to its struct; it applies where the field is set."""
    name = member.json.name
    if form.optional_old:
        raise UnsaidError("rules about a field do not know whether what holds the field is new")

    def holds(struct: str) -> str:
        field = select(struct, name)
        if not form.transition:
            return f"!has({field}) || {form.holds(field)}"
        before = select(_OLD, name)
        return f"!has({field}) || !has({before}) || {form.holds(field).replace(_OLD, before)}"

    return replace(form, holds=holds, field=path_of((member,)) + form.field, unchanged=_of_field(form, name))


def _of_field(form: CelForm, name: str) -> Comparison | None:
    """Returns the comparison for the struct: the field existed before, and all that the rule reads is unchanged."""
    unchanged = form.unchanged
    if unchanged is None:
        return None

    def same(now: str, before: str) -> str:
        return f"has({select(before, name)}) && {unchanged(select(now, name), select(before, name))}"

    return same


def of_items(form: CelForm) -> CelForm:
    """Lifts the rule of items to their list."""
    _refuse_transition(form)
    return _of_each(form, lambda value: f"{value}.all(each, {form.holds('each')})")


def of_values(form: CelForm) -> CelForm:
    """Lifts the rule of values to their map."""
    _refuse_transition(form)
    return _of_each(form, lambda value: f"{value}.all(key, {form.holds(f'{value}[key]')})")


def _of_each(form: CelForm, holds: Expression) -> CelForm:
    """Returns the rule on the collection, which has no access to old items."""
    return replace(form, holds=holds, field="", unchanged=None)


def _refuse_transition(form: CelForm) -> None:
    if form.transition or form.optional_old:
        raise UnsaidError("rules of a list or map do not know the old selves of what it holds")
