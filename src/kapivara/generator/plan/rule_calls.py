"""The calls that tags require, as data (package_plan.py puts them in order).

Tag handlers make `Rules`, discovery orders them and makes the plans, the emitter only prints. A call names a function
of `kapivara.validate`, or wraps another call; besides (op, path, new, old) it has arguments of the few kinds below.
Plans do not depend on the representation of values or on the style of the code.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeAlias

from kapivara.emit.conditions import Condition
from kapivara.generator.model.types import Member, Type
from kapivara.values.record import record, replace

Literal: TypeAlias = "str | int | bool | tuple[Literal, ...] | None"


@record
class ShapeOf:
    """An argument: the shape of a type, for comparing and showing its values."""

    type: Type


@record
class Getter:
    """An argument: a function that returns a member of a struct (nil, its zero value, or its value).

    `path` has more than one member where the field is inside of other structs (`limits.maxValue`).
    """

    path: tuple[Member, ...]


@record
class PartOf:
    """An argument: a member of a struct, with its path step."""

    member: Member
    name: str


@record
class IsSet:
    """An argument: a function that returns whether a member is set; `way` leads to the inner struct with the member."""

    member: Member
    way: tuple[Member, ...] = ()


@record
class SelectedItem:
    """The first item of a list with certain keys; as an argument, the values of these keys."""

    element: Type
    terms: tuple[tuple[Member, str | int | bool], ...]
    pointers: bool


@record
class HasItem:
    """An argument: a function that returns whether a list contains an item; `way` leads from a struct to the list."""

    item: SelectedItem
    way: tuple[Member, ...] = ()


@record
class CallsInOrder:
    """An argument: a function (op, path, new, old) that makes these calls in order, with their short circuits."""

    calls: tuple[RuleCall, ...]


@record(eq=False)
class CelRules:
    """An argument: CEL rules on values of a type; `schema` contains them, and the parts of the type that they read.

    `omits_zero` means that JSON omits a zero value, so that the rules do not run on it.
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

    `holds` is the same rule as a condition for the quick check; it is evaluated only for values that are not nil. A nil
    value passes, unless `nil_fails`. Where `holds` is None, the quick check calls the function itself. `update` marks
    rules that compare with the old value and never fail without one: the quick check skips them.
    """

    function: str
    args: tuple[Argument, ...] = ()
    holds: Condition | None = None
    nil_fails: bool = False
    update: bool = False


@record
class Correlation:
    """How items of a list are paired with old items: by keys, by their whole value, or not at all."""

    kind: str = "none"  # none, map, set
    keys: tuple[Member, ...] = ()


@record
class EachValue:
    """Makes a call for each value of a list or map; `type` is the outermost type of the collection."""

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
    """Makes a call for one member of a struct; `name` is its path step."""

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
    """Makes a call where an option has the wanted value, or where the request does (or does not) use a subresource."""

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
    """Calls a hand-written function, which is found by name at run time, with (op, path, new, old).

    `package` is the import path of the package that contains the function, `types` that of the validated type.
    """

    name: str
    package: str
    types: str


Check: TypeAlias = FunctionCall | EachValue | EachKey | Subfield | Item | Gated | TypeCall | HandWritten


@record
class RuleCall:
    """One call, and the marks of its errors."""

    tag: str
    """The tag that requires the call."""
    check: Check
    cohort: str = ""
    short_circuit: bool = False
    non_error: bool = False
    level: str = ""  # alpha, beta; empty: enforced
    level_fixed: bool = False
    """Whether inner calls have their own levels, so that an enclosing level tag does not change this call."""
    native: bool = False
    """Whether errors are marked as having no hand-written twin."""
    in_schema: bool = False
    """Whether the schema expresses the rule already, so that documents need not describe it."""


class DeferredScope(StrEnum):
    """The owner of deferred rules: the field or type with the tag, or the struct around it.

    Tags for the items of a list or map (eachVal, item) do not wrap the rules of the COLLECTION.
    """

    THIS = "this"
    PARENT = "parent"
    COLLECTION = "collection"


@record
class Deferred:
    """Rules that are made after all tags of a field, or of all fields of a struct, have been read."""

    scope: DeferredScope
    resolve: Callable[[], Rules]


class Rules:
    """The effect of tags: calls, deferred rules, and opaque parts of the type."""

    __slots__ = ("calls", "deferred", "noted", "opaque_key", "opaque_type", "opaque_value")

    def __init__(self, *calls: RuleCall) -> None:
        self.calls: list[RuleCall] = list(calls)
        self.deferred: list[Deferred] = []
        self.noted = False
        """Whether generated code contains a note: there is nothing to call, but the type counts as ruled."""
        self.opaque_type = False
        self.opaque_key = False
        self.opaque_value = False

    def add(self, other: Rules) -> None:
        """Appends the rules of other tags."""
        self.calls += other.calls
        self.deferred += other.deferred
        self.noted |= other.noted
        self.opaque_type |= other.opaque_type
        self.opaque_key |= other.opaque_key
        self.opaque_value |= other.opaque_value

    def later(self, scope: DeferredScope, resolve: Callable[[], Rules]) -> Rules:
        """Adds a deferred rule; returns the same object."""
        self.deferred.append(Deferred(scope, resolve))
        return self

    @property
    def has_calls(self) -> bool:
        """Whether any code is generated."""
        return bool(self.calls or self.deferred or self.noted)

    @property
    def empty(self) -> bool:
        """Whether the tags have no effect."""
        return not (self.has_calls or self.opaque_type or self.opaque_key or self.opaque_value)

    def wrapped(self, wrap: Callable[[RuleCall, DeferredScope], RuleCall]) -> Rules:
        """Returns the same rules with each call wrapped, deferred ones too; opaque parts are kept."""
        return _wrapped(self, wrap, DeferredScope.THIS)


def noted() -> Rules:
    """Returns rules that consist of a note only."""
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
    """Returns a call of `check`, which contains `call`, with the flags of the inner call.

    Level and marks stay with the inner call; the caller sets cohorts.
    """
    return RuleCall(tag, check, "", call.short_circuit, call.non_error)


def with_level(call: RuleCall, level: str) -> RuleCall:
    """Returns the call with a level for its errors, unless it sets its own levels."""
    return call if call.level_fixed else replace(call, level=level)
