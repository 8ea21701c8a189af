"""Splits text into tokens, as the reference implementation's generated lexer does.

The longest match wins; if nothing matches, the characters up to and including the first that fits no rule are reported
as an error and skipped. White space and comments produce no tokens. Upstream: cel-go parser/gen/CEL.g4, antlr4-go
lexer_atn_simulator.go.
"""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

EOF = "<EOF>"
IDENTIFIER = "IDENTIFIER"
ESC_IDENTIFIER = "ESC_IDENTIFIER"
NUM_FLOAT = "NUM_FLOAT"
NUM_INT = "NUM_INT"
NUM_UINT = "NUM_UINT"
STRING = "STRING"
BYTES = "BYTES"

_KEYWORDS = frozenset({"in", "true", "false", "null"})
_MAX_ERRORS = 100

_ESCAPE = r"\\(?:[abfnrtv\"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})"
_CUT_ESCAPE = r"(?:\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?)?"
_DOUBLE = rf'[^\\"\n\r]*+(?:{_ESCAPE}[^\\"\n\r]*+)*'
_SINGLE = rf"[^\\'\n\r]*+(?:{_ESCAPE}[^\\'\n\r]*+)*"
_LITERAL = "|".join(
    (
        r'[rR]"""[^"]*+(?:"(?!"")[^"]*+)*"""',
        r"[rR]'''[^']*+(?:'(?!'')[^']*+)*'''",
        r'[rR]"[^"\n\r]*+"',
        r"[rR]'[^'\n\r]*+'",
        rf'"""[^\\"]*+(?:(?:{_ESCAPE}|"(?!""))[^\\"]*+)*"""',
        rf"'''[^\\']*+(?:(?:{_ESCAPE}|'(?!''))[^\\']*+)*'''",
        rf'"{_DOUBLE}"',
        rf"'{_SINGLE}'",
    )
)
"""Strings. The patterns are unambiguous, so that hostile text takes no longer than other text."""

_FLOAT = r"[0-9]++\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]++[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
_TOKEN = lazy_pattern(
    r"([ \t\r\n\f]+|//[^\n]*)"
    rf"|([bB]?(?:{_LITERAL}))"
    r"|([A-Za-z_][A-Za-z0-9_]*)"
    rf"|({_FLOAT})"
    r"|((?:0x[0-9a-fA-F]++|[0-9]++)[uU])"
    r"|(0x[0-9a-fA-F]+|[0-9]+)"
    r"|(==|!=|<=|>=|&&|\|\||[\[\]{}().,\-!?:+*/%<>])"
    r"|(`[A-Za-z0-9_.\-/ ]+`)"
)
_KINDS = ("", "", STRING, IDENTIFIER, NUM_FLOAT, NUM_UINT, NUM_INT, "", ESC_IDENTIFIER)
_SKIPPED, _STRING, _IDENTIFIER, _OPERATOR = 1, 2, 3, 7

_VIABLE = {
    '"': lazy_pattern(rf'"{_DOUBLE}{_CUT_ESCAPE}'),
    "'": lazy_pattern(rf"'{_SINGLE}{_CUT_ESCAPE}"),
    "`": lazy_pattern(r"`[A-Za-z0-9_.\-/ ]*"),
    "&": lazy_pattern("&"),
    "|": lazy_pattern(r"\|"),
    "=": lazy_pattern("="),
}
"""The longest incomplete prefix of a token, by first character."""


class Token:
    """One token; keywords and operators have their text as kind."""

    __slots__ = ("kind", "offset", "text")

    def __init__(self, kind: str, text: str, offset: int):
        self.kind = kind
        self.text = text
        self.offset = offset

    def __repr__(self) -> str:
        return f"Token({self.kind!r}, {self.text!r}, {self.offset})"


@record(eq=False)
class Lexed:
    """The tokens of a text, the last one of kind `EOF`.

    `errors` are the texts that no rule matched: text, offset, and the number of tokens before. After a hundred and one
    of them, one more than is reported, the rest of the text is ignored.
    """

    tokens: list[Token]
    errors: list[tuple[str, int, int]]


def lex(text: str) -> Lexed:
    """Splits a text into tokens."""
    tokens: list[Token] = []
    errors: list[tuple[str, int, int]] = []
    match, end, size = _TOKEN.match, 0, len(text)
    while end < size and len(errors) <= _MAX_ERRORS:
        found = match(text, end)
        if found is None:
            start, end = end, _dead_end(text, end) + 1
            errors.append((text[start:end], start, len(tokens)))
            continue
        group = found.lastindex or 0
        if group != _SKIPPED:
            piece = found.group()
            kind = _KINDS[group]
            if group == _OPERATOR or (group == _IDENTIFIER and piece in _KEYWORDS):
                kind = piece
            elif group == _STRING and piece[0] in "bB":
                kind = BYTES
            tokens.append(Token(kind, piece, end))
        end = found.end()
    tokens.append(Token(EOF, EOF, size))
    return Lexed(tokens, errors)


def _dead_end(text: str, start: int) -> int:
    """Returns the offset of the first character that cannot continue any token starting at `start`."""
    viable = _VIABLE.get(text[start])
    found = viable.match(text, start) if viable is not None else None
    return found.end() if found is not None else start
