"""Compares the `x-kubernetes-validations` of two schemas: added, removed and reworded rules.

The rule must be true by its form alone if the old value equals the new one. Otherwise an update that keeps the value
may be rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, Select
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.consequences import arranged, forgiven, safe, stopped
from kapivara.schema.changes.evidence import rule_probe
from kapivara.schema.changes.failing import failing_part
from kapivara.schema.changes.node_pair import NodePair
from kapivara.schema.changes.suggestions import suggest_for_rule
from kapivara.schema.changes.watchers import looks_back, shortened
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.values import ABSENT, JsonObject, deep_equal
from kapivara.values.record import replace
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


RULES = "x-kubernetes-validations"


def rule_changes(at: NodePair) -> Iterator[Change]:
    """Yields the differing rules; a rule with the same expression is only reworded."""
    old, new = list(enumerate(at.old.get(RULES) or ())), list(enumerate(at.new.get(RULES) or ()))
    for same in (deep_equal, _asks_the_same):
        for place, rule in list(old):
            found = next((each for each in new if same(each[1], rule)), None)
            if found is None:
                continue
            old.remove((place, rule))
            new.remove(found)
            if not deep_equal(found[1], rule):
                yield _change(
                    at, (place, rule), found, (safe("the rule requires the same, only the texts of its errors differ"),)
                )
    for place, rule in old:
        yield _change(at, (place, rule), None, (safe("values that it rejected are accepted"),))
    for place, rule in new:
        added = _change(at, None, (place, rule), tuple(_added(at, rule)))
        looks_at_old = looks_back(rule.get("rule") or "")
        probe = None if looks_at_old else rule_probe(at.new, rule)
        failing = failing_part(rule.get("rule") or "", at.new, is_root=at.is_root)
        yield replace(added, probe=probe, suggestion=None if failing else suggest_for_rule(at, rule))


def _asks_the_same(one: JsonObject, other: JsonObject) -> bool:
    return (one.get("rule"), bool(one.get("optionalOldSelf"))) == (
        other.get("rule"),
        bool(other.get("optionalOldSelf")),
    )


def _change(
    at: NodePair, old: tuple[int, JsonObject] | None, new: tuple[int, JsonObject] | None, effects: tuple[Effect, ...]
) -> Change:
    return Change(
        keyword=RULES,
        old_path=at.old_path if old is None else at.old_path.child(RULES).index(old[0]),
        new_path=at.new_path if new is None else at.new_path.child(RULES).index(new[0]),
        before=ABSENT if old is None else old[1],
        after=ABSENT if new is None else new[1],
        effects=arranged(effects),
        field=at.field,
        steps=at.steps,
    )


def _added(at: NodePair, rule: JsonObject) -> Iterator[Effect]:
    written = rule.get("rule") or ""
    text = shortened(written)
    if looks_back(written):
        yield from _added_transition(at, rule, text)
        return
    yield from stopped(at, f"values that break {text} are refused")
    yield from forgiven(at)
    failing = failing_part(written, at.new, is_root=at.is_root)
    if failing:
        reason = f"{failing}: where the rule fails, every update is rejected, for such failures are never forgiven"
        yield effect(ChangeClass.REFUSES_UPDATES, reason)
        if at.has_status:
            yield effect(ChangeClass.BREAKS_STATUS_WRITERS, reason, stored=True)
    if at.has_status and (at.is_root or at.may_be_uncomparable):
        reason = f"writes of /status are rejected, too, while a stored object breaks {text}"
        yield effect(ChangeClass.BREAKS_STATUS_WRITERS, reason, stored=True)


def _added_transition(at: NodePair, rule: JsonObject, text: str) -> Iterator[Effect]:
    """Yields the effects of an added transition rule, which runs on every update, without ratcheting."""
    if rule.get("optionalOldSelf"):
        yield from stopped(at, f"values that break {text} are refused")
    if at.status:
        yield effect(ChangeClass.BREAKS_STATUS_WRITERS, f"changes that break {text} are refused")
    if holds_unchanged(rule.get("rule") or ""):
        yield effect(ChangeClass.REFUSES_UPDATES, f"changes that break {text} are refused", stored=False)
        return
    reason = f"updates that break {text} are rejected, maybe even those that do not change the value"
    yield effect(ChangeClass.REFUSES_UPDATES, reason, stored=False)
    if at.has_status:
        yield effect(ChangeClass.BREAKS_STATUS_WRITERS, reason)
