"""`format`: reads the clauses of a format string; how each is rendered is the business of two dialects.

A clause that cannot be rendered raises `CelError` with the whole of the reference's words, from left to right.
Upstream: cel-go ext/formatting.go parseFormatString.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.values.numbers import parse_int
from kapivara.cel.values.typing import runtime_name, type_of_value
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

Clause = Callable[[Any, int | None], str]
"""Renders a value, with a precision where the clause gives one."""

_CLAUSE = lazy_pattern("%(?:%|(\\.[0-9]*)?(.)?)", 16)  # 16: a dot is any character, line ends included


def render(text: str, values: list[Any], clauses: Mapping[str, Clause], max_precision: int = 0) -> str:
    """Renders a format string with the clauses of a dialect; a precision beyond a maximum is refused, 0 means none."""
    parts: list[str] = []
    place = used = 0
    for match in _CLAUSE.finditer(text):
        parts.append(text[place : match.start()])
        place = match.end()
        if match[0] == "%%":
            parts.append("%")
            continue
        if used >= len(values):
            raise CelError(f"index {used} out of range")
        if match.end() == match.start() + 1:
            raise CelError("unexpected end of string")
        precision = _precision(match[1], match[2], max_precision)
        parts.append(_apply(clauses, match[2], values[used], precision))
        used += 1
    parts.append(text[place:])
    return "".join(parts)


def _apply(clauses: Mapping[str, Clause], letter: str, value: Any, precision: int | None) -> str:
    clause = clauses.get(letter)
    if clause is None:
        first = chr(letter.encode("utf-8", "replace")[0])  # kept: the first byte is shown as a character
        raise CelError(f'could not parse formatting clause: unrecognized formatting clause "{first}"')
    try:
        return clause(value, precision)
    except CelError as problem:
        raise CelError(f"error during formatting: {problem}") from None


def _precision(written: str | None, letter: str | None, maximum: int) -> int | None:
    if written is None:
        return None
    if letter is None:
        raise _no_precision("could not find end of precision specifier")
    digits = written[1:]
    number = parse_int(digits)
    if number is None:
        reason = "value out of range" if digits else "invalid syntax"
        raise _no_precision(
            f"error while converting precision to integer: strconv.Atoi: parsing {quote(digits)}: {reason}"
        )
    if 0 < maximum < number:
        raise _no_precision(f"precision {number} exceeds maximum allowed precision {maximum}")
    return number


def _no_precision(reason: str) -> CelError:
    return CelError(f"could not parse formatting clause: error while parsing precision: {reason}")


def refuse(wanted: str, value: Any) -> CelError:
    """What a clause says of a value that it cannot render."""
    return CelError(f"{wanted}, was given {runtime_name(type_of_value(value))}")


STRING_CLAUSE = (
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, "
    "and timestamps"
)


def digit_clauses(*, binary: str, hexadecimal: str, octal: str) -> dict[str, Clause]:
    """The clauses `b`, `x`, `X` and `o`, which the dialects share but for their words about what they refuse."""

    def to_binary(value: Any, _precision: int | None) -> str:
        if _is_whole(value) or type(value) is bool:
            return f"{int(value):b}"
        raise refuse(binary, value)

    def to_hexadecimal(value: Any, _precision: int | None) -> str:
        if _is_whole(value):
            return f"{int(value):x}"
        if type(value) is str:
            return value.encode("utf-8", "replace").hex()
        if type(value) is bytes:
            return value.hex()
        raise refuse(hexadecimal, value)

    def to_upper_hexadecimal(value: Any, precision: int | None) -> str:
        return to_hexadecimal(value, precision).upper()

    def to_octal(value: Any, _precision: int | None) -> str:
        if _is_whole(value):
            return f"{int(value):o}"
        raise refuse(octal, value)

    return {"b": to_binary, "x": to_hexadecimal, "X": to_upper_hexadecimal, "o": to_octal}


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and type(value) is not bool
