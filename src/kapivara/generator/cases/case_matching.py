"""Compares the errors that a test case expects with the actual ones, and pairs those that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import orjson

from kapivara.field import FieldError
from kapivara.field.errors import OMITTED
from kapivara.generator.cases.case_file import WantedError
from kapivara.values import ABSENT, deep_equal
from kapivara.values.record import field_names, record
from kapivara.values.rendering import to_json_text


@record(eq=False)
class Pair:
    """An expected error and an actual one; None where one of them is missing.

    `differs` names the unequal properties: type, field, badValue, detail, origin, level, shortCircuit,
    declarativeNative or error.
    """

    wanted: WantedError | None
    got: FieldError | None
    differs: tuple[str, ...] = ()


def compare(wanted: Sequence[WantedError], got: Sequence[FieldError], *, unordered: bool) -> list[Pair]:
    """Pairs all errors, equal ones included; `differs` is empty in all pairs where the lists are equal.

    Errors in another order count as different, unless the lists are `unordered`.
    """
    if len(wanted) == len(got):
        pairs = [Pair(one, other, unlike(one, other)) for one, other in zip(wanted, got, strict=True)]
        if not any(pair.differs for pair in pairs):
            return pairs
    return _paired_freely(wanted, got) if unordered else _paired_in_order(wanted, got)


def agree(pairs: Sequence[Pair]) -> bool:
    """Returns whether exactly the expected errors occurred."""
    return all(pair.wanted is not None and pair.got is not None and not pair.differs for pair in pairs)


def unlike(wanted: WantedError, got: FieldError) -> tuple[str, ...]:
    """Returns the names of the properties in which an actual error differs from an expected one."""
    marks = got.marks
    same = {
        "type": wanted.type == got.type,
        "field": wanted.field == got.field,
        "badValue": wanted.bad_value is ABSENT or _same_json(wanted.bad_value, got.bad_value),
        "detail": wanted.detail in (None, got.detail),
        "origin": wanted.origin in (None, got.origin),
        "level": wanted.level == marks.level,
        "shortCircuit": wanted.short_circuit == marks.short_circuit,
        "declarativeNative": wanted.declarative_native in (None, marks.declarative_only),
    }
    found = tuple(name for name, alike in same.items() if not alike)
    if not found and wanted.text not in (None, str(got)):
        return ("error",)
    return found


def bad_value_json(value: Any) -> Any:
    """Returns a bad value as JSON, in the form in which it would be parsed again."""
    return None if value is OMITTED else orjson.loads(to_json_text(value).encode("utf-8", "replace"))


def _same_json(wanted: Any, value: Any) -> bool:
    shown = bad_value_json(value)
    return deep_equal(wanted, shown) or (type(wanted) is float and type(shown) is int and wanted == shown)


def _paired_freely(wanted: Sequence[WantedError], got: Sequence[FieldError]) -> list[Pair]:
    """Pairs errors regardless of order: first equal ones, then those with equal field and type, or equal field."""
    rest, pairs = list(got), []
    # the most exact first, so that less exact ones do not take their partners
    left = sorted(wanted, key=_looseness)
    for alike in (_equal, _same_place, _same_field):
        unpaired = []
        for each in left:
            found = next((other for other in rest if alike(each, other)), None)
            if found is None:
                unpaired.append(each)
            else:
                rest.remove(found)
                pairs.append(Pair(each, found, unlike(each, found)))
        left = unpaired
    return [*pairs, *(Pair(each, None) for each in left), *(Pair(None, each) for each in rest)]


def _paired_in_order(wanted: Sequence[WantedError], got: Sequence[FieldError]) -> list[Pair]:
    """Keeps the longest common sequence of equal errors in place, and pairs the errors between."""
    pairs: list[Pair] = []
    here = there = 0
    for one, other in _common(wanted, got, _equal):
        pairs += _between(wanted[here:one], got[there:other])
        pairs.append(Pair(wanted[one], got[other]))
        here, there = one + 1, other + 1
    return pairs + _between(wanted[here:], got[there:])


def _between(wanted: Sequence[WantedError], got: Sequence[FieldError]) -> list[Pair]:
    pairs: list[Pair] = []
    here = there = 0
    for one, other in _common(wanted, got, _same_field):
        pairs += [Pair(each, None) for each in wanted[here:one]]
        pairs += [Pair(None, each) for each in got[there:other]]
        pairs.append(Pair(wanted[one], got[other], unlike(wanted[one], got[other])))
        here, there = one + 1, other + 1
    return pairs + [Pair(each, None) for each in wanted[here:]] + [Pair(None, each) for each in got[there:]]


_MOST_COMPARED = 400  # longer lists are paired by index alone: the algorithm below is quadratic


def _common(
    wanted: Sequence[WantedError], got: Sequence[FieldError], alike: Callable[[WantedError, FieldError], bool]
) -> list[tuple[int, int]]:
    """Returns the longest common subsequence, as pairs of indexes."""
    if len(wanted) * len(got) > _MOST_COMPARED**2:
        return [(i, i) for i, (one, other) in enumerate(zip(wanted, got, strict=False)) if alike(one, other)]
    matches = [[alike(one, other) for other in got] for one in wanted]
    longest = [[0] * (len(got) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted) - 1, -1, -1):
        for j in range(len(got) - 1, -1, -1):
            after = longest[i + 1][j + 1] + 1 if matches[i][j] else 0
            longest[i][j] = max(after, longest[i + 1][j], longest[i][j + 1])
    found, i, j = [], 0, 0
    while i < len(wanted) and j < len(got):
        if matches[i][j] and longest[i][j] == longest[i + 1][j + 1] + 1:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def _looseness(wanted: WantedError) -> int:
    fields = [getattr(wanted, name) for name in field_names(WantedError)]
    return sum(each is None for each in fields) + (wanted.bad_value is ABSENT)


def _equal(wanted: WantedError, got: FieldError) -> bool:
    return not unlike(wanted, got)


def _same_place(wanted: WantedError, got: FieldError) -> bool:
    return wanted.field == got.field and wanted.type == got.type


def _same_field(wanted: WantedError, got: FieldError) -> bool:
    return wanted.field == got.field
