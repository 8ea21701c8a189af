"""Chooses alternatives by ANTLR's adaptive prediction.

It looks ahead as long as several alternatives remain, first for any possible caller; if that does not distinguish them,
again with the actual callers. Of alternatives that no lookahead distinguishes, the first is chosen. If no alternative
continues, one that has already left its rule is chosen, so that the caller reports the error.
Upstream: antlr4-go parser_atn_simulator.go AdaptivePredict, prediction_mode.go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kapivara.cel.parsing.recovery.closure import Closures, Config, Configs
from kapivara.cel.parsing.recovery.contexts import EMPTY, Contexts
from kapivara.cel.parsing.recovery.network import STOP, State

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
