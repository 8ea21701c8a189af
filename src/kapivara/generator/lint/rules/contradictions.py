"""Lint: limits that contradict each other, so that no value is valid, and limits that are given twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kapivara.generator.grammar.tag import ValueType
from kapivara.generator.lint.declarations import Declaration, written
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.survey import Survey
from kapivara.generator.lint.value_tags import ValueTag, is_nilable_value, may_meet, value_tags
from kapivara.generator.model.natives import UNSIGNED, value_type
from kapivara.generator.model.types import STRING, TypeKind
from kapivara.values.record import record

_NUMBER, _LENGTH, _ITEMS, _ENTRIES = "number", "length", "number of items", "number of entries"
_LOWER = {
    "k8s:minimum": (_NUMBER, 0),
    "k8s:exclusiveMinimum": (_NUMBER, 1),
    "k8s:minLength": (_LENGTH, 0),
    "k8s:minItems": (_ITEMS, 0),
    "k8s:minProperties": (_ENTRIES, 0),
}
_UPPER = {
    "k8s:maximum": (_NUMBER, 0),
    "k8s:exclusiveMaximum": (_NUMBER, -1),
    "k8s:maxLength": (_LENGTH, 0),
    "k8s:maxBytes": (_LENGTH, 0),
    "k8s:maxItems": (_ITEMS, 0),
    "k8s:maxProperties": (_ENTRIES, 0),
}
_MOST_COMPARED = 50
"""The most tags on one value that are compared with each other."""
_FORMAT_LENGTHS = {
    "k8s-extended-resource-name": (3, 308),
    "k8s-label-key": (1, 317),
    "k8s-label-value": (0, 63),
    "k8s-long-name": (1, 253),
    "k8s-long-name-caseless": (1, 253),
    "k8s-prefixed-label-key": (3, 317),
    "k8s-resource-pool-name": (1, 253),
    "k8s-short-name": (1, 63),
    "k8s-uuid": (36, 36),
}
"""The shortest and longest strings of a format; the other formats have no limits."""


@record(eq=False)
class _Bound:
    """A limit on a value: the measure that it limits, whether it is a lower limit, and the limit itself."""

    value: ValueTag
    measure: str
    is_lower: bool
    limit: int


def _check_contradictions(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.declarations:
        if not declaration.tags:
            continue
        by_path: dict[tuple[str, ...], list[ValueTag]] = {}
        for each in value_tags(declaration):
            by_path.setdefault(each.path, []).append(each)
        for values in by_path.values():
            yield from _twice(declaration, values)
            yield from _too_many(declaration, values)
            yield from _no_value_left(declaration, values[:_MOST_COMPARED])


def _no_value_left(declaration: Declaration, values: list[ValueTag]) -> Iterator[Finding]:
    bounds = [bound for each in values for bound in _bounds(each)]
    for low, high in combinations(bounds, 2):
        if low.measure != high.measure or low.is_lower == high.is_lower:
            continue
        if not low.is_lower:
            low, high = high, low
        if low.limit > high.limit and low.value is not high.value and _are_ours(low.value, high.value):
            message = f"{written(low.value.tag)} and {written(high.value.tag)} leave no value{_where(low.value)}"
            tag = (high if high.value.own else low).value.tag
            hint = f"the {low.measure} would have to be at least {low.limit} and at most {high.limit}"
            yield declaration.finding(message, tag=tag, hint=hint)
    yield from _refused_the_only_one(declaration, values, bounds)


def _refused_the_only_one(declaration: Declaration, values: list[ValueTag], bounds: list[_Bound]) -> Iterator[Finding]:
    for low, high in combinations(bounds, 2):
        if (low.measure, high.measure, low.limit) != (_NUMBER, _NUMBER, high.limit) or low.is_lower == high.is_lower:
            continue
        for each in values:
            refused = each.tag.name == "k8s:neq" and each.tag.value == str(low.limit)
            if refused and all(_are_ours(each, bound.value) for bound in (low, high)):
                limits = f"{written(low.value.tag)} and {written(high.value.tag)}"
                message = f"{written(each.tag)} refuses the only value that {limits} leave"
                yield declaration.finding(message, tag=each.tag, hint="widen the limits, or leave it out")


def _twice(declaration: Declaration, values: list[ValueTag]) -> Iterator[Finding]:
    limits = [each for each in values if each.own and each.tag.name in (*_LOWER, *_UPPER) and not each.tag.args]
    first: dict[object, ValueTag] = {}
    for each in limits:
        one = first.setdefault((each.tag.name, each.conditions, each.level), each)
        if one is not each:
            which = "the same again" if one.tag.value == each.tag.value else "the stricter one decides"
            message = f"a second +{one.tag.name}{_where(one)}: {which}"
            yield declaration.finding(message, tag=each.tag, hint="keep one", severity=Severity.WARNING)


def _too_many(declaration: Declaration, values: list[ValueTag]) -> Iterator[Finding]:
    if len(values) > _MOST_COMPARED and values[_MOST_COMPARED].own:
        tag = values[_MOST_COMPARED].tag
        message = f"more than {_MOST_COMPARED} tags{_where(values[0])}: this and those that follow are not compared"
        yield declaration.finding(message, tag=tag, hint="keep those that decide", severity=Severity.WARNING)


def _are_ours(one: ValueTag, other: ValueTag) -> bool:
    """Returns whether two tags may apply at once and one belongs to the declaration: others are reported elsewhere."""
    return (one.own or other.own) and may_meet(one, other)


def _bounds(value: ValueTag) -> Iterator[_Bound]:
    tag, native = value.tag, value_type(value.type)
    number = _number(value)
    if tag.name in _LOWER and number is not None:
        measure, more = _LOWER[tag.name]
        yield _Bound(value, measure, True, number + more)
    elif tag.name in _UPPER and number is not None:
        measure, more = _UPPER[tag.name]
        yield _Bound(value, measure, False, number + more)
    elif tag.name == "k8s:format" and tag.value in _FORMAT_LENGTHS:
        shortest, longest = _FORMAT_LENGTHS[tag.value]
        yield _Bound(value, _LENGTH, True, shortest)
        yield _Bound(value, _LENGTH, False, longest)
    elif tag.name == "k8s:required" and not is_nilable_value(value):
        if native is STRING:
            yield _Bound(value, _LENGTH, True, 1)
        elif native.kind is TypeKind.SLICE:
            yield _Bound(value, _ITEMS, True, 1)
        elif native.kind is TypeKind.MAP:
            yield _Bound(value, _ENTRIES, True, 1)
        elif native.name.name in UNSIGNED:
            yield _Bound(value, _NUMBER, True, 1)


def _number(value: ValueTag) -> int | None:
    try:
        return int(value.tag.value) if value.tag.value_type is ValueType.INT else None
    except ValueError:
        return None


def _where(value: ValueTag) -> str:
    path = "".join(value.path).removeprefix(".")
    path = {"[]": "its items", "[key]": "its keys"}.get(path, path)
    return f" for {path}" if path else ""


CONTRADICTION = Rule(
    name="contradiction",
    severity=Severity.ERROR,
    what="Limits on one value leave no valid value: a minimum above the maximum, a minimum length above the "
    "maximum length or above the length of the format, `+k8s:required` on a field that must stay unset. "
    "Limits of the field's type count; limits under conditions that exclude each other do not. Or, a "
    "warning, one limit is given twice.",
    why=(
        "Every value is rejected, so the field cannot be set. Of two limits of the same tag only the stricter "
        "one has an effect."
    ),
    example='// +k8s:optional\n// +k8s:minLength=8\n// +k8s:maxLength=4\nName *string `json:"name,omitempty"`',
    better='// +k8s:optional\n// +k8s:minLength=4\n// +k8s:maxLength=8\nName *string `json:"name,omitempty"`',
    check=_check_contradictions,
)
