"""Lint rules about missing bounds, which determine the cost of CEL rules and the load on clients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.pricing.pricing import Driver

_SHORT_FORMATS: Final = frozenset(("date-time", "date", "duration", "ipv4", "ipv6", "cidr", "uuid", "uuid3", "uuid4"))
_REALISTIC: Final = {"maxItems": 100, "maxLength": 253, "maxProperties": 64}


def _check_under_rules(survey: Survey) -> Iterator[Finding]:
    for version in survey.versions:
        found: dict[str, list[Driver]] = {}
        for cost in version.costs:
            for driver in cost.drivers:
                if not driver.declared:
                    found.setdefault(str(driver.place.path), []).append(driver)
        for drivers in found.values():
            first, count = drivers[0], len(drivers)
            rules = "a rule costs" if count == 1 else f"{count} rules cost"
            message = f"no {first.keyword}, and {rules} more the larger it may be: {first.assumed:,} are assumed"
            fix = f"add {first.keyword}, such as {_REALISTIC[first.keyword]}"
            yield version.finding(message, first.place, fix=fix)


def _lacking(
    keyword: str, concerns: Callable[[SchemaPlace], bool], message: str
) -> Callable[[Survey], Iterator[Finding]]:
    def check(survey: Survey) -> Iterator[Finding]:
        for version, place in survey.places():
            if keyword not in place.raw and concerns(place):
                yield version.finding(message, place, fix=f"add {keyword}, such as {_REALISTIC[keyword]}")

    return check


def _is_open_text(place: SchemaPlace) -> bool:
    raw = place.raw
    return raw.get("type") == "string" and not raw.get("enum") and raw.get("format") not in _SHORT_FORMATS


def _check_numbers(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        missing = [each for each in ("minimum", "maximum") if each not in place.raw]
        if place.raw.get("type") in ("integer", "number") and missing and not place.raw.get("enum"):
            yield version.finding(f"no {' and no '.join(missing)}", place, fix=f"add {' and '.join(missing)}")


def _check_empty(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        required = place.holder is not None and place.name in (place.holder.raw.get("required") or ())
        says_more = {"minLength", "pattern", "enum", "format", "default"}.intersection(place.raw)
        if required and place.raw.get("type") == "string" and not says_more:
            message = "the field must be given, and may be empty all the same"
            yield version.finding(message, place, fix="add minLength: 1")


UNBOUNDED_UNDER_RULE = LintRule(
    id="unbounded-under-rule",
    severity=Severity.WARNING,
    title="A text, list or map that a CEL rule reads has no `maxLength`, `maxItems` or `maxProperties`.",
    reason="The server estimates the cost of a rule for the largest object that fits into a request. One more "
    "rule or loop can make the server reject the CRD, and bounds that are added later reject stored "
    "objects.",
    fix="Add the bound that sensible objects keep to; `kapivara crd check` shows the rest of the cost budget.",
    failing="""\
hosts:
  type: array
  items: {type: string, maxLength: 253}
  x-kubernetes-validations:
  - rule: self.all(host, host.startsWith('https:'))
    message: all hosts must be reached by https
""",
    passing="""\
hosts:
  type: array
  maxItems: 100
  items: {type: string, maxLength: 253}
  x-kubernetes-validations:
  - rule: self.all(host, host.startsWith('https:'))
    message: all hosts must be reached by https
""",
    check=_check_under_rules,
)
TEXT_WITHOUT_MAX = LintRule(
    id="text-without-max-length",
    severity=Severity.ADVICE,
    title="A text has no `maxLength`.",
    reason="The text may be as long as a request (3 MiB), which makes every later CEL rule about it expensive. A "
    "bound is easily raised, and hardly ever lowered.",
    fix="Add the `maxLength` that sensible values keep to.",
    failing="title: {type: string}\n",
    passing="title: {type: string, maxLength: 120}\n",
    check=_lacking("maxLength", _is_open_text, "the text may be as long as a request"),
    reference="kube-api-linter: maxlength",
)
LIST_WITHOUT_MAX = LintRule(
    id="list-without-max-items",
    severity=Severity.ADVICE,
    title="A list has no `maxItems`.",
    reason="It may be as long as a request allows, and so may everything that is done for each item.",
    fix="Add the `maxItems` that sensible lists keep to.",
    failing="tags:\n  type: array\n  items: {type: string}\n",
    passing="tags:\n  type: array\n  maxItems: 32\n  items: {type: string}\n",
    check=_lacking("maxItems", lambda place: place.raw.get("type") == "array", "the list may be as long as a request"),
    reference="kube-api-linter: maxlength",
)
NUMBER_WITHOUT_BOUNDS = LintRule(
    id="number-without-bounds",
    severity=Severity.ADVICE,
    title="A number has no `minimum`, or no `maximum`.",
    reason="Numbers that make no sense (-1 replicas, a port of 70000) are best refused where they are written.",
    fix="Add `minimum` and `maximum`.",
    failing="port: {type: integer}\n",
    passing="port: {type: integer, minimum: 1, maximum: 65535}\n",
    check=_check_numbers,
    reference="kube-api-linter: numericbounds",
)
REQUIRED_TEXT_MAY_BE_EMPTY = LintRule(
    id="required-text-may-be-empty",
    severity=Severity.ADVICE,
    title="A text is required, and may be empty.",
    reason="Clients in Go send an empty text where nothing was set, which passes for a value.",
    fix="Add `minLength: 1`, a `pattern` or an `enum`.",
    failing="""\
target:
  type: object
  required: [name]
  properties:
    name: {type: string}
""",
    passing="""\
target:
  type: object
  required: [name]
  properties:
    name: {type: string, minLength: 1}
""",
    check=_check_empty,
    reference="kube-api-linter: minlength, requiredfields",
)
