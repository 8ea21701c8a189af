"""Reads and parses one Go file; errors have a place and a hint.

The grammar lags behind Go (`new(int32(3))`, methods with type parameters), and function bodies do not affect types.
Blanks replace the removed text, so that all other positions in the file stay valid.

Go requires no semicolon there, but tree-sitter's grammar does; such a file is parsed again with the semicolon.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache

from tree_sitter import Language, Node, Parser

from kapivara.files.reading import TooLargeError, read_beside
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Position
from kapivara.generator.sources.go.comments import new_place
from kapivara.values.lazy_pattern import lazy_bytes_pattern, lazy_pattern
from kapivara.values.record import record

_TOKENS_of_open_groups = lazy_pattern(
    r"(?P<aside>//[^\n]*|/\*(?:[\s\S]*?\*/|[\s\S]*+))"
    r'|"(?:\\.|[^"\\\n])*"|`[^`]*`|'
    r"'(?:\\.|[^'\\\n])*'"
    r"|\b(?:const|var)\s*(?P<group>\()|\w+|\S|\n"
)


def with_semicolons(text: str) -> str | None:
    """Returns the text of a file with the missing semicolons; None where none is missing."""
    parts: list[str] = []
    groups: list[bool] = []  # for each open parenthesis, whether it opens a group
    last, done = "\n", 0
    for found in _TOKENS_of_open_groups.finditer(text):
        sign = found[0]
        if found["aside"]:
            last = "\n" if "\n" in sign else last
            continue
        if found["group"] or sign == "(":
            groups.append(bool(found["group"]))
            sign = "("
        elif sign == ")" and groups and groups.pop() and last not in ("\n", ";", "("):
            parts.append(text[done : found.start()])
            done = found.start()
        last = sign
    return ";".join((*parts, text[done:])) if parts else None


_TOKENS = lazy_bytes_pattern(
    rb"//[^\n]*|/\*(?:[\s\S]*?\*/|[\s\S]*+)"
    rb'|"(?:\\.|[^"\\\n])*"|`[^`]*`|'
    rb"'(?:\\.|[^'\\\n])*'"
    rb"|\w+|[^\s\w]|\n"
)
_NOT_LINES = lazy_bytes_pattern(rb"[^\r\n]")
_OPEN, _CLOSED = b"([{", b")]}"
_MOST_TRIED = 1000
_TYPES_WITH_BRACES = (b"interface", b"struct")


@record
class Function:
    """The span of a function or method in a file: its first byte, its end, and the start of its body."""

    start: int
    end: int
    body: int
    """The offset after the opening brace."""
    is_method: bool


def without_functions(data: bytes, parses: Callable[[bytes], bool]) -> tuple[bytes, frozenset[int]] | None:
    """Returns a file without the functions that cannot be parsed; None where all can.

    Functions keep their signature, methods are removed completely. The result includes the offsets of functions whose
    bodies were removed. In a file with very many functions, all are removed, whether they can be parsed or not.
    """
    functions = list(_functions(data))
    unparsed = functions
    if len(functions) <= _MOST_TRIED:
        unparsed = [each for each in functions if not parses(b"package p\n" + data[each.start : each.end] + b"\n")]
    if not unparsed:
        return None
    kept = bytearray(data)
    for each in unparsed:
        start, end = (each.start, each.end) if each.is_method else (each.body, each.end - 1)
        kept[start:end] = _NOT_LINES.sub(b" ", data[start:end])
    return bytes(kept), frozenset(each.start for each in unparsed if not each.is_method)


def _functions(data: bytes) -> Iterator[Function]:
    """Yields the functions of a file with a body: at the beginning of a line, outside of all brackets."""
    start, body, depth, inner, last, before = -1, -1, 0, 0, b"\n", b""
    is_method = False
    for found in _TOKENS.finditer(data):
        sign = found[0]
        if sign[:2] in (b"//", b"/*"):
            continue
        if depth == 0 and sign == b"func" and last in (b"\n", b";"):
            start, body, is_method = found.start(), -1, False
        elif before == b"func" and start >= 0 and body < 0 and depth == 0:
            is_method = sign == b"("
        if sign in _OPEN and len(sign) == 1:
            if sign == b"{" and depth == 0 and start >= 0 and last not in _TYPES_WITH_BRACES:
                body, inner = found.end(), depth
            depth += 1
        elif sign in _CLOSED and len(sign) == 1:
            depth -= 1
            if body >= 0 and depth == inner:
                yield Function(start, found.end(), body, is_method)
                start = body = -1
        elif sign == b"\n" and depth == 0 and body < 0 and last != b"func":
            start = -1
        last, before = sign, sign if sign != b"\n" else before


MAX_BYTES = 16 << 20
"""Larger files are rejected."""
MAX_PARSED = 2 << 20
"""Larger files are not parsed: they are not written by hand, and generated ones are mostly skipped."""
_BLANKS_OR_COMMENT = lazy_pattern(r"\s++|//[^\n]*+|/\*[\s\S]*?\*/")
_PACKAGE = lazy_pattern(r"package\s+(\w+)")
_WORD = lazy_pattern(r"\w+|\S")
_FIRST_PARSED = 1024
_PATIENCE_NS = 300_000_000
_USUAL_NS = 100
_SLOWEST_NS = 1000
"""The most time per byte of valid Go: forty times the usual time."""
_SYNTAX_HINT = "the file must be valid Go; `gofmt -e` shows all that is wrong"


class _TooSlowError(Exception):
    """Parsing would take too long."""


class GoFile:
    """A Go file and its syntax tree; `error` is its first syntax error, or None."""

    __slots__ = ("_ascii", "_last", "data", "error", "name", "package", "root", "text", "unparsed")

    root: Node

    def __init__(self, name: str, data: bytes, text: str, package: str):
        self.name = name
        self.data = data
        self.text = text
        self.package = package
        """The name in the package clause."""
        self.unparsed: frozenset[int] = frozenset()
        """The offsets of functions whose bodies cannot be parsed; in the tree, these bodies are empty."""
        self.error: AuthorError | None = None
        self._ascii = len(data) == len(text)
        self._last = (0, 0, 0)
        """The place computed last: line, column in bytes, column in characters."""

    def slice(self, node: Node) -> str:
        """Returns the text of a node."""
        return self.data[node.start_byte : node.end_byte].decode()

    def place(self, node: Node) -> Position:
        """Returns the place where a node begins; columns count characters."""
        row, column = node.start_point
        if not self._ascii:
            column = self._characters(row, column, node.start_byte)
        place: Position = new_place((self.name, row + 1, column + 1))
        return place

    def _characters(self, row: int, column: int, start: int) -> int:
        """Counts the characters of a line before a column; continues from the last place, because lines may be long."""
        line, known, characters = self._last
        if line != row or known > column:
            known = characters = 0
        characters += len(self.data[start - column + known : start].decode())
        self._last = row, column, characters
        return characters


def read_bytes(name: str) -> bytes:
    """Reads a file up to the size limit; raises AuthorError."""
    try:
        return read_beside(name, MAX_BYTES)
    except TooLargeError:
        raise _too_large(name, MAX_BYTES) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AuthorError(f"cannot be read: {reason}", Position(name, 1, 1)) from None


def _too_large(name: str, most: int) -> AuthorError:
    hint = "split the file, or keep it out of the package"
    return AuthorError(f"the file is larger than {most >> 20} MB", Position(name, 1, 1), hint=hint)


def parse_go(name: str, data: bytes) -> GoFile:
    """Parses the bytes of a file; raises AuthorError."""
    file = try_go(name, data)
    if file.error is not None:
        raise file.error
    return file


def try_go(name: str, data: bytes) -> GoFile:
    """Parses the bytes of a file as far as possible; raises AuthorError where it is not Go."""
    if len(data) > MAX_PARSED:
        raise _too_large(name, MAX_PARSED)
    data = data.removeprefix(b"\xef\xbb\xbf")
    text = _decoded(name, data)
    package = _package_name(name, text)
    try:
        return _try_parse(GoFile(name, data, text, package))
    except _TooSlowError:
        message = "cannot be parsed: it is too far from Go"
        raise AuthorError(message, Position(name, 1, 1), hint=_SYNTAX_HINT) from None


def _try_parse(file: GoFile) -> GoFile:
    file.root = _parsed(file.data)
    if file.root.has_error and (closed := with_semicolons(file.text)) is not None:
        file = GoFile(file.name, closed.encode(), closed, file.package)
        file.root = _parsed(file.data)
    if file.root.has_error and (less := without_functions(file.data, _parses)) is not None:
        file.root, file.unparsed = _parsed(less[0]), less[1]
    if file.root.has_error:
        file.error = _syntax_error(file.name, file.data, file.root)
    return file


def _parses(data: bytes) -> bool:
    return not _parsed(data).has_error


def _parsed(data: bytes) -> Node:
    """Parses a file; raises _TooSlowError.

    For files that are not Go, the time can grow with the square of the length, and the parser cannot be stopped.
    Therefore ever longer prefixes are parsed first, with larger steps as long as they take no longer than Go does.
    """
    length = _FIRST_PARSED
    while length < len(data):
        started = time.thread_time_ns()
        _parser().parse(data[:length])
        spent = time.thread_time_ns() - started
        if spent > _PATIENCE_NS and spent > _SLOWEST_NS * length:
            raise _TooSlowError
        length *= 2 if spent > _USUAL_NS * length else 8
    # The grammar requires a line end at the end of the file, Go does not.
    return _parser().parse(data if data.endswith(b"\n") else data + b"\n").root_node


@cache
def _parser() -> Parser:
    import tree_sitter_go

    return Parser(Language(tree_sitter_go.language()))


def _decoded(name: str, data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = _place_at(name, data[: error.start].decode())
        raise AuthorError("the file is not UTF-8", place, hint="save it as UTF-8, as Go requires") from None
    if "\0" in text:
        place = _place_at(name, text[: text.index("\0")])
        raise AuthorError("illegal character NUL", place, hint="this is no Go source file")
    return text


def _package_name(name: str, text: str) -> str:
    start = 0
    while blanks := _BLANKS_OR_COMMENT.match(text, start):
        start = blanks.end()
    found = _PACKAGE.match(text, start)
    if found:
        return found.group(1)
    word = _WORD.match(text, start)
    shown = f"found '{word.group()}'" if word else "found nothing"
    hint = "a Go file begins with its package clause, such as `package v1`"
    raise AuthorError(f"expected 'package', {shown}", _place_at(name, text[:start]), hint=hint)


def _place_at(name: str, before: str) -> Position:
    """Returns the place after a text at the beginning of a file."""
    return Position(name, before.count("\n") + 1, len(before) - before.rfind("\n"))


def _syntax_error(name: str, data: bytes, root: Node) -> AuthorError:
    """Returns the first syntax error of a tree."""
    node = root
    while not (node.is_error or node.is_missing):
        below = next((each for each in node.children if each.has_error or each.is_missing), None)
        if below is None:
            break
        node = below
    before = data[: node.start_byte].decode(errors="replace")
    if node.is_missing:
        message = f"syntax error: expected {node.type}"
    else:
        word = _WORD.search(data[node.start_byte : node.start_byte + 200].decode(errors="replace"))
        message = f"syntax error: unexpected {word.group()}" if word else "syntax error: unexpected end of file"
    return AuthorError(message, _place_at(name, before), hint=_SYNTAX_HINT)
