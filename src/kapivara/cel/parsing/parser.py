"""Parses text to a syntax tree, which the checker processes next.

The text is split into tokens, these are read as phrases, and phrases are built into a tree. Text with syntax errors is
read again by `recovery`, which finds the messages.
Upstream: cel-go parser/parser.go.
"""

from __future__ import annotations

from kapivara.cel.display import NO_LOCATION
from kapivara.cel.errors import CelIssuesError, Issue
from kapivara.cel.macros import Macros
from kapivara.cel.parsing.builder import Builder, DepthError
from kapivara.cel.parsing.lexer import Lexed, lex
from kapivara.cel.parsing.nodes import Nodes, TooManyNodesError
from kapivara.cel.parsing.phrases import Phrase
from kapivara.cel.parsing.reader import MAX_DEPTH, NestingError, Reader, UnexpectedTokenError
from kapivara.cel.tree.ast import Ast
from kapivara.values.stack import deep_stack

MAX_CODE_POINTS = 100_000
_FEW_TOKENS = 80


def parse(text: str, *, macros: Macros, optional_syntax: bool) -> Ast:
    """Parses an expression and expands its macros; raises `CelIssuesError` with all issues."""
    if len(text) > MAX_CODE_POINTS:
        size = f"size: {len(text)}, limit {MAX_CODE_POINTS}"
        raise CelIssuesError(text, [Issue(f"expression code point size exceeds limit: {size}", NO_LOCATION)])
    nodes = Nodes(macros, [])
    lexed = lex(text)
    if len(lexed.tokens) <= _FEW_TOKENS:
        ast = _parse(text, lexed, nodes, optional_syntax)
    else:
        with deep_stack():
            ast = _parse(text, lexed, nodes, optional_syntax)
    if ast is None or nodes.issues:
        raise CelIssuesError(text, nodes.issues)
    return ast


def _parse(text: str, lexed: Lexed, nodes: Nodes, optional_syntax: bool) -> Ast | None:
    try:
        phrase = _read(text, lexed, nodes.issues)
        if phrase is not None:
            expr = Builder(nodes, optional_syntax).build(phrase)
            return Ast(expr, text, nodes.offsets, nodes.macro_calls)
    except NestingError:
        nodes.issues.append(Issue(f"expression recursion limit exceeded: {MAX_DEPTH}", NO_LOCATION))
    except DepthError:
        nodes.issues.append(Issue("max recursion depth exceeded", NO_LOCATION))
    except TooManyNodesError as error:
        nodes.issues.append(Issue(str(error), NO_LOCATION))
    return None


def _read(text: str, lexed: Lexed, issues: list[Issue]) -> Phrase | None:
    if not lexed.errors:
        try:
            return Reader(lexed.tokens).read()
        except UnexpectedTokenError:
            pass
    from kapivara.cel.parsing.recovery import recover

    return recover(text, lexed, issues)
