"""From text to syntax tree: the entry to this stage. The checker comes after.

Upstream: cel-go parser/parser.go.
"""

from __future__ import annotations

from kapivara.cel.ast import Ast
from kapivara.cel.builder import Builder, DepthError
from kapivara.cel.display import NO_LOCATION
from kapivara.cel.errors import CelIssuesError, Issue
from kapivara.cel.lexer import lex
from kapivara.cel.macros import Macros
from kapivara.cel.phrases import Phrase
from kapivara.cel.reader import MAX_DEPTH, NestingError, Reader, UnexpectedTokenError

MAX_CODE_POINTS = 100_000


def parse(text: str, *, macros: Macros, optional_syntax: bool) -> Ast:
    """Parses an expression and expands its macros; raises `CelIssuesError` with everything that is wrong with it."""
    if len(text) > MAX_CODE_POINTS:
        size = f"size: {len(text)}, limit {MAX_CODE_POINTS}"
        raise CelIssuesError(text, [Issue(f"expression code point size exceeds limit: {size}", NO_LOCATION)])
    issues: list[Issue] = []
    builder = Builder(macros, optional_syntax, issues)
    try:
        phrase = _read(text, issues)
        expr = builder.build(phrase) if phrase is not None else None
    except NestingError:
        issues.append(Issue(f"expression recursion limit exceeded: {MAX_DEPTH}", NO_LOCATION))
    except DepthError:
        issues.append(Issue("max recursion depth exceeded", NO_LOCATION))
    if issues or expr is None:
        raise CelIssuesError(text, issues)
    return Ast(expr, text, builder.offsets, builder.macro_calls)


def _read(text: str, issues: list[Issue]) -> Phrase | None:
    lexed = lex(text)
    if not lexed.errors:
        try:
            return Reader(lexed.tokens).read()
        except UnexpectedTokenError:
            pass
    from kapivara.cel.recovery import recover

    return recover(text, lexed, issues)
