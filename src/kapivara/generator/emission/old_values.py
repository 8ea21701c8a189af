"""Which rules look at old values, and which types lead to such rules."""

from __future__ import annotations

from kapivara.generator.model import Type
from kapivara.generator.package_plan import PackagePlan, TypePlan
from kapivara.generator.plan import Argument, CallsInOrder, FunctionCall, Gated, HandWritten, RuleCall, TypeCall

_INNERMOST = (FunctionCall, TypeCall, HandWritten)


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
            elif _uses_old_value(check) or _may_let_pass(call):
                found.add(each.type)
            else:
                passed.add(id(call))
        for field in each.fields:
            if field.type_call is not None:
                users.setdefault(field.type_call, []).append(each.type)
    waiting = list(found)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in found:
                found.add(user)
                waiting.append(user)
    return found


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
    return type(argument) is tuple and any(map(_makes_such_calls, argument))
