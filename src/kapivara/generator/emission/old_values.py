"""Finds the rules that compare with old values, and the types with such rules."""

from __future__ import annotations

from kapivara.generator.model.types import Type
from kapivara.generator.plan.package_plan import PackagePlan, TypePlan
from kapivara.generator.plan.rule_calls import (
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
    """A field whose rules compare with its old value: the steps that lead to it, and its type."""

    steps: tuple[str, ...]
    type: Type

    def below(self, step: str) -> ComparedField:
        """Returns the same field with one more step in front."""
        return ComparedField((step, *self.steps), self.type)


class OldValues:
    """The places where rules of a package's types compare with old values."""

    def __init__(self, plan: PackagePlan):
        self._plans = {each.type: each for each in plan.types}
        self._types = types_using_old_values(plan)
        self._by_hand = _types_by_hand(plan)

    def fields_of(self, kind: Type) -> list[ComparedField] | None:
        """Returns the fields of a type with rules that compare with old values, in the field or below it.

        A field that an update leaves unchanged is not validated. Returns None where the type itself has such rules or
        hand-written functions: a quick check of an update would call these without an old value.
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
    """Returns the types with rules that compare with old values, their own or those of types that they refer to."""
    users: dict[Type, list[Type]] = {}
    found: set[Type] = set()
    passed: set[int] = set()  # plans share calls, which need one visit only
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
    """Returns the types that have hand-written functions, or refer to a type with such functions."""
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
    """Returns types, together with the types that refer to them."""
    found, waiting = {*found}, list(found)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in found:
                found.add(user)
                waiting.append(user)
    return found


def _looks_back(call: RuleCall) -> bool:
    """Returns whether the result of a call may depend on the old value."""
    return _uses_old_value(_innermost(call)) or _may_let_pass(call)


def is_for_updates(call: RuleCall) -> bool:
    """Returns whether a call never fails without an old value; under an option it may, if that is undefined."""
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
    """Returns the check inside of all wrappers of a call."""
    check = call.check
    while not isinstance(check, _INNERMOST):
        check = check.inner.check
    return check


def _uses_old_value(check: FunctionCall | TypeCall | HandWritten) -> bool:
    if isinstance(check, FunctionCall):
        return check.update or any(map(_makes_such_calls, check.args))
    return isinstance(check, HandWritten)


def _may_let_pass(call: RuleCall) -> bool:
    """Returns whether a silent short circuit stops other calls on a create, but possibly not on an update.

    Its wrappers skip unchanged parts of a value on an update. Other calls of its cohort skip the same parts only if the
    cohort belongs to the same part.
    """
    if not (call.short_circuit and call.non_error):
        return False
    check, parts = call.check, -1 if call.cohort else 0
    while not isinstance(check, _INNERMOST):
        parts += not isinstance(check, Gated)
        check = check.inner.check
    return parts > 0


def _makes_such_calls(argument: Argument) -> bool:
    """Returns whether an argument makes calls that compare with old values."""
    if isinstance(argument, CallsInOrder):
        return any(_uses_old_value(_innermost(call)) for call in argument.calls)
    if isinstance(argument, CelRules):
        return argument.uses_old
    return type(argument) is tuple and any(map(_makes_such_calls, argument))
