"""Removes functions that cannot be parsed, so that types, constants and signatures can still be read.

The grammar lags behind Go (`new(int32(3))`, methods with type parameters), and function bodies do not affect types.
Blanks replace the removed text, so that all other positions in the file stay valid.
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
