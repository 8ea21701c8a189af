"""Reproduces upstream's handling of `has()` on optional chains, which it sometimes plans as a selection.

Kept: `has(a.?b.c)` as a branch of `?:`, or as an index, evaluates to the optional value `a.?b.?c` instead of a boolean.
Upstream: cel-go interpreter/planner.go planCallConditional, planCallIndex; interpretable.go evalTestOnly (0.29).
"""

from __future__ import annotations

from kapivara.cel.tree.ast import Ast, Call, Const, Expr, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import descendants, rewrite
from kapivara.cel.types import DYN, STRING, optional_of
from kapivara.values.record import replace

_INDICES = frozenset(("_[_]", "_[?_]"))


def with_planned_presence(checked: CheckedAst) -> CheckedAst:
    """Returns the expression with such calls of `has()` replaced by selections."""
    if not any(each.name == "optional_type" for each in checked.types.values()):
        return checked
    found = [part for node in descendants(checked.ast.expr) for part in _places(node) if _is_optional(checked, part)]
    if not found:
        return checked
    next_id = max(checked.types) + 1
    types, made = dict(checked.types), dict[int, Expr]()
    for place, node in enumerate(found):
        field = Const(next_id + place, node.field)
        types |= {node.id: optional_of(DYN), field.id: STRING}
        made[node.id] = Call(node.id, "_?._", None, (node.operand, field))
    ast = checked.ast
    return replace(checked, ast=Ast(rewrite(ast.expr, made), ast.text, ast.offsets, ast.macro_calls), types=types)


def _places(node: Expr) -> tuple[Select, ...]:
    """Returns the calls of `has()` directly below a node that upstream plans as selections, if they are optional."""
    match node:
        case Call(function="_?_:_", args=(_, *branches)):
            parts = branches
        case Call(function=function, args=(_, index)) if function in _INDICES:
            parts = [index]
        case _:
            return ()
    return tuple(part for part in parts if isinstance(part, Select) and part.test_only)


def _is_optional(checked: CheckedAst, node: Select) -> bool:
    return checked.types[node.operand.id].name == "optional_type"
