"""The schema forms of unions: CEL rules of the struct, or list, with the members."""

from __future__ import annotations

from typing import Any, cast

from kapivara.generator.plan.rule_calls import FunctionCall, HasItem, IsSet
from kapivara.generator.tags.contract.cel_texts import grouped, literal, member_is_set, path_of, value_or_zero
from kapivara.generator.tags.contract.schema_form import CelForm, Comparison, Missing, SchemaForm, cel_form, failure
from kapivara.values.record import replace


def union_form(check: FunctionCall) -> SchemaForm:
    """Returns the rules on the number of members that are set, or on which one is, by the function of a call."""
    if check.function == "discriminated_union":
        return SchemaForm(rules=tuple(_discriminated(check)))
    names, members, *_ = cast("tuple[tuple[str, ...], tuple[IsSet | HasItem, ...]]", check.args)
    all_set = tuple(lambda _: True for _ in names)
    several = failure(check.function, {}, names, all_set) if len(names) > 1 else None
    if check.function == "zero_or_one_of":
        if several is None:
            return SchemaForm()
        rule = cel_form(lambda value: f"{_count(value, members)} <= 1", several)
        return SchemaForm(rules=(replace(rule, unchanged=_same_members(members)),))
    none = failure(check.function, {}, names, tuple(lambda _: False for _ in names))
    rules = [cel_form(lambda value: " || ".join(_tests(value, members)), none)]
    if several is not None:
        rules.append(cel_form(lambda value: f"{_count(value, members)} <= 1", several))
    missing = None
    if any(isinstance(each, HasItem) and not each.way for each in members):
        missing = Missing(none, lambda value: " || ".join(_tests(value, members)))
    ratcheting = tuple(replace(each, unchanged=_same_members(members)) for each in rules)
    return SchemaForm(rules=ratcheting, missing=missing)


def _same_members(members: tuple[IsSet | HasItem, ...]) -> Comparison:
    """Returns the comparison that the same members are set as before."""

    def same(now: str, before: str) -> str:
        pairs = zip(_tests(now, members), _tests(before, members), strict=True)
        return " && ".join(f"{one} == {other}" for one, other in pairs)

    return same


def _tests(value: str, members: tuple[IsSet | HasItem, ...]) -> list[str]:
    return [grouped(member_is_set(value, each)) for each in members]


def _count(value: str, members: tuple[IsSet | HasItem, ...]) -> str:
    return " + ".join(f"({member_is_set(value, each)} ? 1 : 0)" for each in members)


def _discriminated(check: FunctionCall) -> list[CelForm]:
    """Returns, for each member, the rule that it is set exactly where the discriminator names it."""
    name, getter, named, members = cast("Any", check.args)
    (discriminator,) = getter.path
    rules: list[CelForm] = []
    same_members = _same_members(members)

    def same(now: str, before: str) -> str:
        chosen_before = f"{value_or_zero(now, discriminator)} == {value_or_zero(before, discriminator)}"
        return f"{chosen_before} && {same_members(now, before)}"

    for (member_name, value), found in zip(named, members, strict=True):
        other = "" if value else "?"
        only = failure(
            check.function, {}, name, lambda _, other=other: other, ((member_name, value),), (lambda _: True,)
        )
        must = failure(
            check.function, {}, name, lambda _, value=value: value, ((member_name, value),), (lambda _: False,)
        )
        field = path_of((*found.way, found.member)) if isinstance(found, IsSet) else ""

        def chosen(struct: str, value: str = value) -> str:
            return f"{value_or_zero(struct, discriminator)} == {literal(value)}"

        def is_there(struct: str, found: IsSet | HasItem = found) -> str:
            return member_is_set(struct, found)

        rules += (
            cel_form(_implied(is_there, chosen), only, field=field),
            cel_form(_implied(chosen, is_there), must, field=field),
        )
    return [replace(each, unchanged=same) for each in rules]


def _implied(one: Any, other: Any) -> Any:
    return lambda struct: f"!{grouped(one(struct))} || {other(struct)}"
