"""`format`: parses the clauses of a format string; two dialects render them.

The first clause, from left to right, that cannot be rendered raises `CelError` with the reference's complete message.
Upstream: cel-go ext/formatting.go parseFormatString.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kapivara.cel.budget import STEP, Budget
from kapivara.cel.checks.format_words import NO_END, precision_problem
from kapivara.cel.errors import CelError
from kapivara.cel.values.extent import pay_to_print
from kapivara.cel.values.typing import name_of_type
from kapivara.values.json_value import INT64_MAX
from kapivara.values.lazy_pattern import lazy_pattern

Clause = Callable[[Any, int | None], str]
"""Renders a value, with the clause's precision or None."""

_CLAUSE = lazy_pattern("%(?:%|(\\.[0-9]*)?(.)?)", 16)  # 16: a dot is any character, line ends included


def render(
    budget: Budget, text: str, values: list[Any], clauses: Mapping[str, Clause], *, max_precision: int = INT64_MAX
) -> str:
    """Renders a format string with the clauses of a dialect; raises CelError."""
    parts: list[str] = []
    place = used = 0
    for match in _CLAUSE.finditer(text):
        parts.append(text[place : match.start()])
        place = match.end()
        budget.take(STEP)
        if match[0] == "%%":
            parts.append("%")
            continue
        if used >= len(values):
            raise CelError(f"index {used} out of range")
        if match.end() == match.start() + 1:
            raise CelError("unexpected end of string")
        precision = _precision(match[1], match[2], max_precision)
        pay_to_print(budget, values[used])
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
    problem = NO_END if letter is None else precision_problem(written[1:], maximum)
    if problem:
        raise CelError(f"could not parse formatting clause: error while parsing precision: {problem}")
    return int(written[1:].lstrip("0") or 0)  # Python parses 4300 digits at most, zeros included


def refuse(wanted: str, value: Any) -> CelError:
    """Returns the error of a clause for a value that it cannot render."""
    return CelError(f"{wanted}, was given {name_of_type(value)}")


def digit_clauses(words: Mapping[str, str]) -> dict[str, Clause]:
    """Returns the clauses `b`, `x`, `X` and `o`, which are equal in both dialects except for their messages."""

    def to_binary(value: Any, _precision: int | None) -> str:
        if _is_whole(value) or type(value) is bool:
            return f"{int(value):b}"
        raise refuse(words["b"], value)

    def to_hexadecimal(value: Any, _precision: int | None) -> str:
        if _is_whole(value):
            return f"{int(value):x}"
        if type(value) is str:
            return value.encode("utf-8", "replace").hex()
        if type(value) is bytes:
            return value.hex()
        raise refuse(words["x"], value)

    def to_upper_hexadecimal(value: Any, precision: int | None) -> str:
        return to_hexadecimal(value, precision).upper()

    def to_octal(value: Any, _precision: int | None) -> str:
        if _is_whole(value):
            return f"{int(value):o}"
        raise refuse(words["o"], value)

    return {"b": to_binary, "x": to_hexadecimal, "X": to_upper_hexadecimal, "o": to_octal}


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and type(value) is not bool
