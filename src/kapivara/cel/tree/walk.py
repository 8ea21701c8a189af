"""Walks syntax trees without recursion: trees may be as deep as the parser allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kapivara.cel.tree.ast import Call, Comprehension, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.values.record import replace


def children(expr: Expr) -> tuple[Expr, ...]:
    """Returns the nodes directly below a node in source order; of a comprehension, in the order of its fields."""
    match expr:
        case Const() | Ident():
            return ()
        case Select():
            return (expr.operand,)
        case Call():
            return expr.args if expr.target is None else (expr.target, *expr.args)
        case ListExpr():
            return expr.elements
        case MapExpr():
            return tuple([part for entry in expr.entries for part in (entry.key, entry.value)])
        case StructExpr():
            return tuple([entry.value for entry in expr.entries])
        case Comprehension():
            return (expr.iter_range, expr.accu_init, expr.loop_condition, expr.loop_step, expr.result)


def descendants(expr: Expr) -> Iterator[Expr]:
    """Yields the node and all nodes below it, a node before those below it."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


def qualified_name(expr: Expr) -> str | None:
    """Returns the dotted name that selections from an identifier spell, or None."""
    parts: list[str] = []
    while isinstance(expr, Select):
        if expr.test_only:
            return None
        parts.append(expr.field)
        expr = expr.operand
    if not isinstance(expr, Ident):
        return None
    parts.append(expr.name)
    return ".".join(reversed(parts))


def rewrite(root: Expr, replacements: Mapping[int, Expr]) -> Expr:
    """Returns the tree with nodes replaced by id, also below replacements."""
    order: list[Expr] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node = replacements.get(node.id, node)
        order.append(node)
        waiting.extend(children(node))
    made: dict[int, Expr] = {}
    for node in reversed(order):
        made[node.id] = _with_children(node, made)
    return made[root.id]


def _with_children(expr: Expr, made: Mapping[int, Expr]) -> Expr:
    if all(made[child.id] is child for child in children(expr)):
        return expr
    match expr:
        case Const() | Ident():
            return expr
        case Select():
            return replace(expr, operand=made[expr.operand.id])
        case Call():
            target = None if expr.target is None else made[expr.target.id]
            return replace(expr, target=target, args=tuple([made[arg.id] for arg in expr.args]))
        case ListExpr():
            return replace(expr, elements=tuple([made[element.id] for element in expr.elements]))
        case MapExpr():
            return replace(expr, entries=tuple([_entry(entry, made, made[entry.key.id]) for entry in expr.entries]))
        case StructExpr():
            return replace(expr, entries=tuple([_entry(entry, made, entry.key) for entry in expr.entries]))
        case Comprehension():
            return replace(
                expr,
                iter_range=made[expr.iter_range.id],
                accu_init=made[expr.accu_init.id],
                loop_condition=made[expr.loop_condition.id],
                loop_step=made[expr.loop_step.id],
                result=made[expr.result.id],
                macro_args=tuple([made.get(arg.id, arg) for arg in expr.macro_args]),
            )


def _entry(entry: Entry, made: Mapping[int, Expr], key: object) -> Entry:
    return replace(entry, key=key, value=made[entry.value.id])
