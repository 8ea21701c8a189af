"""Rules that look at the old value only to forgive: `self.a || oldSelf.hasValue() && …`.

What holds of an object by itself holds of it as an update, too, so that sound objects need no look at old ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cel.ast import Call, Expr, Ident
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.walk import descendants
from kapivara.schema.expressions.compilation import OLD_SELF
from kapivara.values import JsonObject
from kapivara.values.stack import deep_stack


@deep_stack()
def only_forgives(rule: JsonObject) -> bool:
    """Tells whether a rule is seen to ask no more of an update than of a new object."""
    text = rule.get("rule") or ""
    if rule.get("optionalOldSelf") is not True or f"{OLD_SELF}.hasValue()" not in text:
        return False
    from kapivara.cel.environments import kubernetes_env  # most rules do not look back

    try:
        expr = kubernetes_env((1, 37)).parse(text).expr
    except CelIssuesError:
        return False
    return all(_looks_at_new(each) or any(map(_asks_for_old, _terms(each, "_&&_"))) for each in _terms(expr, "_||_"))


def _terms(expr: Expr, operator: str) -> Iterator[Expr]:
    """Gives what an operator joins, however it is nested."""
    if isinstance(expr, Call) and expr.function == operator:
        for each in expr.args:
            yield from _terms(each, operator)
    else:
        yield expr


def _looks_at_new(expr: Expr) -> bool:
    return not any(isinstance(each, Ident) and each.name == OLD_SELF for each in descendants(expr))


def _asks_for_old(expr: Expr) -> bool:
    """Tells whether an expression is false where there is no old value."""
    if not isinstance(expr, Call) or expr.function != "hasValue":
        return False
    return isinstance(expr.target, Ident) and expr.target.name == OLD_SELF
