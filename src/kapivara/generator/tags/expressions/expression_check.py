"""Checks a CEL rule that a type declares: its texts, types and cost, with the server's messages.

The checks are those for rules of CRDs (`schema.legality.rules`, `schema.expressions`); errors of an expression have a
position in it. A valid rule is returned with the part of the type's schema that it reads.
"""

from __future__ import annotations

from typing import Any, Final

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.hints import hints_for
from kapivara.cel.tree.checked import CheckedAst
from kapivara.field import FieldPath
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF, CompiledRule, RuleCompiler
from kapivara.schema.expressions.cost_errors import excess_message
from kapivara.schema.expressions.data.declared import DeclaredType, declare
from kapivara.schema.expressions.data.escaping import escape
from kapivara.schema.expressions.data.schema_fit import Paths, paths_read
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.schema.legality.rules import rule_errors
from kapivara.schema.pricing.pricing import price_rules
from kapivara.schema.server_version import EXTENDED
from kapivara.schema.structural.structural import Structural
from kapivara.values.record import record

RULES: Final = "x-kubernetes-validations"
_HOLDER = "value"


@record(eq=False)
class Fault:
    """An error of a rule; `offset` is its position in the expression, -1 for the rule as a whole."""

    message: str
    offset: int = -1
    hint: str = ""


@record(eq=False)
class SoundRule:
    """A valid rule: the schema that it applies to, and whether it reads the old value."""

    schema: dict[str, Any]
    uses_old: bool
    optional_old: bool


def check_rule(entry: dict[str, Any], seen: dict[str, Any]) -> SoundRule | list[Fault]:
    """Checks a rule for values of a schema; returns the rule ready to run, or its errors."""
    raw = {**seen, RULES: [entry]}
    faults = [Fault(each.detail) for each in rule_errors(raw, FieldPath.of(_HOLDER))]
    if faults:
        return faults
    declared = declare(Structural(raw), resource=False)
    if declared is None:
        return [Fault("expressions cannot see values of this type", hint="it may hold anything: declare its fields")]
    compiled, faults = _compiled(entry, declared)
    if faults:
        return faults
    if dear := _costs(raw, compiled):
        return dear
    return SoundRule(_needed(raw, entry, compiled), compiled.uses_old, compiled.optional_old)


def _compiled(entry: dict[str, Any], declared: DeclaredType) -> tuple[CompiledRule, list[Fault]]:
    compiler = RuleCompiler(declared)
    compiled = compiler.compile(entry, lambda _keyword, _text: False, EXTENDED)
    faults: list[Fault] = []
    env = compiler.env(optional_old=compiled.optional_old, server=EXTENDED)
    for keyword, error in (("rule", compiled.error), ("messageExpression", compiled.message_error)):
        if not error:
            continue
        try:
            env.compile(entry[keyword])
            faults.append(Fault(error))
        except CelIssuesError as issues:
            of_rule = keyword == "rule"
            what = "compilation failed" if of_rule else "messageExpression compilation failed"
            for each in issues.issues:
                hint = "\n".join(hints_for(env, entry[keyword], (each,)))
                faults.append(Fault(f"{what}: {each.message}", each.offset if of_rule else -1, hint))
    if not compiled.uses_old and "optionalOldSelf" in entry and not faults:
        faults.append(Fault("optionalOldSelf may not be set if oldSelf is not used in rule"))
    return compiled, faults


def _costs(raw: dict[str, Any], compiled: CompiledRule) -> list[Fault]:
    """Returns an error for each expression whose cost exceeds the limit, with bounds that would reduce it."""
    faults = []
    for keyword, expression in (("rule", compiled.rule), ("messageExpression", compiled.message)):
        if expression is None or expression.cost <= RULE_COST_LIMIT:
            continue
        message = excess_message(f"estimated {keyword} cost", expression.cost, RULE_COST_LIMIT)
        faults.append(Fault(message, hint=_remedy(raw, keyword)))
    return faults


def _remedy(raw: dict[str, Any], keyword: str) -> str:
    """Returns a hint with the bounds that would bring a rule below the cost limit; empty where none are known."""
    around = {"type": "object", "properties": {_HOLDER: raw}}
    priced = price_rules(around, FieldPath.of("schema"), EXTENDED)
    found = next((each for each in priced if each.keyword == keyword and each.remedies), None)
    if found is None:
        return ""
    bounds = [
        f"+k8s:{each.keyword}={each.value} at {each.place.field.replace(_HOLDER, 'self', 1)}"
        for each in found.remedies[0]
    ]
    return f"it would fit with {' and '.join(bounds)}"


def _needed(raw: dict[str, Any], entry: dict[str, Any], compiled: CompiledRule) -> dict[str, Any]:
    """Returns the schema without the fields that the rule neither reads nor names in `fieldPath`."""
    expressions = [each.checked for each in (compiled.rule, compiled.message) if each is not None]
    read = _read(expressions)
    if read is None:
        return raw
    _add_path(read, entry.get("fieldPath", ""))
    made: dict[str, Any] = _kept(raw, read)
    return made


def _read(expressions: list[CheckedAst]) -> dict[str, Any] | None:
    ours, old = paths_read(expressions, SELF), paths_read(expressions, OLD_SELF)
    if ours is None or old is None:
        return None
    merged: dict[str, Any] = {}
    for paths in (ours, old):
        _merge(merged, paths)
    return merged


def _merge(into: dict[str, Any], paths: Paths) -> None:
    for name, below in paths.items():
        if below is None or (name in into and into[name] is None):
            into[name] = None
        else:
            _merge(into.setdefault(name, {}), below)


def _add_path(read: dict[str, Any], json_path: str) -> None:
    """Adds the field that `fieldPath` names; a path in brackets keeps the whole field around it."""
    if not json_path:
        return
    for step in json_path.partition("[")[0].split(".")[1:]:
        name = escape(step) or step
        below = read.setdefault(name, {})
        if below is None:
            return
        read = below


def _kept(schema: dict[str, Any], read: Paths | None) -> dict[str, Any]:
    properties = schema.get("properties")
    if read is None or not properties:
        return schema
    kept = {
        name: _kept(each, read[spelled])
        for name, each in properties.items()
        if (spelled := _spelled(name, read)) is not None
    }
    made = {**schema, "properties": kept}
    if "required" in made:
        made["required"] = [name for name in made["required"] if name in kept]
        if not made["required"]:
            del made["required"]
    return made


def _spelled(name: str, read: Paths) -> str | None:
    """Returns the spelling of a field in the expression, escaped or not; None where the expression does not read it."""
    return next((each for each in (escape(name), name) if each is not None and each in read), None)
