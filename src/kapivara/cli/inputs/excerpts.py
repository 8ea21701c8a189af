"""The source line of an error, with the misspelt key or the wrong value marked.

Only text reports show it; other reports have line and column. Each line is parsed alone, so the mark is a guess where
a YAML value continues on other lines; then the key is marked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from string import ascii_letters, digits
from typing import TYPE_CHECKING

from kapivara.cli.findings import Excerpt
from kapivara.cli.framework.terminal import printable
from kapivara.codec.yaml.exact.keys import plain_key_text
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.cli.findings import Finding, Result
    from kapivara.cli.inputs.manifests import Manifest

_MOST_DETAILED = 100
"""The number of errors of one object that get source lines and hints; later errors show message and place only."""
_WIDEST = 100
_BEFORE = 40
_KEY = lazy_pattern(r"""("(?:[^"\\]|\\.)*"|'[^']*')\s*:|([^\s"'{}\[\],:](?:[^:]|:(?!\s|$))*):(?=\s|$)""")
_LAST_STEP = lazy_pattern(r"([^.\[\]]+)\]?$")
_QUOTED = lazy_pattern(r""""(?:[^"\\]|\\.)*"|'[^']*'""")
_QUOTED_OR_BRACKET = lazy_pattern(r""""(?:[^"\\]|\\.)*"|'[^']*'|[\[\]{}]""")
_IN_FLOW = lazy_pattern(r"[^,}\]]*")
_FLOW_SIGN = lazy_pattern(r"[,\[\]{}]")
_IN_BLOCK = lazy_pattern(r"(?:(?! #).)*")
OF_STRICT_DECODER = ('unknown field "', 'duplicate field "')
_TWICE = " already set in map"
_ABOUT_ALL = ("", "<nil>")
"""The fields of errors that name no field; such an error is placed at the start of the object."""
_FORBIDDEN = "FieldValueForbidden"
_FURTHER_DOWN = "#|>&*!"
_IN_EXPRESSION = "ERROR: <input>:"
_QUOTED_VALUE = lazy_pattern(r'Invalid value: "((?:[^"\\]|\\.)*)": ')
_TOKEN = lazy_pattern(r"""\.?\w+|'[^']*'|"[^"]*"|[^\w\s]{1,2}""")
_OF_NAMES = f"_{ascii_letters}{digits}"
_OPENING, _CLOSING = "{[", "}]"


def with_excerpts(result: Result, manifest: Manifest) -> Result:
    """Returns a result whose errors and warnings show their source lines."""
    return replace(
        result,
        errors=with_details(result.errors, lambda error: _with_excerpt(error, manifest)),
        next=with_details(result.next, lambda error: _with_excerpt(error, manifest)),
        warnings=with_details(result.warnings, lambda error: _with_excerpt(error, manifest)),
    )


def with_details(errors: tuple[Finding, ...], detail: Callable[[Finding], Finding]) -> tuple[Finding, ...]:
    """Returns the errors, the first of them with the additions of `detail`."""
    return (*map(detail, errors[:_MOST_DETAILED]), *errors[_MOST_DETAILED:])


def _with_excerpt(error: Finding, manifest: Manifest) -> Finding:
    line, column = error.place.line, error.place.column
    is_about_field = error.field not in _ABOUT_ALL and line and column
    text = manifest.document.positions.line(line) if is_about_field else None
    in_expression = _IN_EXPRESSION in error.message
    if text is None or column > len(text) + in_expression:  # an expression may end too early
        return error
    if in_expression:
        begin, end = _mark_in_expression(text, column - 1)
    else:
        begin, end = find_mark(text, column - 1, error.field, of_key=_is_about_key(error))
        begin, end = _mark_of_quoted(text, begin, end, error.message) or (begin, end)
    return replace(error, excerpt=cut_line(line, text, begin, end))


