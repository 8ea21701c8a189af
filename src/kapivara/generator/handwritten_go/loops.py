"""Loops as closures. Each iteration is a step of the budget."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from kapivara.generator.handwritten_go.machine import Frame, Run


class Leave(Enum):
    """How a statement leaves the surrounding loop."""

    BREAK = "break"
    CONTINUE = "continue"


def over_list(values: Run, slots: tuple[int, int], missing: Any, body: Run) -> Run:
    """Returns a loop over a list with indexes; null items become the missing value."""
    first, second = slots

    def pairs(frame: Frame) -> Iterable[tuple[Any, Any]]:
        return ((place, missing if each is None else each) for place, each in enumerate(values(frame) or ()))

    return _walk(pairs, first, second, body)


def over_map(values: Run, slots: tuple[int, int], missing: Any, body: Run) -> Run:
    """Returns a loop over a map, in the order of its keys."""
    first, second = slots

    def pairs(frame: Frame) -> Iterable[tuple[Any, Any]]:
        given = values(frame) or {}
        frame[0].build(len(given))
        return ((key, missing if given[key] is None else given[key]) for key in sorted(given))

    return _walk(pairs, first, second, body)


def over_numbers(count: Run, slots: tuple[int, int], body: Run) -> Run:
    """Returns a loop from zero up to a number."""
    return _walk(lambda frame: ((place, None) for place in range(count(frame))), *slots, body)


def _walk(pairs: Any, first: int, second: int, body: Run) -> Run:
    def run(frame: Frame) -> Any:
        budget = frame[0]
        for key, value in pairs(frame):
            budget.step()
            frame[first], frame[second] = key, value
            signal = body(frame)
            if signal is Leave.BREAK:
                break
            if signal is not None and signal is not Leave.CONTINUE:
                return signal
        return None

    return run


def while_true(condition: Run, update: Run, body: Run) -> Run:
    """Returns a loop that runs while a condition holds, with an update after each iteration."""

    def run(frame: Frame) -> Any:
        budget = frame[0]
        while condition(frame):
            budget.step()
            signal = body(frame)
            if signal is Leave.BREAK:
                break
            if signal is not None and signal is not Leave.CONTINUE:
                return signal
            update(frame)
        return None

    return run
