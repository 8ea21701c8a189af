"""Suggests a rule that makes a stricter schema safe: it rejects new values, and accepts stored ones.

With `optionalOldSelf`, a rule sees the old value, if there is one. So it can accept an invalid value that was invalid
before, changed or not, while ratcheting only forgives unchanged values.
"""

from __future__ import annotations

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.tree.ast import Comprehension, Ident
from kapivara.cel.tree.walk import descendants
from kapivara.schema.changes.change import Suggestion
from kapivara.schema.changes.conditions import Condition
from kapivara.schema.changes.node_pair import NodePair
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.schema.expressions.data.escaping import escape
from kapivara.values import ABSENT, JsonObject

_NAMES = "ijklmn"


def suggest(at: NodePair, keywords: tuple[str, ...], demand: Condition | None, message: str) -> Suggestion | None:
    """Returns a rule that applies the condition of keywords to new values only; None if there is none."""
    holder = at.holder
    in_metadata = at.steps[:1] == ("metadata",)
    lifted = None if demand is None or in_metadata else _lifted(at, holder, demand)
    if lifted is None:
        return None
    kept = tuple((keyword, at.old.get(keyword, ABSENT)) for keyword in keywords)
    rules = _rules(lifted(SELF), lifted, {"message": message})
    return Suggestion(holder.new_path, holder.field, holder.keys, *rules, at.keys, kept)


def suggest_for_rule(at: NodePair, rule: JsonObject) -> Suggestion | None:
    """Returns a rule that applies another rule's condition to new values only; None if there is none."""
    demand = _renamed(rule.get("rule") or "")
    if demand is None or at.holder is not at:
        return None
    kept = {keyword: value for keyword, value in rule.items() if keyword in ("message", "messageExpression", "reason")}
    rules = _rules(f"({demand(SELF)})", demand, kept)
    return Suggestion(at.new_path, at.field, at.keys, *rules, at.keys, replaces=rule)


def _rules(demanded: str, demand: Condition, words: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Returns the rule that accepts values that were invalid before, and the cheaper one that accepts old values."""
    there = f"{OLD_SELF}.hasValue()"
    was_not = f"{there} && !({demand(f'{OLD_SELF}.value()')})"
    full, cheaper = ({"rule": f"{demanded} || {rest}", **words} for rest in (was_not, there))
    return {**full, "optionalOldSelf": True}, {**cheaper, "optionalOldSelf": True}


def _lifted(at: NodePair, holder: NodePair, demand: Condition) -> Condition | None:
    """Returns the condition on a value as one on its holder: on all items of a list, or on a field if present."""
    depth = 0
    while at is not holder and at.above is not None:
        step, inner = at.steps[-1], demand
        if step is None:
            name = _NAMES[min(depth, len(_NAMES) - 1)]
            depth += 1
            demand = _of_all(inner, name) if at.is_item else _of_all_values(inner, name)
        else:
            spelled = escape(step)
            if spelled is None or depth > len(_NAMES):
                return None
            demand = _of_field(inner, spelled)
        at = at.above
    return demand


def _of_all(demand: Condition, name: str) -> Condition:
    return lambda value: f"{value}.all({name}, {demand(name)})"


def _of_all_values(demand: Condition, name: str) -> Condition:
    return lambda value: f"{value}.all({name}, {demand(f'{value}[{name}]')})"


def _of_field(demand: Condition, spelled: str) -> Condition:
    return lambda value: f"(!has({value}.{spelled}) || {demand(f'{value}.{spelled}')})"


def _renamed(text: str) -> Condition | None:
    """Returns a rule's condition with `self` replaced; None if it reads the old value or shadows `self`."""
    from kapivara.cel.environments import kubernetes_env

    try:
        ast = kubernetes_env((1, 37)).parse(text)
    except CelIssuesError:
        return None
    nodes = [*descendants(ast.expr), *(each for call in ast.macro_calls.values() for each in descendants(call))]
    if "//" in text or any(isinstance(each, Ident) and each.name in (OLD_SELF, f".{SELF}") for each in nodes):
        return None
    if any(isinstance(each, Comprehension) and SELF in (each.iter_var, each.iter_var2) for each in nodes):
        return None
    places = sorted({ast.offsets[each.id] for each in nodes if isinstance(each, Ident) and each.name == SELF})
    if any(text[place : place + len(SELF)] != SELF for place in places):
        return None

    def about(value: str) -> str:
        parts, end = [], 0
        for place in places:
            parts += [text[end:place], value]
            end = place + len(SELF)
        return "".join([*parts, text[end:]])

    return about
