"""Validates a value from a node's plan, without generated code: the interpreter of what `emit_ok` prints.

It serves the first values of a node, and schemas with too many nodes to compile. A property test pins the two to each
other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.compiler.plan import NO_BRANCHES, NULL, Branches, Members, ValuePlan
from kapivara.compiler.stop import Stop
from kapivara.values.request_budget import count_steps

if TYPE_CHECKING:
    from kapivara.compiler.validator import Validator


def ok_by_plan(plan: ValuePlan, value: Any) -> bool | Stop:
    """Returns True for a valid value, else a Stop or False as the node's compiled `ok` does."""
    kind = type(value)
    if not plan.accepts.get(kind):
        return False
    if kind is NULL:
        return null_is_fine(plan)
    for rule in plan.rules:
        holds = rule.holds
        if holds is not None and (not rule.kinds or kind in rule.kinds) and not holds.holds(value):
            return False
    if plan.in_branch and (kind is dict or kind is list):
        count_steps(len(value))
    below: bool | Stop = True
    if kind is dict and plan.members is not None:
        below = _members_ok(plan.members, value)
    elif kind is list and plan.items is not None:
        below = _items_ok(plan.items, value)
    if below is not True or plan.branches is NO_BRANCHES:
        return below
    count_steps(plan.branches.count)
    return _branches_hold(plan.branches, value)


def null_is_fine(plan: ValuePlan) -> bool:
    """Returns whether null is valid; only the type and the enumeration restrict it."""
    return plan.accepts[NULL] and not any(NULL in rule.kinds and rule.holds is not None for rule in plan.rules)


def _members_ok(members: Members, value: dict[str, Any]) -> bool | Stop:
    for name in members.required:
        if name not in value:
            return False
    if not members.properties and members.additional is None and members.additional_allowed:
        return True
    properties, plain = members.properties, members.plain
    for name, item in value.items():
        if plain.get(name) is type(item):
            continue
        field = properties.get(name, members.additional)
        if field is None:
            if members.additional_allowed:
                continue
            return False
        below = field.run(item)
        if below is not True:
            return Stop((name, below))
    return True


def _items_ok(items: Validator, value: list[Any]) -> bool | Stop:
    for item in value:
        below = items.run(item)
        if below is not True:
            return Stop((item, below))
    return True


def _branches_hold(branches: Branches, value: Any) -> bool:
    for each in branches.all_of:
        if not each.run(value):
            return False
    if branches.any_of and not _any_holds(branches.any_of, value):
        return False
    if branches.one_of and not one_holds(branches.one_of, value):
        return False
    return branches.not_ is None or not branches.not_.run(value)


def _any_holds(branches: tuple[Validator, ...], value: Any) -> bool:
    for each in branches:  # noqa: SIM110  `any` would recurse on the C stack
        if each.run(value):
            return True
    return False


def one_holds(branches: tuple[Validator, ...], value: Any) -> bool:
    """Returns whether a value passes exactly one of several schemas."""
    held = 0
    for each in branches:
        if each.run(value):
            held += 1
            if held > 1:
                return False
    return held == 1
