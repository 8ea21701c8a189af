"""Finds transition rules that always hold for unchanged values: `self == oldSelf` does, `self > oldSelf` does not.

The rule must be true by its form alone if the old value equals the new one. Otherwise an update that keeps the value
may be rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, Select
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.values.stack import deep_stack

_REFLEXIVE: Final = frozenset(("_==_", "_>=_", "_<=_"))
_IRREFLEXIVE: Final = frozenset(("_!=_", "_>_", "_<_"))
_EVERY: Final = "all"


@deep_stack()
def holds_unchanged(text: str) -> bool:
    """Returns True if a rule is known to hold for every unchanged value."""
    from kapivara.cel.environments import kubernetes_env

    try:
        return _is_certain(kubernetes_env((1, 37)).parse(text).expr, True)
    except CelIssuesError:
        return False


def _is_certain(expr: Expr, outcome: bool) -> bool:
    """Returns True if an expression is known to be always true, or always false."""
    match expr:
        case Const():
            return expr.value is outcome
        case Call(function="!_", args=(inner,)):
            return _is_certain(inner, not outcome)
        case Call(function="_&&_" | "_||_" as junction, args=(one, other)):
            if (junction == "_&&_") is outcome:
                return _is_certain(one, outcome) and _is_certain(other, outcome)
            return _is_certain(one, outcome) or _is_certain(other, outcome) or _are_opposites(junction, expr)
        case Call(function="_?_:_", args=(_, then, otherwise)):
            return _is_certain(then, outcome) and _is_certain(otherwise, outcome)
        case Call(function=function, args=(one, other)) if function in _REFLEXIVE | _IRREFLEXIVE:
            return (function in _REFLEXIVE) is outcome and _form(one) == _form(other)
        case Call(function="hasValue", target=Ident(name=name)) if name == OLD_SELF:
            return outcome
        case Comprehension(macro=macro, macro_args=(Ident(name=name), body)) if macro == _EVERY and outcome:
            return _is_certain(body, True) or _is_among(body, name, expr.iter_range)
    return False


def _is_among(body: Expr, name: str, source: Expr) -> bool:
    """Returns True if a loop checks that each element is in its own list."""
    match body:
        case Call(function="@in", args=(Ident(name=asked), container)):
            return asked == name and _form(container) == _form(source)
    return False


def _are_opposites(junction: str, expr: Expr) -> bool:
    """Returns True if a junction contains an expression and its negation, one of which decides."""
    parts = list(_parts(junction, expr))
    negated = [_form(each.args[0]) for each in parts if isinstance(each, Call) and each.function == "!_"]
    return any(_form(each) in negated for each in parts)


def _parts(junction: str, expr: Expr) -> Iterator[Expr]:
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call) and node.function == junction:
            waiting.extend(reversed(node.args))
        else:
            yield node


def _form(expr: Expr) -> object:
    """Returns a form that expressions with always equal values share, with old and new values identified."""
    match expr:
        case Const():
            return "const", type(expr.value).__name__, expr.value
        case Ident():
            return "name", SELF if expr.name == OLD_SELF else expr.name
        case Select():
            return "field", expr.test_only, expr.field, _form(expr.operand)
        case Call(function="value", target=Ident(name=name)) if name == OLD_SELF:
            return "name", SELF
        case Call():
            target = None if expr.target is None else _form(expr.target)
            return "call", expr.function, target, tuple(map(_form, expr.args))
        case ListExpr():
            return "list", tuple(map(_form, expr.elements))
        case Comprehension() if expr.macro_args:
            return "loop", expr.macro, _form(expr.iter_range), tuple(map(_form, expr.macro_args))
    return "other", expr.id
