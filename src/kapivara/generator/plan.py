"""What to generate, as data: the calls that tags ask for (package_plan.py puts them in their places).

Tag handlers make `Rules`; discovery puts them in order and makes the plans; the emitter only prints. A call names a
function of the room `validate` or wraps another call; what it is given besides (op, path, new, old) are arguments of
the few kinds listed here. Nothing here depends on how a value or the code looks.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeAlias

from kapivara.emit.conditions import Condition
from kapivara.generator.model import Member, Type
from kapivara.values.record import record, replace

Literal: TypeAlias = "str | int | bool | tuple[Literal, ...] | None"


@record
class ShapeOf:
    """An argument: the shape of a type, to compare and to show its values."""

    type: Type


@record
class Getter:
    """An argument: a function from a struct to the value of a member (nil, a zero value, or what is there).

    `path` holds more than one member where a field is reached through structs (`limits.maxValue`).
    """

    path: tuple[Member, ...]


@record
class PartOf:
    """An argument: a member of a struct, with the step of the path that leads to it."""

    member: Member
    name: str


@record
class IsSet:
    """An argument: a function from a struct to whether a member is set; `way` leads to the struct that holds it."""

    member: Member
    way: tuple[Member, ...] = ()


@record
class SelectedItem:
    """The first item of a list that has certain keys; as an argument: how it is found."""

    element: Type
    terms: tuple[tuple[Member, str | int | bool], ...]
    pointers: bool


@record
class HasItem:
    """An argument: a function from a list, or from a struct that leads to it, to whether an item is in the list."""

    item: SelectedItem
    way: tuple[Member, ...] = ()


@record
class CallsInOrder:
    """An argument: a function (op, path, new, old) that makes these calls, short-circuits included, in this order."""

    calls: tuple[RuleCall, ...]


@record(eq=False)
class CelRules:
    """An argument: rules in CEL over values of a type; `schema` has them, with what they read of the type.

    `omits_zero` tells that a zero value is left out of JSON, and not asked about.
    """

    type: Type
    schema: dict[str, Any]
    uses_old: bool
    omits_zero: bool


Argument: TypeAlias = (
    "Literal | ShapeOf | Getter | PartOf | IsSet | SelectedItem | HasItem | CallsInOrder | CelRules "
    "| tuple[Argument, ...]"
)


@record
class FunctionCall:
    """A function of `kapivara.validate`, called with (op, path, new, old, *args).

    `holds` is the same rule as a condition for the quick check; it is asked only of values that are not nil. A nil
    value passes, unless `nil_fails`. Where `holds` is None the quick check makes the call itself. `update` marks rules
    that look at the old value and never fail where there is none: the quick check leaves them out.
    """

    function: str
    args: tuple[Argument, ...] = ()
    holds: Condition | None = None
    nil_fails: bool = False
    update: bool = False


@record
class Correlation:
    """How items of a list find their old selves: by keys, by their whole value, or not at all."""

    kind: str = "none"  # none, map, set
    keys: tuple[Member, ...] = ()


@record
class EachValue:
    """Makes a call for each value of a list or map; `type` is the topmost type of the collection."""

    type: Type
    correlation: Correlation
    inner: RuleCall


@record
class EachKey:
    """Makes a call for each key of a map."""

    type: Type
    inner: RuleCall


@record
class Subfield:
    """Makes a call for one member of a struct; `name` is the step of the path."""

    member: Member
    name: str
    inner: RuleCall


@record
class Item:
    """Makes a call for one item of a list."""

    item: SelectedItem
    inner: RuleCall


@record
class Gated:
    """Makes a call where an option has the wanted value, or where the request goes through a subresource (or not)."""

    kind: str  # option, subresource
    name: str
    wanted: bool
    inner: RuleCall


@record
class TypeCall:
    """Calls the validation function of a named type."""

    type: Type


@record
class HandWritten:
    """Calls a hand-written function, found by its name at run time, with (op, path, new, old).

    `package` is the import path of the package that it stands in, `types` that of the type that it is about.
    """

    name: str
    package: str
    types: str


Check: TypeAlias = FunctionCall | EachValue | EachKey | Subfield | Item | Gated | TypeCall | HandWritten


@record
class RuleCall:
    """One call, and what becomes of its failures."""

    tag: str
    """The tag that asked for it."""
    check: Check
    cohort: str = ""
    short_circuit: bool = False
    non_error: bool = False
    level: str = ""  # alpha, beta; empty: enforced
    level_fixed: bool = False
    """Levels are set inside; an enclosing level tag leaves it alone."""
    native: bool = False
    """Failures are marked as having no hand-written twin."""
    in_schema: bool = False
    """What asked for it is about schemas, which say it already."""


class DeferredScope(StrEnum):
    """To whom deferred rules belong: to the field or type that carries the tag, or to the struct around it.

    Tags for the items of a list or map (eachVal, item) take those of its COLLECTION out.
    """

    THIS = "this"
    PARENT = "parent"
    COLLECTION = "collection"


@record
class Deferred:
    """Rules that are made when all tags of a field, or of a struct's fields, have been read."""

    scope: DeferredScope
    resolve: Callable[[], Rules]


