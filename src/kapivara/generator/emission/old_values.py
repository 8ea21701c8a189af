"""Which rules look at old values, and which types lead to such rules."""

from __future__ import annotations

from kapivara.generator.model import Type
from kapivara.generator.package_plan import PackagePlan, TypePlan
from kapivara.generator.plan import (
    Argument,
    CallsInOrder,
    CelRules,
    FunctionCall,
    Gated,
    HandWritten,
    RuleCall,
    TypeCall,
)
from kapivara.values.record import record

_INNERMOST = (FunctionCall, TypeCall, HandWritten)


@record
class ComparedField:
    """A field whose rules look at its old value: the steps that lead to it, and its type."""

    steps: tuple[str, ...]
    type: Type

    def below(self, step: str) -> ComparedField:
        """Returns it as a field of what a step leads to."""
        return ComparedField((step, *self.steps), self.type)


class OldValues:
    """Where the rules of a package's types look at old values."""

    def __init__(self, plan: PackagePlan):
        self._plans = {each.type: each for each in plan.types}
        self._types = types_using_old_values(plan)
        self._by_hand = _types_by_hand(plan)

    def fields_of(self, kind: Type) -> list[ComparedField] | None:
        """Returns the fields of a type whose rules look at old values, or have rules below them that do.

        Nothing is asked of a field that an update leaves alone. None where the type's own rules look at old values, and
        where functions are written by hand: a quick check of an update would call them without an old value.
        """
        return None if kind in self._by_hand else self._fields_of(kind, ())

    def _fields_of(self, kind: Type, above: tuple[Type, ...]) -> list[ComparedField] | None:
        if kind not in self._types:
            return []
        plan = self._plans[kind]
        if kind in above or any(map(self._looks_back, (*plan.calls, *plan.iterations))):
            return None
        found: list[ComparedField] = []
        for field in plan.fields:
            below: list[ComparedField] | None = []
            if field.type_call is not None:
                below = self._fields_of(field.type_call, (*above, kind))
            if below is None or any(map(self._looks_back, (*field.calls, *field.iterations))):
                below = [ComparedField((), field.member.type)]
            if below and not field.json_name:
                return None
            found += [each.below(field.json_name) for each in below]
        return found

    def _looks_back(self, call: RuleCall) -> bool:
        check = _innermost(call)
        return check.type in self._types if isinstance(check, TypeCall) else _looks_back(call)


def types_using_old_values(plan: PackagePlan) -> set[Type]:
    """Finds the types with rules that look at old values, their own or those of types that they lead to."""
    users: dict[Type, list[Type]] = {}
    found: set[Type] = set()
    passed: set[int] = set()  # the same calls are met again and again
    for each in plan.types:
        for call in _calls_of(each):
            if id(call) in passed:
                continue
            check = _innermost(call)
            if isinstance(check, TypeCall):
                users.setdefault(check.type, []).append(each.type)
            elif _looks_back(call):
                found.add(each.type)
            else:
                passed.add(id(call))
        for field in each.fields:
            if field.type_call is not None:
                users.setdefault(field.type_call, []).append(each.type)
    return _with_users(found, users)


def _types_by_hand(plan: PackagePlan) -> set[Type]:
    """Finds the types that have hand-written functions, or lead to one that has."""
    users: dict[Type, list[Type]] = {}
    found: set[Type] = set()
    for each in plan.types:
        for check in map(_innermost, _calls_of(each)):
            if isinstance(check, TypeCall):
                users.setdefault(check.type, []).append(each.type)
            elif isinstance(check, HandWritten):
                found.add(each.type)
        for field in each.fields:
            if field.type_call is not None:
                users.setdefault(field.type_call, []).append(each.type)
    return _with_users(found, users)


def _with_users(found: set[Type], users: dict[Type, list[Type]]) -> set[Type]:
    """Returns types with those that lead to them."""
    found, waiting = {*found}, list(found)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in found:
                found.add(user)
                waiting.append(user)
    return found


def _looks_back(call: RuleCall) -> bool:
    """Tells whether what a call finds may depend on the old value."""
    return _uses_old_value(_innermost(call)) or _may_let_pass(call)


def is_for_updates(call: RuleCall) -> bool:
    """Tells whether a call never fails where there is no old value: an option that is undefined fails always."""
    check = call.check
    while not isinstance(check, _INNERMOST):
        if isinstance(check, Gated) and check.kind == "option":
            return False
        check = check.inner.check
    return isinstance(check, FunctionCall) and check.update


def _calls_of(plan: TypePlan) -> list[RuleCall]:
    calls = [*plan.calls, *plan.iterations]
    for field in plan.fields:
        calls += field.calls
        calls += field.iterations
    return calls


def _innermost(call: RuleCall) -> FunctionCall | TypeCall | HandWritten:
    """What a call comes down to."""
    check = call.check
    while not isinstance(check, _INNERMOST):
        check = check.inner.check
    return check


def _uses_old_value(check: FunctionCall | TypeCall | HandWritten) -> bool:
    if isinstance(check, FunctionCall):
        return check.update or any(map(_makes_such_calls, check.args))
    return isinstance(check, HandWritten)


def _may_let_pass(call: RuleCall) -> bool:
    """Tells whether a silent guard holds others back on a create, and not on an update.

    It leaves alone the parts of a value that are what they were; those in one cohort with it are left alone as well
    only where the cohort is that of the part.
    """
    if not (call.short_circuit and call.non_error):
        return False
    check, parts = call.check, -1 if call.cohort else 0
    while not isinstance(check, _INNERMOST):
        parts += not isinstance(check, Gated)
        check = check.inner.check
    return parts > 0


def _makes_such_calls(argument: Argument) -> bool:
    """Tells whether an argument makes calls that look at old values."""
    if isinstance(argument, CallsInOrder):
        return any(_uses_old_value(_innermost(call)) for call in argument.calls)
    if isinstance(argument, CelRules):
        return argument.uses_old
    return type(argument) is tuple and any(map(_makes_such_calls, argument))
