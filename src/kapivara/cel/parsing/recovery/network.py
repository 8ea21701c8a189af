"""The grammar as a network of states and edges.

Rules become states and edges in ANTLR's layout, since its lookahead, its loops and its error recovery are defined on
that network. Elements keep the states of the walker before it matches them. Upstream: antlr4 ParserATNFactory;
antlr4-go atn_state.go, transition.go.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from kapivara.cel.parsing.recovery.grammar import RULES, LeftRecursive
from kapivara.cel.parsing.recovery.notation import Group, Word, read_rule
from kapivara.values.record import record

BASIC, BLOCK, LOOP_ENTRY, LOOP_BACK, STOP = "basic", "block", "loop entry", "loop back", "stop"
"""Kinds of state: `BLOCK` is the start of a group, `LOOP_BACK` the end of one iteration of a loop."""


class State:
    """A state of the network; `precedence_loop` marks the loop of a left-recursive rule."""

    __slots__ = ("edges", "epsilon_only", "kind", "number", "precedence_loop", "rule")

    def __init__(self, number: int, kind: str, rule: str):
        self.number = number
        self.kind = kind
        self.rule = rule
        self.edges: list[Edge] = []
        self.epsilon_only = False
        self.precedence_loop = False


@record(eq=False)
class Edge:
    """An edge: consumes one of `tokens`, or calls a rule and returns to `follow`, or needs a precedence, or is free.

    `leaves` is the name of a left-recursive rule that the edge leaves completely.
    """

    target: State
    tokens: frozenset[str] = frozenset()
    follow: State | None = None
    precedence: int = 0
    leaves: str = ""


@record(eq=False)
class Match:
    """An element that matches one token."""

    state: State
    word: Word


@record(eq=False)
class Subrule:
    """An element that matches another rule, after which the parser is at `follow`."""

    state: State
    word: Word
    follow: State


@record(eq=False)
class Alternative:
    """A sequence of elements, and the kind of its phrase, if it has a name."""

    kind: str
    elements: tuple[Element, ...]


@record(eq=False)
class Choice:
    """Alternatives, once (``), at most once (`?`), any number of times (`*`), at least once (`+`).

    The walker is at `entry` before the choice, at `loop_back` after each iteration, at `block` to choose an
    alternative.
    """

    alternatives: tuple[Alternative, ...]
    suffix: str
    entry: State
    block: State
    loop_back: State


Element: TypeAlias = Match | Subrule | Choice


@record(eq=False)
class Rule:
    """A rule: the kind of its phrase, and its elements.

    `left` is the part of a left-recursive rule's phrase with the phrase before a suffix, otherwise empty.
    """

    name: str
    kind: str
    elements: tuple[Element, ...]
    left: str


class Network:
    """All rules, with their states."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self._starts = {name: self._state(BASIC, name) for name in RULES}
        self._stops = {name: self._state(STOP, name) for name in RULES}
        self.rules = {name: self._rule(name, source) for name, source in RULES.items()}
        for state in self.states:
            state.epsilon_only = bool(state.edges) and not any(edge.tokens for edge in state.edges)

    def _state(self, kind: str, rule: str) -> State:
        state = State(len(self.states), kind, rule)
        self.states.append(state)
        return state

    def _rule(self, name: str, source: str | LeftRecursive) -> Rule:
        left = ""
        group = read_rule(source if isinstance(source, str) else source.first)
        kind, items = group.alternatives[0]
        if isinstance(source, LeftRecursive):
            left = source.left
            suffixes = tuple([read_rule(text).alternatives[0] for _, text in source.suffixes])
            items = (*items, Group(suffixes, "*", tuple([level for level, _ in source.suffixes])))
        elif len(group.alternatives) > 1:
            kind, items = "", (group,)
        start, elements = self._sequence(name, items, self._stops[name])
        self._starts[name].edges.append(Edge(start))
        if left and isinstance(loop := elements[-1], Choice):
            loop.entry.precedence_loop = True
        return Rule(name, kind or name, elements, left)

    def _sequence(self, rule: str, items: tuple[Word | Group, ...], target: State) -> tuple[State, tuple[Element, ...]]:
        """Builds items before a target, last one first; returns their start state and the elements."""
        elements: list[Element] = []
        for item in reversed(items):
            target, element = (
                self._word(rule, item, target) if isinstance(item, Word) else self._group(rule, item, target)
            )
            elements.append(element)
        return target, tuple(reversed(elements))

    def _word(self, rule: str, word: Word, target: State) -> tuple[State, Element]:
        state = self._state(BASIC, rule)
        if word.tokens:
            state.edges.append(Edge(target, word.tokens))
            return state, Match(state, word)
        state.edges.append(Edge(self._starts[word.rule], follow=target))
        leaves = word.rule if isinstance(RULES[word.rule], LeftRecursive) and word.precedence == 0 else ""
        self._stops[word.rule].edges.append(Edge(target, leaves=leaves))
        return state, Subrule(state, word, target)

    def _group(self, rule: str, group: Group, target: State) -> tuple[State, Element]:
        block, end = self._state(BLOCK, rule), self._state(BASIC, rule)
        entry = loop_back = block
        if group.suffix == "*":
            entry, loop_back = self._state(LOOP_ENTRY, rule), self._state(LOOP_BACK, rule)
            loop_back.edges.append(Edge(entry))
        elif group.suffix == "+":
            loop_back = self._state(LOOP_BACK, rule)
        alternatives = tuple(
            [self._alternative(rule, group, place, block, end) for place in range(len(group.alternatives))]
        )
        if loop_back is block:
            end.edges.append(Edge(target))
            if group.suffix == "?":
                block.edges.append(Edge(end))
        else:
            end.edges.append(Edge(loop_back))
            deciding = entry if group.suffix == "*" else loop_back
            deciding.edges += [Edge(block), Edge(target)]
        return entry, Choice(alternatives, group.suffix, entry, block, loop_back)

    def _alternative(self, rule: str, group: Group, place: int, block: State, end: State) -> Alternative:
        kind, items = group.alternatives[place]
        start, elements = self._sequence(rule, items, end)
        if group.precedences:
            guard = self._state(BASIC, rule)
            guard.edges.append(Edge(start, precedence=group.precedences[place]))
            start = guard
        block.edges.append(Edge(start))
        return Alternative(kind, elements)


@cache
def network() -> Network:
    """Returns the network of the language's grammar, built on first use."""
    return Network()
