"""Computes the tokens that can come next at a state: within its rule, and in any context.

Upstream: antlr4-go ll1_analyzer.go, atn.go NextTokens; antlr4 AnalysisPipeline (which decisions need one token only).
"""

from __future__ import annotations

from kapivara.cel.parsing.recovery.network import STOP, State

END_OF_RULE = "<end of rule>"
"""Represents the tokens after the rule in a set of tokens."""


class Lookahead:
    """Caches the next tokens of one network's states."""

    def __init__(self) -> None:
        self._next: dict[State, frozenset[str]] = {}
        self._simple: dict[State, tuple[frozenset[str], ...] | None] = {}

    def next_tokens(self, state: State) -> frozenset[str]:
        """Returns the tokens that can come next, and `END_OF_RULE` if the rule can end here."""
        known = self._next.get(state)
        if known is None:
            known = self._next[state] = frozenset(self._collect(state))
        return known

    def _collect(self, start: State) -> set[str]:
        tokens: set[str] = set()
        seen, pending = {start}, [start]
        while pending:
            state = pending.pop()
            if state.kind is STOP:
                tokens.add(END_OF_RULE)
                continue
            for edge in state.edges:
                tokens |= edge.tokens
                onward = None if edge.tokens else edge.target
                if edge.follow is not None:
                    first = self.next_tokens(edge.target)
                    tokens |= first - {END_OF_RULE}
                    onward = edge.follow if END_OF_RULE in first else None
                if onward is not None and onward not in seen:
                    seen.add(onward)
                    pending.append(onward)
        return tokens

    def simple_choice(self, state: State) -> tuple[frozenset[str], ...] | None:
        """Returns the tokens of each edge if one token suffices to distinguish them, otherwise None."""
        if state not in self._simple:
            sets = [self._all_tokens(edge.target) for edge in state.edges]
            total = sum(len(tokens) for tokens in sets if tokens is not None)
            apart = None not in sets and len(frozenset().union(*[s for s in sets if s])) == total
            self._simple[state] = tuple([tokens for tokens in sets if tokens is not None]) if apart else None
        return self._simple[state]

    def _all_tokens(self, start: State) -> frozenset[str] | None:
        """Returns the tokens that can come next in any context; None where that depends on a precedence."""
        tokens: set[str] = set()
        seen, pending = {start}, [start]
        while pending:
            state = pending.pop()
            for edge in state.edges:
                tokens |= edge.tokens
                if edge.precedence:
                    return None
                if edge.follow is not None:
                    tokens |= self.next_tokens(edge.target)
                elif not edge.tokens and edge.target not in seen:
                    seen.add(edge.target)
                    pending.append(edge.target)
        return frozenset(tokens)
