"""Checks whether a history is linearizable: whether an order of all requests, each at a moment between its sending and
its response, makes every response correct.

The search starts with the first requests, and remembers the combinations of completed requests and state that it has
tried. A request without a response may have been executed at any later moment, or never.
After: Wing and Gong, Testing and Verifying Concurrent Objects (1993); Lowe, Testing for Linearizability (2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from bench.faults.history import Operation, Result, Verb


def is_linearizable(history: Sequence[Operation]) -> bool:
    """Returns whether a history of one object, which does not exist at first, is linearizable."""
    operations = sorted((each for each in history if _matters(each)), key=lambda each: each.begun)
    must = sum(1 << place for place, each in enumerate(operations) if each.result is not Result.UNKNOWN)
    first: tuple[int, str | None] = (0, None)
    seen, waiting = {first}, [first]
    while waiting:
        done, state = waiting.pop()
        if done & must == must:
            return True
        for place in _next(operations, done):
            for after in operations[place].outcomes(state):
                found = done | 1 << place, after
                if found not in seen:
                    seen.add(found)
                    waiting.append(found)
    return False


def _matters(operation: Operation) -> bool:
    """Returns whether an operation constrains the history: a read without a response does not."""
    return operation.result is not Result.UNKNOWN or operation.verb is not Verb.READ


def _next(operations: Sequence[Operation], done: int) -> list[int]:
    """Returns the operations that may come next: those sent before any other open one had its response."""
    found: list[int] = []
    earliest_end = inf
    place = _first_open(done)
    while place < len(operations) and operations[place].begun <= earliest_end:
        if not done >> place & 1:
            found.append(place)
            earliest_end = min(earliest_end, operations[place].ended)
        place += 1
    return [place for place in found if operations[place].begun <= earliest_end]


def _first_open(done: int) -> int:
    """Returns the index of the first operation that is not done."""
    return (~done & (done + 1)).bit_length() - 1