class Rules:
    """What tags ask for: calls now, calls later, and what is opaque."""

    __slots__ = ("calls", "deferred", "noted", "opaque_key", "opaque_type", "opaque_value")

    def __init__(self, *calls: RuleCall) -> None:
        self.calls: list[RuleCall] = list(calls)
        self.deferred: list[Deferred] = []
        self.noted = False
        """Whether tags ask for a note in generated code: there is nothing to call, but the type counts as ruled."""
        self.opaque_type = False
        self.opaque_key = False
        self.opaque_value = False

    def add(self, other: Rules) -> None:
        """Adds what other tags ask for, behind what is here."""
        self.calls += other.calls
        self.deferred += other.deferred
        self.noted |= other.noted
        self.opaque_type |= other.opaque_type
        self.opaque_key |= other.opaque_key
        self.opaque_value |= other.opaque_value

    def later(self, scope: DeferredScope, resolve: Callable[[], Rules]) -> Rules:
        """Adds rules to be made later; returns the same object."""
        self.deferred.append(Deferred(scope, resolve))
        return self

    @property
    def has_calls(self) -> bool:
        """Whether there is anything to generate."""
        return bool(self.calls or self.deferred or self.noted)

    @property
    def empty(self) -> bool:
        """Whether the tags ask for nothing at all."""
        return not (self.has_calls or self.opaque_type or self.opaque_key or self.opaque_value)

    def wrapped(self, wrap: Callable[[RuleCall, DeferredScope], RuleCall]) -> Rules:
        """Returns the same rules with each call wrapped, those made later too; opacity is kept."""
        return _wrapped(self, wrap, DeferredScope.THIS)


def noted() -> Rules:
    """Returns rules that are but a note."""
    rules = Rules()
    rules.noted = True
    return rules


def _wrapped(rules: Rules, wrap: Callable[[RuleCall, DeferredScope], RuleCall], scope: DeferredScope) -> Rules:
    made = Rules(*(wrap(call, scope) for call in rules.calls))
    made.opaque_type, made.opaque_key, made.opaque_value = rules.opaque_type, rules.opaque_key, rules.opaque_value
    made.noted = rules.noted
    for each in rules.deferred:
        made.later(each.scope, lambda each=each: _wrapped(each.resolve(), wrap, each.scope))  # type: ignore[misc]
    return made


def rewrapped(call: RuleCall, check: Check, tag: str) -> RuleCall:
    """Returns the call that makes `check` (which holds `call` inside) with the flags of the inner one.

    Level and marks stay with the inner call; cohorts are for the caller to set.
    """
    return RuleCall(tag, check, "", call.short_circuit, call.non_error)


def with_level(call: RuleCall, level: str) -> RuleCall:
    """Marks the failures of a call with a level, unless it manages its own."""
    return call if call.level_fixed else replace(call, level=level)
