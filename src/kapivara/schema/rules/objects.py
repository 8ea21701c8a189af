"""Rules of objects: number of fields, undeclared fields and required fields.

Upstream: kube-openapi pkg/validation/validate/object_validator.go.
"""

from __future__ import annotations

from kapivara.compiler.plan import Members, RuleCall
from kapivara.compiler.stop import Stop
from kapivara.compiler.validator import Validator
from kapivara.emit.conditions import Compare, Sign
from kapivara.schema.rules.report import Report
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.request_budget import count_steps


def object_rules(schema: Structural, members: Members) -> list[RuleCall]:
    """Returns the rules of an object, in the order: number of fields, undeclared, declared and missing ones."""
    fewest, most = schema.raw.get("minProperties"), schema.raw.get("maxProperties")
    rules = []
    if most is not None:
        rules.append(RuleCall((dict,), Compare(Sign.AT_MOST, most, len), None))
    if fewest:
        rules.append(RuleCall((dict,), Compare(Sign.AT_LEAST, fewest, len), None))
    rules.append(RuleCall((dict,), None, explain_object, (members, fewest, most)))
    return rules


def explain_object(
    report: Report, path: str, value: JsonObject, members: Members, fewest: int | None, most: int | None
) -> None:
    """Reports errors of an object and its fields."""
    if fewest is not None and len(value) < fewest:
        report.invalid(path, len(value), f"{path} in body should have at least {fewest} properties")
    if most is not None and len(value) > most:
        report.too_many(path, len(value), most)
    if report.thorough:
        count_steps(len(value))
    stop = report.take_stop()
    _explain_undeclared(report, path, value, members, stop)
    for name, item in value.items():
        if stop is not None and name != stop.child:
            continue  # valid
        known, stop = stop, None
        field = members.properties.get(name)
        if field is not None and (verdict := _verdict(report, field, item, known)) is not True:
            report.explain(field, f"{path}.{name}" if path else name, item, name, stop=verdict, top=not path)
    for name in members.required:
        if name not in value:
            report.missing(f"{path}.{name}", name)
    report.matched += 1


def _verdict(report: Report, field: Validator, item: JsonValue, known: Stop | None) -> bool | Stop:
    """Returns the result of the fast check of a field, which may be known already."""
    if known is not None:
        below: bool | Stop = known.below
        return below
    return not report.thorough and field.run(item)


def _explain_undeclared(report: Report, path: str, value: JsonObject, members: Members, stop: Stop | None) -> None:
    additional = members.additional
    if additional is None and members.additional_allowed:
        return
    for name, item in value.items():
        if stop is not None and name != stop.child:
            continue
        known, stop = stop, None
        if name in members.properties:
            continue
        if additional is None:
            report.invalid(path, name, f"{path}.{name} in body is a forbidden property")
        elif (verdict := _verdict(report, additional, item, known)) is not True:
            report.explain(additional, f"{path}.{name}", item, name, stop=verdict, top=not path)
