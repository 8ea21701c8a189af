"""Chooses alternatives by ANTLR's adaptive prediction.

It looks ahead as long as several alternatives remain, first for any possible caller; if that does not distinguish them,
again with the actual callers. Of alternatives that no lookahead distinguishes, the first is chosen. If no alternative
continues, one that has already left its rule is chosen, so that the caller reports the error.
Upstream: antlr4-go parser_atn_simulator.go AdaptivePredict, prediction_mode.go.
Upstream: antlr4-go parser_atn_simulator.go closure, computeReachSet, applyPrecedenceFilter; atn_config_set.go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from kapivara.cel.parsing.lexer import EOF
from kapivara.cel.parsing.recovery.contexts import BOTTOM, EMPTY, Contexts
from kapivara.cel.parsing.recovery.network import STOP, Edge, State


class Config(NamedTuple):
    """One possible state of the parser, if it had taken alternative `alt`.

    `guard` is a precedence on which the alternative depends (0: none), `outer` means that the rule of the choice has
    ended, `kept` that the precedence filter must not drop the alternative.
    """

    state: State
    alt: int
    context: int
    guard: int = 0
    outer: bool = False
    kept: bool = False


class Configs:
    """Configurations; those that differ only in context are merged. `full` means that whole stacks are known."""

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
        """The alternative of all configurations, or 0 if they have several."""
        alts = {config.alt for config in self}
        return alts.pop() if len(alts) == 1 else 0

    def conflicts(self) -> list[set[int]]:
        """Returns, for each state with its context, the set of alternatives that lead there."""
        places: dict[tuple[State, int], set[int]] = {}
        for config in self:
            places.setdefault((config.state, config.context), set()).add(config.alt)
        return list(places.values())

    def has_left(self, config: Config) -> bool:
        """Returns whether a configuration has left the rule of the choice."""
        if config.outer:
            return True
        at_bottom = any(back == BOTTOM for back, _ in self._contexts.pairs(config.context))
        return config.state.kind is STOP and at_bottom

    def key(self) -> frozenset[Config]:
        """Returns a hashable key of the set."""
        return frozenset(self._merged.values())


class Closures:
    """Computes sets of configurations for one choice; `precedence` is that of the rule being parsed."""

    def __init__(self, contexts: Contexts, states: list[State], decision: State, precedence: int):
        self._contexts = contexts
        self._states = states
        self.decision = decision
        self.precedence = precedence

    def start(self, context: int, *, full: bool) -> Configs:
        """Returns the start configurations of all alternatives."""
        configs = Configs(self._contexts, full)
        for alt, edge in enumerate(self.decision.edges, 1):
            self._close([Config(edge.target, alt, context)], configs, guards=True)
        return self._filtered(configs) if self.decision.precedence_loop and not full else configs

    def _filtered(self, configs: Configs) -> Configs:
        """Drops alternatives below the precedence, and exits from a rule to states that it can also reach inside."""
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
        """Returns the configurations after a token."""
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
        """Adds all configurations reachable without a token; depth 0 is the rule of the choice, its calls are below."""
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
        """Returns whether a left-recursive rule's operand is at its loop, which the rule's own loop covers."""
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


Callers = Callable[[], Iterator[State]]
"""Returns the states at which the callers of the rule continue, innermost first."""

Peek = Callable[[int], str]
"""Returns the kind of the token at a distance, from 0."""


class NoWayOnError(Exception):
    """No alternative fits; `ahead` is the distance of the offending token."""

    def __init__(self, ahead: int):
        super().__init__(ahead)
        self.ahead = ahead


class _Known:
    """A set of configurations with cached results; `ways` are the next sets by token.

    `allowed` are the remaining alternatives that precedence allows.
    """

    __slots__ = ("allowed", "alt", "configs", "needs_callers", "ways")

    def __init__(self, configs: Configs, precedence: int):
        self.configs = configs
        self.alt = configs.only_alt
        self.needs_callers = False
        if not self.alt and configs.full:
            least = {min(alts) for alts in configs.conflicts()}
            self.alt = least.pop() if len(least) == 1 else 0
        elif not self.alt:
            self.needs_callers = _is_conflict(configs)
        guards = {self.alt: 0} if configs.full else _guards(configs)
        self.allowed = [alt for alt, guard in sorted(guards.items()) if not guard or guard >= precedence]
        self.ways: dict[str, _Known | None] = {}


class Prediction:
    """Predicts for one network, and caches the results."""

    def __init__(self, states: list[State]):
        self._contexts = Contexts()
        self._states = states
        self._starts: dict[tuple[State, int, int, bool], _Known] = {}
        self._known: dict[tuple[State, int, frozenset[Config]], _Known] = {}

    @property
    def size(self) -> int:
        """The number of cached objects."""
        return len(self._contexts) + len(self._starts) + len(self._known)

    def predict(self, decision: State, precedence: int, callers: Callers, peek: Peek) -> int:
        """Returns the number of the alternative to take, from 1; raises `NoWayOnError`."""
        closures = Closures(self._contexts, self._states, decision, precedence)
        alts, apart = self._search(closures, EMPTY, peek, full=False)
        if not apart and len(alts) != 1:
            alts, _ = self._search(closures, self._contexts.stack(callers()), peek, full=True)
        if not alts:
            raise NoWayOnError(0)
        return alts[0]

    def _search(self, closures: Closures, context: int, peek: Peek, *, full: bool) -> tuple[list[int], bool]:
        """Looks ahead until one alternative remains, or no lookahead can distinguish the remaining ones.

        Returns the alternatives that precedence allows, and whether the lookahead distinguished them.
        """
        key = (closures.decision, closures.precedence, context, full)
        known = self._starts.get(key)
        if known is None:
            known = self._starts[key] = _Known(closures.start(context, full=full), closures.precedence)
        ahead = 0
        while True:
            onward = self._onward(known, peek(ahead), closures)
            if onward is None:
                alt = _finished(known.configs, closures.precedence)
                if not alt:
                    raise NoWayOnError(0 if full else ahead)  # kept: upstream rewinds before it stores the token
                return [alt], True
            if onward.alt or onward.needs_callers:
                return onward.allowed, not onward.needs_callers
            known = onward
            ahead += 1

    def _onward(self, known: _Known, token: str, closures: Closures) -> _Known | None:
        if token not in known.ways:
            configs = closures.after(known.configs, token)
            onward = None
            if len(configs):
                key = (closures.decision, closures.precedence, configs.key())
                onward = self._known.get(key) or self._known.setdefault(key, _Known(configs, closures.precedence))
            known.ways[token] = onward
        return known.ways[token]


def _is_conflict(configs: Configs) -> bool:
    """Returns whether further lookahead cannot distinguish the alternatives."""
    if all(config.state.kind is STOP for config in configs):
        return True
    if not any(len(alts) > 1 for alts in configs.conflicts()):
        return False
    by_state: dict[State, set[int]] = {}
    for config in configs:
        by_state.setdefault(config.state, set()).add(config.alt)
    return all(len(alts) > 1 for alts in by_state.values())


def _guards(configs: Configs) -> dict[int, int]:
    """Returns the highest precedence on which each alternative depends, 0 for one that is always possible."""
    guards: dict[int, int] = {}
    for config in configs:
        known = guards.get(config.alt, config.guard)
        guards[config.alt] = max(known, config.guard) if known and config.guard else 0
    return guards


def _finished(configs: Configs, precedence: int) -> int:
    """Returns the first alternative that has left its rule, preferring those that precedence allows; or 0."""
    done = [config for config in configs if configs.has_left(config)]
    allowed = [config.alt for config in done if not config.guard or config.guard >= precedence]
    return min(allowed or [config.alt for config in done], default=0)
