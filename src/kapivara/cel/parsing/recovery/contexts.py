"""Sets of stacks of return states: the callers that prediction considers for a state.

A context is a number for a set of pairs: a return state and the context below it. Equal sets have equal numbers.
Upstream: antlr4-go prediction_context.go.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.cel.parsing.recovery.network import State

EMPTY = 0
"""The context with nothing known below: any caller, or none where the whole stack is known."""

BOTTOM = -1
"""The return state of an empty stack in a set with others."""


class Contexts:
    """The table of contexts."""

    def __init__(self) -> None:
        self._pairs: list[tuple[tuple[int, int], ...]] = [((BOTTOM, EMPTY),)]
        self._numbers: dict[tuple[tuple[int, int], ...], int] = {self._pairs[0]: EMPTY}

    def pairs(self, context: int) -> tuple[tuple[int, int], ...]:
        """Returns the return states of a context, each with the context below it."""
        return self._pairs[context]

    def push(self, below: int, return_state: int) -> int:
        """Returns the context after a call."""
        return self._number([(return_state, below)])

    def stack(self, return_states: Iterable[State]) -> int:
        """Returns the context of a whole stack, given from the top."""
        context = EMPTY
        for state in reversed(list(return_states)):
            context = self.push(context, state.number)
        return context

    def __len__(self) -> int:
        return len(self._pairs)

    def merge(self, one: int, other: int, *, wildcard: bool) -> int:
        """Returns the union of two contexts; with `wildcard`, the empty context absorbs all others."""
        if one == other:
            return one
        if wildcard and EMPTY in (one, other):
            return EMPTY
        merged = dict(self._pairs[one])
        for return_state, below in self._pairs[other]:
            known = merged.get(return_state)
            merged[return_state] = below if known is None else self.merge(known, below, wildcard=wildcard)
        return self._number(merged.items())

    def _number(self, pairs: Iterable[tuple[int, int]]) -> int:
        key = tuple(sorted(pairs))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._pairs)
            self._pairs.append(key)
        return number
