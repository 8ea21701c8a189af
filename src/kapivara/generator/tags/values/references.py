"""Limits by other fields: `+k8s:minimum(constraint: minValue)` and similar tags.

The name of the other field is relative to the struct with the tagged field: a sibling by its JSON name, or a nested
field (`limits.maxValue`); under eachVal, relative to the struct with the list. The rule belongs to that struct, which
sees both fields; on an update, it compares only if one of them has changed.
Upstream has no such rules; KEP-5073, "Referencing Fields in Validation-Gen", describes them.
"""

from __future__ import annotations

from typing import Any, cast

from kapivara.content.nearest import did_you_mean
from kapivara.emit.conditions import Sign
from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import is_integer, is_nilable, type_text, value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Argument, DeferredScope, FunctionCall, Getter, RuleCall, Rules
from kapivara.generator.tags.contract.cel_texts import path_of, select
from kapivara.generator.tags.contract.handler import Context, Scope
from kapivara.generator.tags.contract.schema_form import CelForm, SchemaForm, failure
from kapivara.generator.tags.lists.list_facts import correlation_of
from kapivara.values.rendering import quote

_COMPARISONS = {
    "minimum": (Sign.AT_LEAST, "minimum", -1),
    "maximum": (Sign.AT_MOST, "maximum", 1),
    "exclusiveMinimum": (Sign.ABOVE, "exclusive_minimum", 0),
    "exclusiveMaximum": (Sign.BELOW, "exclusive_maximum", 0),
}
"""The comparison of a field with its limit, the rule for a number as limit, and a number that violates limit 0."""


class FieldReferences:
    """The limiting fields of each field (state of a `Session`), by the path of their struct."""

    def __init__(self) -> None:
        self._limits: dict[str, dict[str, set[str]]] = {}

    def add(self, place: str, target: str, constraint: str) -> None:
        """Adds a limit between two fields of a struct; raises TagError where the limits form a cycle."""
        limits = self._limits.setdefault(place, {})
        limits.setdefault(target, set()).add(constraint)
        circle = _way(limits, constraint, target)
        if circle:
            shown = " -> ".join((target, *circle))
            hint = "two fields limit each other by one tag on one of them"
            raise TagError(f"field references form a cycle: {shown}", hint=hint)


def plan_reference(tag_name: str, context: Context, tag: Tag) -> Rules:
    """Returns the rule that compares a field, or the values in it, with another field; raises TagError.

    The caller has checked that the values are integers.
    """
    field = _field_of(context)
    target, struct = field.member, field.parent_type
    if target is None or struct is None:
        hint = "put the tag on the field that is limited"
        raise TagError("a constraint by another field can only be used on struct fields", hint=hint)
    arg = tag.named("constraint")
    constraint = "" if arg is None else arg.value
    path = _constraint_path(value_type(struct), constraint)
    if path == (target,):
        raise TagError(f"target and constraint must be different (both are {quote(constraint)})")
    context.session.state(FieldReferences).add(field.parent_path, target.json.name, constraint)

    def resolve() -> Rules:
        sides: tuple[Argument, ...] = (
            (target.json.name, Getter((target,)), field is context and _zero_is_unset(target)),
            (constraint, Getter(path), _zero_is_unset(path[-1])),
        )
        rule = tag_name.removeprefix("k8s:")
        if field is context:
            return Rules(RuleCall(tag_name, FunctionCall("compare_fields", (rule, *sides))))
        found = correlation_of(context.session, field.path, field.type).kind == "set"
        return Rules(RuleCall(tag_name, FunctionCall("compare_each", (rule, *sides, found))))

    return Rules().later(DeferredScope.PARENT, resolve)


