"""Whether a history can be true: is there an order of all requests, each at some moment between its sending and its
answer, in which every answer is right?

The search goes from the first requests on, and remembers what it has tried: which of them are done, and what is there
then. A request without an answer may have been done at any later moment, or never.
After: Wing and Gong, Testing and Verifying Concurrent Objects (1993); Lowe, Testing for Linearizability (2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from bench.faults.history import Operation, Result, Verb


def is_linearizable(history: Sequence[Operation]) -> bool:
    """Tells whether a history of one object, which is absent at first, can be true."""
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
    """Tells whether a request says anything: a read without an answer does not."""
    return operation.result is not Result.UNKNOWN or operation.verb is not Verb.READ


def _next(operations: Sequence[Operation], done: int) -> list[int]:
    """Lists the requests that may come next: those that were sent before any of the others was answered."""
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
    """Returns the place of the first request that is not done."""
    return (~done & (done + 1)).bit_length() - 1
