"""Sets of configurations: where the parser could be for each alternative of a choice, after some tokens.

Upstream: antlr4-go parser_atn_simulator.go closure, computeReachSet, applyPrecedenceFilter; atn_config_set.go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kapivara.cel.lexer import EOF
from kapivara.cel.recovery.contexts import BOTTOM, EMPTY, Contexts
from kapivara.cel.recovery.network import STOP, Edge, State


class Config(NamedTuple):
    """One place where the parser could be, had it taken alternative `alt`.

    `guard` is a precedence that the alternative depends on (0: none), `outer` tells that the rule of the choice has
    been left, `kept` that the alternative is not to be given up in favour of staying in a left-recursive rule.
    """

    state: State
    alt: int
    context: int
    guard: int = 0
    outer: bool = False
    kept: bool = False


class Configs:
    """Configurations; those that differ only in context are merged. `full` tells that whole stacks are known."""

    def __init__(self, contexts: Contexts, full: bool):
        self._contexts = contexts
        self.full = full
        self._merged: dict[tuple[State, int, int], Config] = {}

    def add(self, config: Config) -> None:
        """Adds or merges a configuration."""
        key = (config.state, config.alt, config.guard)
        known = self._merged.get(key)
        if known is not None:
            context = self._contexts.merge(known.context, config.context, wildcard=not self.full)
            outer, kept = known.outer or config.outer, known.kept or config.kept
            config = Config(config.state, config.alt, context, config.guard, outer, kept)
        self._merged[key] = config

    def __iter__(self) -> Iterator[Config]:
        return iter(self._merged.values())

    def __len__(self) -> int:
        return len(self._merged)

    @property
    def only_alt(self) -> int:
        """The alternative that all configurations are of, or 0."""
        alts = {config.alt for config in self}
        return alts.pop() if len(alts) == 1 else 0

    def conflicts(self) -> list[set[int]]:
        """The alternatives that have led to the same place, for each place."""
        places: dict[tuple[State, int], set[int]] = {}
        for config in self:
            places.setdefault((config.state, config.context), set()).add(config.alt)
        return list(places.values())

    def has_left(self, config: Config) -> bool:
        """Whether a configuration has left the rule of the choice."""
        if config.outer:
            return True
        at_bottom = any(back == BOTTOM for back, _ in self._contexts.pairs(config.context))
        return config.state.kind is STOP and at_bottom

    def key(self) -> frozenset[Config]:
        """What tells this set from others."""
        return frozenset(self._merged.values())


class Closures:
    """Computes sets of configurations for one choice; `precedence` is that of the rule being parsed."""

    def __init__(self, contexts: Contexts, states: list[State], decision: State, precedence: int):
        self._contexts = contexts
        self._states = states
        self.decision = decision
        self.precedence = precedence

    def start(self, context: int, *, full: bool) -> Configs:
        """Where each alternative starts."""
        configs = Configs(self._contexts, full)
        for alt, edge in enumerate(self.decision.edges, 1):
            self._close([Config(edge.target, alt, context)], configs, guards=True)
        return self._filtered(configs) if self.decision.precedence_loop and not full else configs

    def _filtered(self, configs: Configs) -> Configs:
        """Drops alternatives against precedence, and ways out of a rule to a place where the rule could have stayed."""
        kept = Configs(self._contexts, configs.full)
        stayed: set[tuple[State, int]] = set()
        for config in configs:
            if config.alt == 1 and (not config.guard or config.guard >= self.precedence):
                stayed.add((config.state, config.context))
                kept.add(config._replace(guard=0))
        for config in configs:
            if config.alt != 1 and (config.kept or (config.state, config.context) not in stayed):
                kept.add(config)
        return kept

    def after(self, configs: Configs, token: str) -> Configs:
        """Where each configuration gets by a token."""
        full, at_end = configs.full, token == EOF
        moved = Configs(self._contexts, full)
        ended: list[Config] = []
        for config in configs:
            if config.state.kind is STOP:
                if full or at_end:
                    ended.append(config)
                continue
            for edge in config.state.edges:
                if token in edge.tokens:
                    moved.add(config._replace(state=edge.target))
        if not ended and not at_end and moved.only_alt:
            return moved
        reached = Configs(self._contexts, full)
        self._close(moved, reached, at_end=at_end)
        stopped = [config for config in reached if config.state.kind is STOP]
        if at_end:
            reached = Configs(self._contexts, full)
            for config in stopped:
                reached.add(config)
        if not (full and stopped):
            for config in ended:
                reached.add(config)
        return reached

    def _close(self, start: Iterable[Config], configs: Configs, *, guards: bool = False, at_end: bool = False) -> None:
        """Adds all that can be reached without a token; depth 0 is the rule of the choice, below are its calls."""
        pending = [(config, 0) for config in start]
        seen: set[Config] = set()
        while pending:
            config, depth = pending.pop()
            if config in seen:
                continue
            seen.add(config)
            state = config.state
            if state.kind is STOP and (config.context != EMPTY or configs.full):
                pending += [(back, depth) for back in self._returns(config, configs)]
                continue
            if not state.epsilon_only:
                configs.add(config)
            for place, edge in enumerate(state.edges):
                if place == 0 and self._goes_round(config):
                    continue
                onward = self._along(config, edge, guards and depth == 0, configs.full)
                if onward is not None and (not edge.tokens or (at_end and EOF in edge.tokens)):
                    called = edge.follow is not None and depth >= 0
                    pending.append((onward, depth + called - (state.kind is STOP)))

    def _returns(self, config: Config, configs: Configs) -> Iterator[Config]:
        for return_state, below in self._contexts.pairs(config.context):
            if return_state == BOTTOM:
                configs.add(config._replace(context=EMPTY))
            else:
                yield config._replace(state=self._states[return_state], context=below)

    def _goes_round(self, config: Config) -> bool:
        """Whether an operand of a left-recursive rule is at its loop, which the rule's own loop stands for."""
        if not config.state.precedence_loop or config.context == EMPTY:
            return False
        returns = self._contexts.pairs(config.context)
        return all(back != BOTTOM and self._states[back].rule == config.state.rule for back, _ in returns)

    def _along(self, config: Config, edge: Edge, guards: bool, full: bool) -> Config | None:
        if edge.follow is not None:
            context = self._contexts.push(config.context, edge.follow.number)
            return config._replace(state=edge.target, context=context)
        if edge.precedence and guards:
            if not full:
                return config._replace(state=edge.target, guard=edge.precedence)
            if edge.precedence < self.precedence:
                return None
        if config.state.kind is STOP:
            kept = config.kept or (self.decision.precedence_loop and edge.leaves == self.decision.rule)
            return config._replace(state=edge.target, outer=True, kept=kept)
        return config._replace(state=edge.target)
