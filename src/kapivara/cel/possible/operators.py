"""Computes the possible outcomes of operators from those of their operands."""

from __future__ import annotations

from typing import Any

from kapivara.cel.possible.outcome import EITHER, PossibleOutcome, truth

_LONGEST = 1000


def conjunction(left: PossibleOutcome, right: PossibleOutcome) -> PossibleOutcome:
    """Returns the outcome of `left && right`: a false operand absorbs the error of the other."""
    return _junction(left, right, deciding=False)


def disjunction(left: PossibleOutcome, right: PossibleOutcome) -> PossibleOutcome:
    """Returns the outcome of `left || right`: a true operand absorbs the error of the other."""
    return _junction(left, right, deciding=True)


def _junction(left: PossibleOutcome, right: PossibleOutcome, *, deciding: bool) -> PossibleOutcome:
    one, other = _truths(left), _truths(right)
    values = set()
    if deciding in one or deciding in other:
        values.add(deciding)
    if (not deciding) in one and (not deciding) in other:
        values.add(not deciding)
    fails = frozenset[tuple[str, ...]]()
    if not _is_always(right, deciding):
        fails |= left.fails
    if not _is_always(left, deciding):
        fails |= right.fails
    return truth(values, fails)


def _is_always(outcome: PossibleOutcome, value: bool) -> bool:
    return outcome.can_only_be(value) and not outcome.fails


def _truths(outcome: PossibleOutcome) -> frozenset[Any]:
    return EITHER if outcome.values is None else outcome.values


def negation(operand: PossibleOutcome) -> PossibleOutcome:
    """Returns the outcome of `!operand`."""
    return truth((not each for each in _truths(operand)), operand.fails)


def equality(left: PossibleOutcome, right: PossibleOutcome, *, same: bool) -> PossibleOutcome:
    """Returns the outcome of `left == right`; `same` means that both are the same expression."""
    if same and not left.is_sure_failure:
        return truth((True,)).failing_with(left, right)
    return truth(_equal(left, right)).failing_with(left, right)


def _equal(left: PossibleOutcome, right: PossibleOutcome) -> frozenset[bool]:
    if left.values is not None and right.values is not None:
        if not left.values & right.values:
            return frozenset((False,))
        if len(left.values) == len(right.values) == 1:
            return frozenset((True,))
        return EITHER
    for one, other in ((left, right), (right, left)):
        if other.values is not None and not any(_may_be(one, each) for each in other.values):
            return frozenset((False,))
    return EITHER


def _may_be(outcome: PossibleOutcome, value: Any) -> bool:
    """Returns whether an outcome with known bounds can be a value."""
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, (int, float)):
        return (outcome.low is None or value >= outcome.low) and (outcome.high is None or value <= outcome.high)
    if isinstance(value, str):
        return outcome.least <= len(value) and (outcome.most is None or len(value) <= outcome.most)
    return True


def comparison(sign: str, left: PossibleOutcome, right: PossibleOutcome) -> PossibleOutcome:
    """Returns the outcome of `left < right` and the other comparisons, for numbers."""
    if sign in (">", ">="):
        return comparison("<" if sign == ">" else "<=", right, left)
    (low, high), (other_low, other_high) = left.bounds, right.bounds
    strictly = sign == "<"
    values = EITHER
    if high is not None and other_low is not None and (high < other_low or (not strictly and high == other_low)):
        values = frozenset((True,))
    elif low is not None and other_high is not None and (low > other_high or (strictly and low == other_high)):
        values = frozenset((False,))
    return truth(values).failing_with(left, right)


def size(operand: PossibleOutcome) -> PossibleOutcome:
    """Returns the outcome of `size(operand)`."""
    values = operand.values
    sizes = (
        frozenset(len(each) for each in values) if values and all(isinstance(each, str) for each in values) else None
    )
    return PossibleOutcome(sizes, low=operand.least, high=operand.most).failing_with(operand)


def membership(item: PossibleOutcome, elements: list[PossibleOutcome]) -> PossibleOutcome:
    """Returns the outcome of `item in [elements]`."""
    found: set[bool] = set() if elements else {False}
    for each in elements:
        found |= _equal(item, each)
    if frozenset((True,)) in [_equal(item, each) for each in elements] or _covers(item, elements):
        found = {True}
    return truth(found).failing_with(item, *elements)


def _covers(item: PossibleOutcome, elements: list[PossibleOutcome]) -> bool:
    """Returns whether the elements include all possible values of an item."""
    constants: set[Any] = set()
    for each in elements:
        if each.values is not None and len(each.values) == 1:
            constants |= each.values
    return item.values is not None and bool(item.values) and item.values <= constants


def is_small(value: Any) -> bool:
    """Returns whether a constant is small enough for computing with it in advance."""
    return value is None or isinstance(value, (bool, int, float)) or (isinstance(value, str) and len(value) < _LONGEST)
