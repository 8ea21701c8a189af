"""Reads and parses one Python file without running it; errors have a place and a hint.

The comment lines directly above a class, a field or an assignment belong to it, as in Go; a blank line ends them. In
addition, two comments are read: the one after a field on the same line, and the block above a class's own comment,
separated by one blank line.
"""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

from kapivara.files.reading import TooLargeError, read_beside
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import CommentLine, Comments, Position
from kapivara.generator.sources.python_source import parse_source


class FileComments:
    """The comments of one file by line; raises SyntaxError where the file cannot be tokenized."""

    __slots__ = ("_alone", "_behind", "_lines")

    def __init__(self, name: str, text: str):
        self._alone: dict[int, CommentLine] = {}
        self._behind: dict[int, CommentLine] = {}
        self._lines = text.split("\n")
        if "#" not in text:
            return
        try:
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    line, column = token.start
                    comment = CommentLine(token.string[1:], Position(name, line, column + 2))
                    (self._behind if token.line[:column].strip() else self._alone)[line] = comment
        except tokenize.TokenError as error:
            raise SyntaxError(error.args[0], (name, *error.args[1], None)) from None

    def above(self, line: int) -> Comments:
        """Returns the comment lines directly above a line."""
        first = self._start(line)
        return tuple(self._alone[number] for number in range(first, line))

    def detached(self, line: int) -> Comments:
        """Returns the block above the comment of a declaration, with one blank line between."""
        between = self._start(line) - 1
        return () if between < 1 or self._lines[between - 1].strip() else self.above(between)

    def behind(self, line: int) -> CommentLine | None:
        """Returns the comment after the code of a line, or None."""
        return self._behind.get(line)

    def before(self, line: int) -> Comments:
        """Returns all comment lines above a line that have no code beside them."""
        return tuple(comment for number, comment in self._alone.items() if number < line)

    def all_lines(self) -> Comments:
        """Returns all comments that have no code beside them."""
        return tuple(self._alone.values())

    def _start(self, line: int) -> int:
        """Returns the first line of the block that ends above a line; the line itself where there is none."""
        while line - 1 in self._alone:
            line -= 1
        return line


MAX_BYTES = 4 << 20
"""Larger files are rejected: they are not written by hand."""
_SYNTAX_HINT = "the file must be valid Python; `python -m py_compile` shows the error"


class PythonFile:
    """A Python file, its syntax tree and its comments."""

    __slots__ = ("_lines", "comments", "name", "path", "tree")

    def __init__(self, path: Path, text: str, tree: ast.Module, comments: FileComments):
        self.path = path
        self.name = str(path)
        self.tree = tree
        self.comments = comments
        self._lines = text.split("\n")

    def place(self, node: ast.stmt | ast.expr) -> Position:
        """Returns the place where a node begins; columns count characters."""
        line, column = node.lineno, node.col_offset
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        if not text.isascii():
            column = len(text.encode()[:column].decode(errors="replace"))
        return Position(self.name, line, column + 1)

    def top_comments(self) -> Comments:
        """Returns the comments above the first statement after the docstring, without that statement's own."""
        body = self.tree.body
        if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        if not body:
            return self.comments.all_lines()
        first = body[0]
        line = min([first.lineno, *(each.lineno for each in getattr(first, "decorator_list", ()))])
        if isinstance(first, (ast.Import, ast.ImportFrom)):
            return self.comments.before(line)
        return self.comments.before(line - len(self.comments.above(line)))


def read_python_file(path: Path) -> PythonFile:
    """Reads and parses a file; raises AuthorError."""
    start = Position(str(path), 1, 1)
    try:
        data = read_beside(str(path), MAX_BYTES)
    except TooLargeError:
        hint = "split the package, or check the path"
        raise AuthorError(f"larger than {MAX_BYTES} bytes", start, hint=hint) from None
    except OSError as error:
        raise AuthorError(f"cannot be read: {error.strerror or error}", start) from None
    return parse_python(path, data)


def parse_python(path: Path, data: bytes) -> PythonFile:
    """Parses the bytes of a file; raises AuthorError."""
    name = str(path)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise AuthorError("not UTF-8", _place_of_byte(name, data, error.start), hint="save the file as UTF-8") from None
    try:
        tree = parse_source(text, name)
        comments = FileComments(name, text)
    except SyntaxError as error:
        place = Position(name, error.lineno or 1, max(error.offset or 1, 1))
        raise AuthorError(f"not Python: {error.msg}", place, hint=_SYNTAX_HINT) from None
    return PythonFile(path, text, tree, comments)


def _place_of_byte(name: str, data: bytes, position: int) -> Position:
    before = data[:position]
    line = before.rpartition(b"\n")[2]
    return Position(name, before.count(b"\n") + 1, len(line.decode(errors="replace")) + 1)