def _mark_in_expression(text: str, start: int) -> tuple[int, int]:
    """Returns the span of the word or sign at a place; for a call, that of the name before the bracket."""
    name = len(text[:start].rstrip(_OF_NAMES))
    if text[start : start + 1] == "(" and name < start:
        return name, start
    token = _TOKEN.match(text, start)
    return token.span() if token else (start, start + 1)


def _is_about_key(error: Finding) -> bool:
    return error.message.startswith(OF_STRICT_DECODER) or error.message.endswith(_TWICE) or error.reason == _FORBIDDEN


def _mark_of_quoted(text: str, begin: int, end: int, message: str) -> tuple[int, int] | None:
    """Returns the span of the quoted value if only its key is marked: the server names a map, not one label."""
    quoted = _QUOTED_VALUE.match(message)
    key = text[begin:end].strip("\"'")
    if quoted is None or key == quoted[1]:
        return None
    begin, end = find_mark(text, begin, f".{key}", of_key=False)
    return (begin, end) if text[begin:end].strip("\"'") == quoted[1] else None


def find_mark(text: str, start: int, field: str, *, of_key: bool) -> tuple[int, int]:
    """Returns the span to mark in a line: the value of the field that starts there, or its key if `of_key`.

    If the key at the place is not the field's own, but that of a parent, the key is marked.
    """
    key = _KEY.match(text, start)
    if key is None or (_FLOW_SIGN.search(key[2] or "") and _is_in_flow(text, start)):
        return start, _end_of_value(text, start, in_flow=_is_in_flow(text, start)) or len(text)
    name = (key[1] or key[2]).rstrip()
    value = len(text) - len(text[key.end() :].lstrip())
    end = 0
    if not of_key and _is_last_step(name, field) and value < len(text):
        end = _end_of_value(text, value, in_flow=name[0] == '"' or _is_in_flow(text, value))
    return (value, end) if end else (start, start + len(name))


def _is_last_step(name: str, field: str) -> bool:
    """Returns whether a path ends in a key as written, or as YAML reads it (`on` is `true`)."""
    last = _LAST_STEP.search(field)
    keys = name.strip("\"'"), plain_key_text(name)
    return (last is not None and last[1] in keys) or field.endswith(f".{keys[0]}")


@lru_cache(4)  # many errors may have the same place
def _is_in_flow(text: str, place: int) -> bool:
    """Returns whether a bracket is open before a place of a line."""
    before = _QUOTED.sub("", text[:place])
    return sum(before.count(sign) for sign in _OPENING) > sum(before.count(sign) for sign in _CLOSING)


def _end_of_value(text: str, start: int, *, in_flow: bool) -> int:
    """Returns the end of a value; 0 if it continues on other lines."""
    if text[start] in _FURTHER_DOWN:
        return 0
    if quoted := _QUOTED.match(text, start):
        return quoted.end()
    if text[start] in _OPENING:
        return _end_of_brackets(text, start)
    found = (_IN_FLOW if in_flow else _IN_BLOCK).match(text, start)
    return start + len((found[0] if found else text[start:]).rstrip())


@lru_cache(4)  # many errors may have the same place
def _end_of_brackets(text: str, start: int) -> int:
    """Returns the end of a value in brackets; 0 if it is on another line."""
    depth = 0
    for found in _QUOTED_OR_BRACKET.finditer(text, start):
        depth += (found[0] in _OPENING) - (found[0] in _CLOSING)
        if not depth:
            return found.end()
    return 0


def cut_line(line: int, text: str, begin: int, end: int) -> Excerpt:
    """Returns an excerpt of a line, cut around the marked text if the line is too long."""
    text, end_column = text.rstrip(), end + 1
    left = max(0, begin - _BEFORE) if len(text) > _WIDEST else 0
    right = min(len(text), left + _WIDEST)
    end = max(min(end, right), begin + 1)
    before, after = text[left:begin], text[end:right]
    return Excerpt(
        line,
        f"{'…' if left else ''}{printable(before)}",
        printable(text[begin:end]),
        f"{printable(after)}{'…' if right < len(text) else ''}",
        begin + 1,
        end_column,
    )
