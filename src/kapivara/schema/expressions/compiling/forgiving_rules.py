"""Finds rules that read the old value only to accept more: `self.a || oldSelf.hasValue() && …`.

If such a rule holds for an object alone, it also holds for an update, so that the old object need not be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.tree.ast import Call, Expr, Ident
from kapivara.cel.tree.walk import descendants
from kapivara.schema.expressions.compiling.compilation import OLD_SELF
from kapivara.values import JsonObject
from kapivara.values.stack import deep_stack


@deep_stack()
def only_forgives(rule: JsonObject) -> bool:
    """Returns True if a rule is known to accept every update that it accepts as a new object."""
    text = rule.get("rule") or ""
    if rule.get("optionalOldSelf") is not True or f"{OLD_SELF}.hasValue()" not in text:
        return False
    from kapivara.cel.environments import kubernetes_env  # most rules do not read the old value

    try:
        expr = kubernetes_env((1, 37)).parse(text).expr
    except CelIssuesError:
        return False
    return all(_looks_at_new(each) or any(map(_asks_for_old, _terms(each, "_&&_"))) for each in _terms(expr, "_||_"))


def _terms(expr: Expr, operator: str) -> Iterator[Expr]:
    """Yields the operands of nested calls of an operator."""
    if isinstance(expr, Call) and expr.function == operator:
        for each in expr.args:
            yield from _terms(each, operator)
    else:
        yield expr


def _looks_at_new(expr: Expr) -> bool:
    return not any(isinstance(each, Ident) and each.name == OLD_SELF for each in descendants(expr))


def _asks_for_old(expr: Expr) -> bool:
    """Returns True if an expression is false without an old value."""
    if not isinstance(expr, Call) or expr.function != "hasValue":
        return False
    return isinstance(expr.target, Ident) and expr.target.name == OLD_SELF