def reference_form(check: FunctionCall) -> SchemaForm:
    """Returns the CEL rule that compares a field, or the values in it, with another one, as a rule of their struct."""
    rule, (_, field, zero_unset), (limit_name, limit, limit_unset), *more = cast("Any", check.args)
    sign, function, broken = _COMPARISONS[rule]
    (target,) = field.path

    def holds(struct: str) -> str:
        missing, value = _side(struct, (target,), zero_unset)
        unlimited, other = _side(struct, limit.path, limit_unset)
        compared = f"{value} {sign} {other}"
        if more:
            by_key = value_type(target.type).kind is TypeKind.MAP
            compared = f"{value}.all(each, {f'{value}[each]' if by_key else 'each'} {sign} {other})"
        return " || ".join((*missing, *unlimited, compared))

    words = failure(function, broken, 0).detail.removesuffix("0") + limit_name
    return SchemaForm(rules=(CelForm(holds, words, field=path_of((target,))),))


def _side(struct: str, path: tuple[Member, ...], zero_is_unset: bool) -> tuple[list[str], str]:
    """Returns the conditions under which a field is not given, and its value; a missing required field is zero."""
    *way, member = [each for each in path if each.json.name]
    tests = []
    for each in (*way, member):
        struct = select(struct, each.json.name)
        tests.append(f"has({struct})")
    missing = f"!({' && '.join(tests)})" if way else f"!{tests[0]}"
    if zero_is_unset:
        return [missing, f"{struct} == 0"], struct
    return ([missing], struct) if is_nilable(member.type) else ([], f"({' && '.join(tests)} ? {struct} : 0)")


def _field_of(context: Context) -> Context:
    """Returns the context of the field that a tag limits, or whose values it limits."""
    if context.scope is Scope.FIELD:
        return context
    if context.scope in (Scope.LIST_VALUE, Scope.MAP_VALUE) and context.outer is not None:
        return context.outer
    return context


def _constraint_path(struct: Type, constraint: str) -> tuple[Member, ...]:
    """Returns the members on the path to a field; raises TagError."""
    path: list[Member] = []
    for name in constraint.split("."):
        if path:
            struct = value_type(path[-1].type)
        if struct.kind is not TypeKind.STRUCT:
            before = path[-1].json.name if path else ""
            raise TagError(f"constraint {quote(constraint)}: {quote(before)} is not a struct ({struct.kind})")
        found = _find(struct, name)
        if not found:
            names = [each.json.name for each in struct.members if each.json.name]
            hint = did_you_mean(name, names, struct.name.name)
            raise TagError(f"constraint {quote(constraint)}: no field for JSON name {quote(name)}", hint=hint)
        path += found
    last = value_type(path[-1].type)
    if not is_integer(last):
        shown = type_text(path[-1].type, last)
        raise TagError(f"constraint {quote(constraint)}: must be an integer type (got {shown})")
    return tuple(path)


def _find(struct: Type, name: str) -> tuple[Member, ...]:
    """Returns the path to a field by its JSON name, also through embedded structs; empty where there is none."""
    waiting: list[tuple[Type, tuple[Member, ...]]] = [(struct, ())]
    seen = set()
    for holder, way in waiting:
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        for each in holder.members:
            if name and each.json.name == name:
                return (*way, each)
            if each.embedded and not each.json.name and not each.json.ignored:
                waiting.append((value_type(each.type), (*way, each)))
    return ()


def _zero_is_unset(member: Member) -> bool:
    """Returns whether the zero value of a field counts as not given: it is optional and has no default."""
    if is_nilable(member.type):
        return False
    names = {name for name, _ in grammar.tag_lines(member.comments)}
    return "k8s:optional" in names and "default" not in names


def _way(limits: dict[str, set[str]], start: str, end: str) -> list[str]:
    """Returns a path from one field to another along their limits; empty where there is none."""
    waiting, before = [start], {start: ""}
    for field in waiting:
        if field == end:
            break
        for following in sorted(limits.get(field, ())):
            if following not in before:
                before[following] = field
                waiting.append(following)
    else:
        return []
    way = [end]
    while before[way[-1]]:
        way.append(before[way[-1]])
    return way[::-1]
