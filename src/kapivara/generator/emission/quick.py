"""Prints the quick checks: one function per type that returns whether a new value is valid, and builds no error.

A quick check has no old value: it skips rules that compare with it, which `explain` runs. It may reject a valid value
(null among the items of a list); `explain` then decides. The checks are planned as data (`conditions`, `statements`)
before they are printed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum
from typing import TypeAlias, assert_never

from kapivara.emit.conditions import (
    ALWAYS,
    IS_NONE,
    NEVER,
    Condition,
    IsTrue,
    Notation,
    Passes,
    Scalar,
    all_of,
    any_of,
    negated,
    print_condition,
)
from kapivara.emit.source import Line, SourceWriter
from kapivara.generator.emission.access import is_bytes, read_member
from kapivara.generator.emission.calls import CallPrinter, Names, described
from kapivara.generator.emission.old_values import is_for_updates
from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.model.natives import is_nilable, native_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.package_plan import FieldPlan, TypePlan
from kapivara.generator.plan.rule_calls import EachKey, EachValue, FunctionCall, RuleCall, Subfield, TypeCall
from kapivara.values.record import record


class Parts(Enum):
    """The parts of a value that a loop visits."""

    ITEMS = "items"
    KEYS = "keys"
    VALUES = "values"
    BYTES = "bytes"

    def of(self, value: str) -> str:
        """Prints the iterable of these parts for the variable `value`, which may be nil."""
        match self:
            case Parts.ITEMS | Parts.KEYS:
                return f"{value} or ()"
            case Parts.VALUES:
                return f"({value} or {{}}).values()"
            case Parts.BYTES:
                return f"rules.octets({value}) or ()"


@record
class Refusal:
    """Returns False where a condition holds for the variable `value`."""

    condition: Condition
    value: str


@record
class Reading:
    """Assigns a member of the struct `holder` to a variable."""

    name: str
    member: Member
    holder: str


@record
class When:
    """Runs statements only where a condition holds for the variable `value`."""

    condition: Condition
    value: str
    body: tuple[Statement, ...]


@record
class Loop:
    """Runs statements for each part of the variable `value`."""

    item: str
    parts: Parts
    value: str
    body: tuple[Statement, ...]


Statement: TypeAlias = "Refusal | Reading | When | Loop"


def write_statements(writer: SourceWriter, statements: Iterable[Statement], notation: Notation) -> None:
    """Writes statements into a function that returns whether a value is valid."""
    for each in statements:
        match each:
            case Reading(name, member, holder):
                writer.line(f"{name} = {read_member(member, holder)}")
            case Refusal(condition, value):
                with writer.block(f"if {print_condition(condition, value, notation)}"):
                    writer.line("return False")
            case When(condition, value, body):
                with writer.block(f"if {print_condition(condition, value, notation)}"):
                    write_statements(writer, body, notation)
            case Loop(item, parts, value, body):
                with writer.block(f"for {item} in {parts.of(value)}"):
                    write_statements(writer, body, notation)


@record(eq=False)
class QuickCheck:
    """The quick check of a type."""

    type: Type


@record(eq=False)
class FindsFault:
    """A call of a rule without an old value; as a condition, true where the rule returns errors."""

    call: RuleCall
    of_nil: bool = False
    """Whether the rule is called with nil instead of the value."""


Function: TypeAlias = str | QuickCheck | FindsFault
"""The functions in conditions of quick checks; a string names `len`, or a function of `kapivara.validate`."""


class ModuleNotation:
    """The notation of one generated module."""

    def __init__(self, names: Names, calls: CallPrinter):
        self._names = names
        self._calls = calls

    def quick_check(self, kind: Type) -> str:
        """Returns the name of a type's quick check."""
        return f"ok_{self._names.of_type(kind)}"

    def call(self, function: Function, value: str) -> str:
        """Prints a call with the variable `value`."""
        match function:
            case str():
                return f"{function if function == 'len' else f'rules.{function}'}({value})"
            case QuickCheck(kind):
                return f"{self.quick_check(kind)}(op, {value})"
            case FindsFault(call, of_nil):
                return self._calls.print_call(call, f"op, None, {None if of_nil else value}, None")
        assert_never(function)

    def scalar(self, value: Scalar) -> str:
        """Prints a literal."""
        return printed(value)

    def collection(self, values: Collection[Scalar]) -> str:
        """Prints a tuple of literals."""
        return tuple_of(map(printed, values))


_LOOPS = (EachValue, EachKey)
_NOT_NIL = negated(IS_NONE)


