"""Recovers from unexpected tokens: deletes one, inserts a missing one, or skips to a token where a caller can continue.

Each place has one message; further ones are suppressed until a token has been matched again.
Upstream: antlr4-go error_strategy.go; cel-go parser/parser.go recoveryLimitErrorStrategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kapivara.cel.parsing.lexer import EOF, Token
from kapivara.cel.parsing.phrases import Phrase
from kapivara.cel.parsing.recovery.grammar import NAMED_TOKENS, SYMBOLS
from kapivara.cel.parsing.recovery.lookahead import END_OF_RULE, Lookahead
from kapivara.cel.parsing.recovery.network import LOOP_BACK, Rule, State
from kapivara.cel.parsing.recovery.stream import TokenStream

_MAX_ATTEMPTS = 30
_MAX_SKIPPED = 256
_ORDER = {kind: place for place, kind in enumerate((EOF, *SYMBOLS, *NAMED_TOKENS))}


class MisfitError(Exception):
    """Leaves a rule that cannot continue; contains the message."""

    def __init__(self, message: str, offset: int):
        super().__init__(message)
        self.message = message
        self.offset = offset


class GiveUpError(Exception):
    """Ends parsing; the message has been reported."""


class SkippedTooMuchError(Exception):
    """Ends parsing, with a message about the text as a whole."""


class Frame:
    """A rule being matched: its phrase so far, its caller, and the state at which the caller continues."""

    __slots__ = ("follow", "parent", "phrase", "precedence", "rule")

    def __init__(self, rule: Rule, phrase: Phrase, parent: Frame | None, follow: State | None):
        self.rule = rule
        self.phrase = phrase
        self.parent = parent
        self.follow = follow
        self.precedence = 0

    def callers(self) -> Iterator[State]:
        """Yields the states at which the rule's callers continue, innermost first."""
        frame: Frame | None = self
        while frame is not None and frame.follow is not None:
            yield frame.follow
            frame = frame.parent


class Strategy:
    """Matches tokens for the walker, which updates `frame` and `state`."""

    frame: Frame | None
    state: State

    def __init__(self, stream: TokenStream, look: Lookahead, report: Callable[[str, int], None]):
        self.frame = None
        self._stream = stream
        self._look = look
        self._report = report
        self._holding_back = False
        self._failed_at = -1
        self._failed_states: set[State] = set()
        self._attempts = 0

    def match(self, state: State, kinds: frozenset[str]) -> Token:
        """Matches a token of some kinds, or recovers."""
        self.state = state
        token = self._stream.token()
        if token.kind not in kinds:
            return self._recover_inline()
        self._matched()
        self._stream.advance()
        return token

    def sync(self, state: State) -> None:
        """Checks before a choice or an iteration that a token fits, and deletes one that does not."""
        self.state = state
        if self._holding_back:
            return
        wanted = self._look.next_tokens(state)
        if END_OF_RULE in wanted or self._stream.kind() in wanted:
            return
        if state.kind is LOOP_BACK:
            self._complain_unwanted()
            wanted = self._expected(state) | self._recovery_set()
            while self._stream.kind() != EOF and self._stream.kind() not in wanted:
                self._stream.advance()
        elif not self._left_out():
            raise self._mismatch()

    def no_way_on(self, ahead: int) -> MisfitError:
        """Returns the error for a choice that fits no alternative; `ahead` is the distance of the offending token."""
        start, offending = self._stream.token(), self._stream.token(ahead)
        text = EOF if start.kind == EOF else self._stream.text_to(offending)
        return MisfitError(f"no viable alternative at input {_quote(text)}", offending.offset)

    def recover(self, error: MisfitError) -> None:
        """Reports an error, and skips to a token with which a caller can continue."""
        if not self._holding_back:
            self._holding_back = True
            self._report(error.message, error.offset)
        self._attempt()
        skipped = 0
        wanted = self._recovery_set()
        again = self._failed_at == self._stream.index and self.state in self._failed_states
        if again:
            skipped += 1
            self._stream.advance()
        self._failed_at = self._stream.index
        self._failed_states.add(self.state)
        while self._stream.kind() != EOF and self._stream.kind() not in wanted:
            if skipped == _MAX_SKIPPED:
                raise SkippedTooMuchError(f"error recovery token lookahead limit exceeded: {_MAX_SKIPPED}")
            skipped += 1
            self._stream.advance()

    def _matched(self) -> None:
        self._holding_back = False
        self._failed_at = -1
        self._failed_states = set()

    def _attempt(self) -> None:
        if self._attempts == _MAX_ATTEMPTS:
            message = f"error recovery attempt limit exceeded: {_MAX_ATTEMPTS}"
            self._report(message, self._stream.token().offset)
            raise GiveUpError
        self._attempts += 1

    def _recover_inline(self) -> Token:
        self._attempt()
        if self._left_out():
            token = self._stream.token()
            self._stream.advance()
            return token
        if self._stream.kind() in self._expected(self.state.edges[0].target):
            return self._imagined()
        raise self._mismatch()

    def _left_out(self) -> bool:
        """Deletes a token if the one after it fits; returns whether it did."""
        if self._stream.kind(1) not in self._expected(self.state):
            return False
        self._complain_unwanted()
        self._stream.advance()
        self._matched()
        return True

    def _imagined(self) -> Token:
        """Returns a missing token, at the place of the actual one."""
        expected = self._expected(self.state)
        token = self._stream.token()
        if not self._holding_back:
            self._holding_back = True
            self._report(f"missing {_display(expected)} at {_quote(token.text)}", token.offset)
        kind = min(expected, key=_ORDER.__getitem__)
        text = f"<missing '{kind}'>" if kind in SYMBOLS else "<missing undefined>"
        previous = self._stream.previous
        place = previous if token.kind == EOF and previous is not None else token
        return Token(kind, "<missing EOF>" if kind == EOF else text, place.offset)

    def _complain_unwanted(self) -> None:
        if self._holding_back:
            return
        self._holding_back = True
        token = self._stream.token()
        expected = _display(self._expected(self.state))
        self._report(f"extraneous input {_quote(token.text)} expecting {expected}", token.offset)

    def _mismatch(self) -> MisfitError:
        token = self._stream.token()
        expected = _display(self._expected(self.state))
        return MisfitError(f"mismatched input {_quote(token.text)} expecting {expected}", token.offset)

    def _expected(self, state: State) -> frozenset[str]:
        """Returns the tokens that fit at a state, given its callers."""
        expected = following = self._look.next_tokens(state)
        callers = self.frame.callers() if self.frame is not None else iter(())
        while END_OF_RULE in following:
            caller = next(callers, None)
            following = frozenset({EOF}) if caller is None else self._look.next_tokens(caller)
            expected |= following
        return expected - {END_OF_RULE}

    def _recovery_set(self) -> frozenset[str]:
        """Returns the tokens with which any of the callers can continue."""
        wanted: set[str] = set()
        for caller in self.frame.callers() if self.frame is not None else ():
            wanted |= self._look.next_tokens(caller)
        return frozenset(wanted) - {END_OF_RULE}


def _quote(text: str) -> str:
    escaped = text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
    return f"'{escaped}'"


def _display(kinds: frozenset[str]) -> str:
    names = [f"'{kind}'" if kind in SYMBOLS else kind for kind in sorted(kinds, key=_ORDER.__getitem__)]
    return f"{{{', '.join(names)}}}" if len(names) > 1 else names[0]
