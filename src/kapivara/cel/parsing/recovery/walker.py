"""Walks the grammar over text with syntax errors, as the parser that ANTLR generates does.

Upstream: cel-go parser/gen/cel_parser.go, parser/parser.go SyntaxError; antlr4-go parser.go.
"""

from __future__ import annotations

from threading import local

from kapivara.cel.display import NO_LOCATION
from kapivara.cel.errors import Issue
from kapivara.cel.parsing.lexer import Lexed, Token
from kapivara.cel.parsing.phrases import Phrase
from kapivara.cel.parsing.reader import MAX_DEPTH, NestingError
from kapivara.cel.parsing.recovery.lookahead import Lookahead
from kapivara.cel.parsing.recovery.network import Alternative, Choice, Element, Match, State, Subrule, network
from kapivara.cel.parsing.recovery.notation import Word
from kapivara.cel.parsing.recovery.prediction import NoWayOnError, Prediction
from kapivara.cel.parsing.recovery.strategy import Frame, GiveUpError, MisfitError, SkippedTooMuchError, Strategy
from kapivara.cel.parsing.recovery.stream import TokenStream
from kapivara.values.lazy_pattern import lazy_pattern

_MAX_REPORTS = 100
_MAX_KNOWN = 50_000
_RESERVED = lazy_pattern(r"no viable alternative at input '.(true|false|null)'")
_START = Word(frozenset(), "start", 0, "", False)


def recover(text: str, lexed: Lexed, issues: list[Issue]) -> Phrase | None:
    """Returns the phrase of text with syntax errors, or None if nothing can be read; adds the errors to `issues`."""
    walker = _Walker(text, lexed, issues)
    try:
        return walker.rule(_START, None)
    except GiveUpError:
        return None
    except SkippedTooMuchError as error:
        issues.append(Issue(str(error), NO_LOCATION))
        return None


class _Known(local):
    """A thread's caches on the grammar; they are cleared when they grow too large."""

    def __init__(self) -> None:
        self.look = Lookahead()
        self._prediction = Prediction(network().states)

    @property
    def prediction(self) -> Prediction:
        if self._prediction.size > _MAX_KNOWN:
            self._prediction = Prediction(network().states)
        return self._prediction


_known = _Known()


class _Walker:
    def __init__(self, text: str, lexed: Lexed, issues: list[Issue]):
        self._rules = network().rules
        self._look = _known.look
        self._prediction = _known.prediction
        self._issues = issues
        self._stream = TokenStream(text, lexed, self._report)
        self._strategy = Strategy(self._stream, self._look, self._report)
        self._depths = dict.fromkeys(self._rules, 0)

    def _report(self, message: str, offset: int) -> None:
        if len(self._issues) >= _MAX_REPORTS:
            self._issues.append(Issue(f"Syntax error: More than {_MAX_REPORTS} syntax errors", offset))
            raise GiveUpError
        message = _RESERVED.sub(r"mismatched input '\1' expecting IDENTIFIER", message)
        self._issues.append(Issue(f"Syntax error: {message}", offset))

    def rule(self, word: Word, follow: State | None) -> Phrase:
        """Matches a rule, or as large a part as possible."""
        rule = self._rules[word.rule]
        parent = self._strategy.frame
        frame = Frame(rule, Phrase(rule.kind, self._stream.token().offset, {}), parent, follow)
        self._depths[rule.name] += 1
        if self._depths[rule.name] > MAX_DEPTH:
            raise NestingError
        frame.precedence = word.precedence
        self._strategy.frame = frame
        try:
            self._elements(rule.elements, frame)
        except MisfitError as error:
            self._strategy.recover(error)
        self._strategy.frame = parent
        self._depths[rule.name] -= 1
        return frame.phrase

    def _elements(self, elements: tuple[Element, ...], frame: Frame) -> None:
        for element in elements:
            if isinstance(element, Match):
                _keep(frame.phrase, element.word, self._strategy.match(element.state, element.word.tokens))
            elif isinstance(element, Subrule):
                self._strategy.state = element.state
                _keep(frame.phrase, element.word, self.rule(element.word, element.follow))
            else:
                self._choice(element, frame)

    def _choice(self, choice: Choice, frame: Frame) -> None:
        self._strategy.sync(choice.entry)
        if choice.suffix == "":
            way = self._decide(choice.block, frame)
            if not way:
                raise self._strategy.no_way_on(0)
            self._turn(choice.alternatives[way - 1], frame)
        elif choice.suffix == "?":
            if self._decide(choice.entry, frame) == 1:
                self._turn(choice.alternatives[0], frame)
        elif choice.suffix == "*":
            while self._decide(choice.entry, frame) == 1:
                self._loop_turn(choice, frame)
                self._strategy.sync(choice.loop_back)
        else:
            again = True
            while again:
                self._turn(choice.alternatives[0], frame)
                self._strategy.sync(choice.loop_back)
                again = self._decide(choice.loop_back, frame) == 1

    def _turn(self, alternative: Alternative, frame: Frame) -> None:
        frame.phrase.kind = alternative.kind or frame.phrase.kind
        self._elements(alternative.elements, frame)

    def _loop_turn(self, choice: Choice, frame: Frame) -> None:
        alternative = choice.alternatives[0]
        if len(choice.alternatives) > 1:
            self._strategy.sync(choice.block)
            alternative = choice.alternatives[self._decide(choice.block, frame) - 1]
        if choice.entry.precedence_loop:
            before = frame.phrase
            kind = alternative.kind or frame.rule.name
            frame.phrase = Phrase(kind, before.offset, {frame.rule.left: before})
        self._elements(alternative.elements, frame)

    def _decide(self, state: State, frame: Frame) -> int:
        """Returns the number of the edge to take, from 1."""
        simple = self._look.simple_choice(state)
        if simple is None:
            try:
                return self._prediction.predict(state, frame.precedence, frame.callers, self._stream.kind)
            except NoWayOnError as error:
                raise self._strategy.no_way_on(error.ahead) from None
        kind = self._stream.kind()
        return next((way for way, kinds in enumerate(simple, 1) if kind in kinds), 0)


def _keep(phrase: Phrase, word: Word, part: Token | Phrase) -> None:
    if word.many:
        phrase.parts.setdefault(word.label, []).append(part)
    elif word.label:
        phrase.parts[word.label] = part