class QuickWriter:
    """Writes the quick checks of types."""

    def __init__(self, names: Names, calls: CallPrinter):
        self._notation = ModuleNotation(names, calls)
        self._depth = 0
        self._written: dict[tuple[int, ...], list[Line]] = {}
        """The checks of fields, by the identities of their parts: many fields share them."""

    def function(self, kind: Type) -> str:
        """Returns the name of a type's quick check."""
        return self._notation.quick_check(kind)

    def write_type(self, plan: TypePlan) -> str:
        """Prints the quick check of a type."""
        writer = SourceWriter()
        with writer.block(f"def {self.function(plan.type)}(op: Operation, new: Any) -> bool"):
            writer.line(f'"""Returns whether a new value of {described(plan.type)} is valid."""')
            for calls in (plan.calls, *[(each,) for each in plan.iterations]):
                self._write(writer, self._checks(calls, "new", is_nilable(plan.type)))
            for field in plan.fields:
                if lines := self._field(writer, field):
                    self._write(writer, [Reading("v", field.member, "new")])
                    writer.put(lines)
            writer.line("return True")
        return writer.text()

    def _write(self, writer: SourceWriter, statements: list[Statement]) -> None:
        write_statements(writer, statements, self._notation)

    def _field(self, writer: SourceWriter, plan: FieldPlan) -> list[Line]:
        """Returns the lines that check the value `v` of a field."""
        key = plan.identities
        lines = self._written.get(key)
        if lines is None:
            nilable = is_nilable(plan.member.type)
            tail = [RuleCall("", TypeCall(plan.type_call))] if plan.type_call is not None else []
            checks = self._checks((*plan.calls, *tail, *plan.iterations), "v", nilable)
            _, lines = writer.captured(lambda given: self._write(writer, given), checks)
            self._written[key] = lines
        return lines

    def _checks(self, calls: tuple[RuleCall, ...], value: str, nilable: bool) -> list[Statement]:
        """Returns the statements that reject a value where one of the calls would fail."""
        cohorts: dict[str, list[RuleCall]] = {"": []}
        for call in calls:
            if not is_for_updates(call):
                cohorts.setdefault(call.cohort, []).append(call)
        statements: list[Statement] = []
        for cohort, asked in cohorts.items():
            if cohort and all(isinstance(call.check, Subfield) for call in asked):
                statements += self._subfields(asked, value, nilable)
            else:
                statements += self._cohort(asked, value, nilable)
        return statements

    def _cohort(self, calls: list[RuleCall], value: str, nilable: bool) -> list[Statement]:
        statements: list[Statement] = []
        guards: list[RuleCall] = []
        later: list[RuleCall] = []
        for call in calls:
            if call.short_circuit and call.non_error:
                guards.append(call)
            elif call.short_circuit:
                statements += self._refusals([call], value, nilable)
            elif not call.non_error:
                later.append(call)
        certain = nilable and any(isinstance(call.check, FunctionCall) and call.check.nil_fails for call in guards)
        guard = all_of(*(self._condition(call, nilable) for call in guards))
        body = self._refusals(later, value, nilable and not certain)
        if not body or guard == ALWAYS:
            return statements + body
        return [*statements, When(guard, value, tuple(body))]

    def _subfields(self, calls: list[RuleCall], value: str, nilable: bool) -> list[Statement]:
        """Returns the statements for a cohort of rules on one member of a struct."""
        first = calls[0].check
        if not isinstance(first, Subfield):
            return []
        inner = [_as_outer(call) for call in calls]
        self._depth += 1
        name = f"w{self._depth}"
        body = self._cohort(inner, name, is_nilable(first.member.type))
        self._depth -= 1
        if not body:
            return []
        statements: list[Statement] = [Reading(name, first.member, value), *body]
        return [When(_NOT_NIL, value, tuple(statements))] if nilable else statements

    def _refusals(self, calls: list[RuleCall], value: str, nilable: bool) -> list[Statement]:
        """Returns the statements that reject a value where one of the calls would fail, in order."""
        statements: list[Statement] = []
        for call in calls:
            if isinstance(call.check, _LOOPS) and not call.level:
                statements += self._loop(call.check, value)
                continue
            wrong = negated(self._condition(call, nilable))
            if wrong != NEVER:
                statements.append(Refusal(wrong, value))
        return statements

    def _loop(self, check: EachValue | EachKey, value: str) -> list[Statement]:
        self._depth += 1
        item = f"x{self._depth}"
        body = [] if is_for_updates(check.inner) else self._refusals([check.inner], item, nilable=False)
        self._depth -= 1
        if not body:
            return []
        if isinstance(check, EachKey):
            return [Loop(item, Parts.KEYS, value, tuple(body))]
        is_map = native_type(check.type).kind is TypeKind.MAP
        parts = Parts.VALUES if is_map else Parts.BYTES if is_bytes(check.type) else Parts.ITEMS
        return [Loop(item, parts, value, _after_nil(body, item))]

    def _condition(self, call: RuleCall, nilable: bool) -> Condition:
        """Returns the condition under which a call returns no errors."""
        check = call.check
        if isinstance(check, TypeCall):
            passes = Passes(QuickCheck(check.type))
            if not nilable or is_nilable(check.type):
                return passes
            nothing = negated(Passes(FindsFault(call, of_nil=True)))
            return any_of(all_of(_NOT_NIL, passes), all_of(IS_NONE, nothing))
        if isinstance(check, FunctionCall) and check.holds is not None:
            if not nilable or (check.nil_fails and isinstance(check.holds, IsTrue)):
                return check.holds
            return all_of(_NOT_NIL, check.holds) if check.nil_fails else any_of(IS_NONE, check.holds)
        return negated(Passes(FindsFault(call)))


def _after_nil(body: list[Statement], item: str) -> tuple[Statement, ...]:
    """Rejects nil items, before other checks of the item."""
    first = body[0]
    if len(body) == 1 and isinstance(first, Refusal):
        return (Refusal(any_of(IS_NONE, first.condition), item),)
    return (Refusal(IS_NONE, item), *body)


def _as_outer(call: RuleCall) -> RuleCall:
    """Returns the call inside of a subfield, with the flags of the outer call."""
    inner = call.check.inner if isinstance(call.check, Subfield) else call
    return RuleCall(
        inner.tag,
        inner.check,
        short_circuit=call.short_circuit,
        non_error=call.non_error,
        level=inner.level,
        native=inner.native,
    )
