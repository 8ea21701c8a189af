"""Printed operators, with no more parentheses than they need: Python takes a third longer to compile the others."""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_CLOSED = lazy_pattern(r"\w+\(\{0\}\)|\{0\}(?:\.\w+(?:\((?:\{1\})?\))?)?")
"""A call, an attribute or a method: nothing around it can take it apart."""
_LOOSE = lazy_pattern(" (?:if|and|or) ")


class Comparison(str):
    """A comparison in parentheses, or an operator that is as close to its operands."""

    __slots__ = ()


def bare(printed: str) -> str:
    """Returns what is printed as an operand of `and`, `or` or `not`, which comparisons are closer than."""
    return printed[1:-1] if type(printed) is Comparison else printed


def inlined(form: str, operands: list[str]) -> str:
    """Prints operands in the form that a function has in Python, such as `{0} < {1}`."""
    printed = form.format(*operands)
    if _CLOSED.fullmatch(form):
        return printed
    return f"({printed})" if _LOOSE.search(form) else Comparison(f"({printed})")
