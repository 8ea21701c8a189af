"""Functions that cannot be parsed: types, constants and signatures are read all the same.

The grammar lags behind Go (`new(int32(3))`, methods with type parameters), and what is inside functions does not matter
to the types beside them. Blanks take the place of what is left out, so that all else keeps its place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.record import record

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
    """Where a function or method of a file stands: from its first byte to its end, and its body between braces."""

    start: int
    end: int
    body: int
    """The place behind the opening brace."""
    is_method: bool


def without_functions(data: bytes, parses: Callable[[bytes], bool]) -> tuple[bytes, frozenset[int]] | None:
    """Returns a file without the functions that cannot be parsed; None where there are none.

    Of functions the signature stays, methods go as a whole. With it come the places where functions without bodies
    start. Where there are very many functions, all go, parsed or not.
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
    """Finds the functions of a file that have a body: at the beginning of a line, outside of all brackets."""
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
