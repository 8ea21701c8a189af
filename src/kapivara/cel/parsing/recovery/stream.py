"""The tokens for the walker: a position with lookahead, and the lexer's errors on the way."""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.parsing.lexer import EOF, Lexed, Token


class TokenStream:
    """A position in a list of tokens; calls `report` for the lexer's errors when the token after them is first read.

    Upstream: antlr4-go common_token_stream.go.
    """

    def __init__(self, text: str, lexed: Lexed, report: Callable[[str, int], None]):
        self._text = text
        self._tokens = lexed.tokens
        self._errors = lexed.errors
        self._report = report
        self._reported = 0
        self._seen = 0
        self.index = 0

    def token(self, ahead: int = 0) -> Token:
        """Returns the token at a distance; the last one repeats."""
        place = self.index + ahead
        return self._tokens[place if place < self._seen else self._look(place)]

    def _look(self, place: int) -> int:
        """Reads tokens for the first time; returns the index, or that of the last token."""
        place = min(place, len(self._tokens) - 1)
        self._seen = max(self._seen, place + 1)
        while self._reported < len(self._errors) and self._errors[self._reported][2] <= place:
            piece, offset, _ = self._errors[self._reported]
            self._reported += 1
            self._report(f"token recognition error at: '{piece}'", offset)
        return place

    def kind(self, ahead: int = 0) -> str:
        """Returns the kind of the token at a distance."""
        return self.token(ahead).kind

    @property
    def previous(self) -> Token | None:
        """The token before the position, or None."""
        return self._tokens[self.index - 1] if self.index else None

    def advance(self) -> None:
        """Advances by a token, but not past the last."""
        if self.kind() != EOF:
            self.index += 1
            self.kind()

    def text_to(self, last: Token) -> str:
        """Returns the text from the position to the end of a token, without text that the lexer skipped."""
        start, end = self.token().offset, last.offset
        if last.kind != EOF:
            end += len(last.text)
        pieces, at = [], start
        for piece, offset, _ in self._errors:
            if at <= offset < end:
                pieces.append(self._text[at:offset])
                at = offset + len(piece)
        return "".join([*pieces, self._text[at:end]])
