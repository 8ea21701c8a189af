"""Collects from the rules of types which values to try: limits, enums, formats, keys of items.

The hints come from the plan that validators are generated from, so no rule is described twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kapivara.generator.model.types import Member, Type
from kapivara.generator.plan.package_plan import PackagePlan
from kapivara.generator.plan.rule_calls import (
    Argument,
    CallsInOrder,
    EachKey,
    EachValue,
    FunctionCall,
    Gated,
    HandWritten,
    HasItem,
    Item,
    RuleCall,
    SelectedItem,
    Subfield,
    TypeCall,
)
from kapivara.testing.samples import FORMATS

_LEAST = {"minimum": 0, "exclusive_minimum": 1}
_MOST = {"maximum": 0, "exclusive_maximum": -1}
_SHORTEST = ("min_length",)
_LONGEST = ("max_length", "max_bytes")
_FEWEST = ("min_items", "min_properties")
_UTMOST = ("max_items", "max_properties")


class Limits:
    """The bounds that rules set."""

    __slots__ = ("lower", "upper")

    def __init__(self) -> None:
        self.lower: list[int] = []
        self.upper: list[int] = []

    @property
    def any(self) -> bool:
        """Whether there are any bounds."""
        return bool(self.lower or self.upper)

    def good(self, start: int) -> list[int]:
        """Returns values within all bounds: the bounds themselves, and one near `start`."""
        least = max(self.lower, default=min([start, *self.upper]))
        most = min(self.upper, default=max(start, least))
        return [each for each in dict.fromkeys((least, min(max(start, least), most), most)) if least <= each <= most]

    def edge(self) -> list[int]:
        """Returns the bounds and their neighbours."""
        return [limit + step for limit in (*self.lower, *self.upper) for step in (-1, 0, 1)]

    def add(self, other: Limits) -> None:
        """Adds other bounds."""
        self.lower += other.lower
        self.upper += other.upper


class Hints:
    """The known properties of the values of one place: a field, the items of a list, a type."""

    __slots__ = (
        *("enum", "fields", "formats", "item", "key", "keys", "lengths", "numbers", "refused", "required"),
        *("selectors", "sizes", "texts", "unique"),
    )

    def __init__(self) -> None:
        self.numbers, self.lengths, self.sizes = Limits(), Limits(), Limits()
        self.enum: list[str] = []
        self.texts: list[str] = []
        self.formats: list[str] = []
        self.refused: list[Any] = []
        self.required = False
        self.unique = False
        self.keys: list[str] = []
        self.selectors: list[dict[str, Any]] = []
        self.item: Hints | None = None
        self.key: Hints | None = None
        self.fields: dict[str, Hints] = {}

    def add(self, other: Hints | None) -> Hints:
        """Adds other hints; returns itself."""
        if other is None:
            return self
        self.numbers.add(other.numbers)
        self.lengths.add(other.lengths)
        self.sizes.add(other.sizes)
        for name in ("enum", "texts", "formats", "refused", "keys", "selectors"):
            getattr(self, name).extend(getattr(other, name))
        self.required |= other.required
        self.unique |= other.unique
        self.item = Hints().add(self.item).add(other.item) if self.item or other.item else None
        self.key = Hints().add(self.key).add(other.key) if self.key or other.key else None
        for name, hints in other.fields.items():
            self.fields[name] = Hints().add(self.fields.get(name)).add(hints)
        return self

    def note(self, calls: Iterable[RuleCall]) -> Hints:
        """Adds the hints of rule calls; returns itself."""
        for call in calls:
            self._note(call)
        return self

    def _note(self, call: RuleCall) -> None:
        match call.check:
            case FunctionCall() as check:
                self._note_call(check)
            case EachValue(inner=inner):
                self.item = (self.item or Hints()).note((inner,))
            case EachKey(inner=inner):
                self.key = (self.key or Hints()).note((inner,))
            case Subfield(name=name, inner=inner):
                self.fields[name] = self.fields.get(name, Hints()).note((inner,))
            case Item(item=item, inner=inner):
                self._note_item(item)
                self.item = (self.item or Hints()).note((inner,))
            case Gated(inner=inner):
                self._note(inner)
            case TypeCall() | HandWritten():
                pass

    def _note_item(self, item: SelectedItem) -> None:
        self.selectors.append({member.json.name: value for member, value in item.terms})

    def _note_call(self, call: FunctionCall) -> None:
        name, first = call.function, call.args[0] if call.args else None
        if type(first) is int:
            self._note_limit(name, first)
        if name in FORMATS:
            self.formats.append(name)
        elif name == "enum" and isinstance(first, tuple):
            self.enum += [each for each in first if isinstance(each, str)]
        elif name == "neq":
            self.refused.append(first)
        elif name.startswith("required"):
            self.required = True
        elif name in ("unique_map", "unique_set"):
            self.unique = True
            self.keys += _texts(call.args)
        else:
            self.texts += [each for each in _texts(call.args) if each.isprintable()]
            for calls in _inner_calls(call.args):
                self.note(calls)
            for item in _items(call.args):
                self._note_item(item)

    def _note_limit(self, name: str, limit: int) -> None:
        if name in _LEAST:
            self.numbers.lower.append(limit + _LEAST[name])
        elif name in _MOST:
            self.numbers.upper.append(limit + _MOST[name])
        elif name in _SHORTEST:
            self.lengths.lower.append(limit)
        elif name in _LONGEST:
            self.lengths.upper.append(limit)
        elif name in _FEWEST:
            self.sizes.lower.append(limit)
        elif name in _UTMOST:
            self.sizes.upper.append(limit)


def _texts(argument: Argument | tuple[Argument, ...]) -> Iterator[str]:
    if isinstance(argument, str):
        yield argument
    elif type(argument) is tuple:
        for each in argument:
            yield from _texts(each)


def _inner_calls(argument: Argument | tuple[Argument, ...]) -> Iterator[tuple[RuleCall, ...]]:
    if isinstance(argument, CallsInOrder):
        yield argument.calls
    elif type(argument) is tuple:
        for each in argument:
            yield from _inner_calls(each)


def _items(argument: Argument | tuple[Argument, ...]) -> Iterator[SelectedItem]:
    """Yields the list items that a rule of the list selects."""
    if isinstance(argument, SelectedItem):
        yield argument
    elif isinstance(argument, HasItem) and not argument.way:
        yield argument.item
    elif type(argument) is tuple:
        for each in argument:
            yield from _items(each)


class HintTable:
    """The hints of all types and fields of a plan."""

    def __init__(self, plan: PackagePlan):
        self._types: dict[int, Hints] = {}
        self._members: dict[int, Hints] = {}
        self._plan = plan  # keeps the types alive, since their ids are keys
        for each in plan.types:
            self._types[id(each.type)] = Hints().note(each.calls).note(each.iterations)
            for field in each.fields:
                self._members[id(field.member)] = Hints().note(field.calls).note(field.iterations)

    def of_type(self, kind: Type) -> Hints | None:
        """Returns the hints for all values of a type, or None."""
        return self._types.get(id(kind))

    def of_member(self, member: Member) -> Hints | None:
        """Returns the hints for a field, or None."""
        return self._members.get(id(member))
