"""The schema forms of forbidden changes: transition rules of a field's struct, which sees the field set and unset.

A rule on the value itself runs only where there are a new and an old value; so does a rule on an item of a list, and
only if the list type pairs items with old items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from kapivara.field import FieldError, Verb
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import FunctionCall, SelectedItem
from kapivara.generator.tags.contract.cel_texts import grouped, is_item, is_same, is_set, path_of, select
from kapivara.generator.tags.contract.schema_form import CelForm, SchemaForm, Subject, UnsaidError, cel_form, failure
from kapivara.generator.tags.lists.list_types import same_keys

_OLD = "oldSelf"


def update_form(check: FunctionCall, subject: Subject) -> SchemaForm:
    """Returns the transition rules of a call."""
    constraints = cast("Sequence[str]", check.args[0])
    if check.function == "update_item":
        return SchemaForm(rules=tuple(_of_item(constraints, cast("SelectedItem", check.args[1]))))
    member = subject.member
    if member is None or not member.json.name:
        return SchemaForm(rules=(_unmodified(check),)) if "NoModify" in constraints else SchemaForm()
    return SchemaForm(around=tuple(_of_field(check, constraints, member)))


def _unmodified(check: FunctionCall) -> CelForm:
    error = _failure(check.function, "NoModify", 1, 2)
    return cel_form(lambda value: f"{value} == {_OLD}", error, transition=True)


def _of_field(check: FunctionCall, constraints: Sequence[str], member: Member) -> Iterator[CelForm]:
    """Yields the rules for changes of one field that its struct forbids."""
    field = path_of((member,))

    def now(struct: str) -> str:
        return is_field_set(struct, member)

    def before() -> str:
        return is_field_set(_OLD, member)

    def rule(holds: Any, error: FieldError) -> CelForm:
        return cel_form(holds, error, field=field, transition=True)

    for constraint in constraints:
        if constraint == "NoSet":
            error = _failure("update_pointer", constraint, 1, None)
            yield rule(lambda struct: f"!{grouped(now(struct))} || {before()}", error)
        elif constraint == "NoUnset":
            error = _failure("update_pointer", constraint, None, 1)
            yield rule(lambda struct: f"!{grouped(before())} || {now(struct)}", error)
        elif constraint == "NoModify":
            yield rule(lambda struct: _unchanged(struct, member), _failure("update_pointer", constraint, 1, 2))
        elif constraint == "NoAddItem":
            error = _failure("update_map", constraint, {"a": 1}, {"b": 1})
            yield rule(lambda struct: _contained(check, member, struct, _OLD), error)
        elif constraint == "NoRemoveItem":
            error = _failure("update_map", constraint, {"a": 1}, {"a": 1, "b": 1})
            yield rule(lambda struct: _contained(check, member, _OLD, struct), error)


def _failure(function: str, constraint: str, new: Any, old: Any) -> FieldError:
    """Returns the rule's error for a forbidden change."""
    return failure(function, new, (constraint,), old=old, verb=Verb.UPDATE)


def is_field_set(struct: str, member: Member) -> str:
    """Returns the expression that a field is set; a struct that is not a pointer always is."""
    if native_type(member.type).kind is TypeKind.STRUCT:
        return f"has({select(struct, member.json.name)})"
    return is_set(struct, member)


def _unchanged(struct: str, member: Member) -> str:
    now, before = is_field_set(struct, member), is_field_set(_OLD, member)
    return f"!{grouped(now)} || !{grouped(before)} || {is_same(struct, _OLD, member)}"


def _contained(check: FunctionCall, member: Member, inner: str, outer: str) -> str:
    """Returns the expression that all items of a list or map are in another one."""
    one, other = select(inner, member.json.name), select(outer, member.json.name)
    kind = value_type(member.type)
    if kind.kind is TypeKind.MAP or len(check.args) < 4:
        found = f"item in {other}"
    else:
        same = same_keys("item", "known", cast("Any", check.args[3]), cast("Type", kind.elem))
        found = f"{other}.exists(known, {same})"
    return f"!{grouped(is_set(inner, member))} || {is_set(outer, member)} && {one}.all(item, {found})"


def _of_item(constraints: Sequence[str], item: SelectedItem) -> Iterator[CelForm]:
    """Yields the rules that one item of a list is not added or removed."""

    def found(value: str) -> str:
        return f"{value}.exists(item, {is_item('item', item)})"

    for constraint in constraints:
        if constraint == "NoAddItem":
            error = _failure("update_map", constraint, {"a": 1}, {"b": 1})
            yield cel_form(lambda value: f"!{found(value)} || {found(_OLD)}", error, transition=True)
        elif constraint == "NoRemoveItem":
            error = _failure("update_map", constraint, {"a": 1}, {"a": 1, "b": 1})
            yield cel_form(lambda value: f"!{found(_OLD)} || {found(value)}", error, transition=True)
        else:
            raise UnsaidError(f"{constraint} of an item is no rule of its list")
