"""Prints operators with as few parentheses as possible: Python takes a third longer to compile additional ones."""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_CLOSED = lazy_pattern(r"\w+\(\{0\}\)|\{0\}(?:\.\w+(?:\((?:\{1\})?\))?)?")
"""A call, an attribute or a method, which needs no parentheses."""
_LOOSE = lazy_pattern(" (?:if|and|or) ")


class Comparison(str):
    """An operator in parentheses that binds at least as tightly as a comparison."""

    __slots__ = ()


def bare(printed: str) -> str:
    """Returns a printed operand of `and`, `or` or `not` without the parentheses of a comparison."""
    return printed[1:-1] if type(printed) is Comparison else printed


def inlined(form: str, operands: list[str]) -> str:
    """Prints operands in a function's Python form, such as `{0} < {1}`."""
    printed = form.format(*operands)
    if _CLOSED.fullmatch(form):
        return printed
    return f"({printed})" if _LOOSE.search(form) else Comparison(f"({printed})")
