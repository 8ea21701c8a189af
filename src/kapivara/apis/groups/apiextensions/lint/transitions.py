"""Lint rules about transition rules that never run, or that clients can evade."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import LintedRule, Survey
from kapivara.cel.tree.ast import Select
from kapivara.cel.tree.walk import descendants
from kapivara.schema.expressions.data.escaping import escape
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.values import JsonObject


def _check_dead(survey: Survey) -> Iterator[Finding]:
    for rule in survey.rules():
        if not rule.compiled.uses_old:
            continue
        if (outer := _uncorrelatable(rule.place)) is not None:
            where = outer.field
            message = f"the rule never sees an old value: the items of {where} have no keys that identify them"
            fix = f"make {where} a list of type map (x-kubernetes-list-type, x-kubernetes-list-map-keys), or move the "
            "rule"
            yield rule.finding(message, fix=f"{fix} to {where}")
        elif _is_list_key(rule.place):
            message = "the old value always equals the new one: this field is a key that identifies items"
            yield rule.finding(message, fix="move the rule to the list, which sees removed items")


def _uncorrelatable(place: SchemaPlace) -> SchemaPlace | None:
    """Returns the outermost list around a place whose items cannot be correlated, or None."""
    lists = [each for each in place.holders() if each.raw.get("type") == "array"]
    return next((each for each in reversed(lists) if each.raw.get("x-kubernetes-list-type") != "map"), None)


def _is_list_key(place: SchemaPlace) -> bool:
    """Returns True if a field is a key of the list that holds it."""
    held = [*place.holders()][:2]
    return len(held) == 2 and place.name in _keys(held[1].raw)


def _keys(raw: JsonObject) -> list[str]:
    return raw.get("x-kubernetes-list-map-keys") or []


def _check_escapable(survey: Survey) -> Iterator[Finding]:
    rules = list(survey.rules())
    for rule in rules:
        name = rule.place.name
        if not rule.compiled.uses_old or rule.compiled.optional_old or rule.place.is_root or name.endswith("[]"):
            continue
        holder = rule.place.holder
        if holder is None or _is_always_there(name, rule.place, holder):
            continue
        if not any(_minds_presence(each, rule.place, name) for each in rules):
            message = f"{name} may be left out: removed and added again, it can have any value"
            spelled = escape(name) or name
            where = holder.field or "the whole object"
            fix = f"add to {where}: has(oldSelf.{spelled}) == has(self.{spelled}), or !has(oldSelf.{spelled}) || …"
            yield rule.finding(message, fix=fix)


def _is_always_there(name: str, place: SchemaPlace, holder: SchemaPlace) -> bool:
    return name in (holder.raw.get("required") or ()) or place.raw.get("default") is not None


def _minds_presence(rule: LintedRule, place: SchemaPlace, name: str) -> bool:
    """Returns True if a transition rule above a field checks the field's presence."""
    above = rule.place.is_root or place.field.startswith(f"{rule.place.field}.")
    if rule.expression is None or not rule.compiled.uses_old or not above or rule.place.field == place.field:
        return False
    return any(
        isinstance(node, Select) and node.test_only and node.field == (escape(name) or name)
        for node in descendants(rule.expression.checked.ast.expr)
    )


DEAD_TRANSITION_RULE = LintRule(
    id="dead-transition-rule",
    severity=Severity.ERROR,
    title="A CEL rule reads `oldSelf` where there is never an old value, or only an equal one.",
    reason="The server correlates items with their old values only in a list of type map, by its keys; in other "
    "lists it rejects such a rule. The keys themselves never differ from the old ones.",
    fix="Make the list one of type map, or put the rule on the list.",
    failing="""\
servers:
  type: array
  maxItems: 10
  items:
    type: object
    properties:
      host:
        type: string
        maxLength: 253
        x-kubernetes-validations:
        - rule: self == oldSelf
          message: hosts do not change
""",
    passing="""\
servers:
  type: array
  maxItems: 10
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [name]
  items:
    type: object
    required: [name, host]
    properties:
      name: {type: string, maxLength: 63}
      host:
        type: string
        maxLength: 253
        x-kubernetes-validations:
        - rule: self == oldSelf
          message: hosts do not change
""",
    check=_check_dead,
)
ESCAPABLE_TRANSITION_RULE = LintRule(
    id="escapable-transition-rule",
    severity=Severity.WARNING,
    title="A CEL rule reads `oldSelf` on an optional field, and no rule checks that the field is added or removed.",
    reason="Such a rule runs only where both values exist. A user can avoid it: one update removes the field, the "
    "next sets it anew.",
    fix="Require the field, give it a default, or add a rule to the object that holds it.",
    failing="""\
storage:
  type: object
  properties:
    className:
      type: string
      maxLength: 63
      x-kubernetes-validations:
      - rule: self == oldSelf
        message: className is immutable
""",
    passing="""\
storage:
  type: object
  default: {}
  properties:
    className:
      type: string
      maxLength: 63
      x-kubernetes-validations:
      - rule: self == oldSelf
        message: className is immutable
  x-kubernetes-validations:
  - rule: has(oldSelf.className) == has(self.className)
    message: className cannot be added or removed
""",
    check=_check_escapable,
)
