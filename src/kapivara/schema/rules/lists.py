"""Rules of lists: items, length and uniqueness. Upstream: kube-openapi pkg/validation/validate/slice_validator.go."""

from __future__ import annotations

from kapivara.compiler.plan import RuleCall
from kapivara.compiler.validator import Validator
from kapivara.emit.conditions import Compare, Passes, Sign
from kapivara.schema.rules.report import Report
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue
from kapivara.values.equality import identity_text
from kapivara.values.request_budget import count_steps


def list_rules(schema: Structural, items: Validator | None) -> list[RuleCall]:
    """Returns the rules of a list; items are reported first."""
    if items is None and _KEYWORDS.isdisjoint(schema.raw):
        return [_NO_RULES]
    fewest, most = schema.raw.get("minItems"), schema.raw.get("maxItems")
    unique = bool(schema.raw.get("uniqueItems"))
    rules = []
    if most is not None:
        rules.append(RuleCall((list,), Compare(Sign.AT_MOST, most, len), None))
    if fewest:
        rules.append(RuleCall((list,), Compare(Sign.AT_LEAST, fewest, len), None))
    if unique:
        rules.append(RuleCall((list,), Passes(has_no_repeats), None))
    rules.append(RuleCall((list,), None, explain_list, (items, fewest, most, unique)))
    return rules


def has_no_repeats(items: list[JsonValue]) -> bool:
    """Returns True if no two items are deeply equal; integers never equal floats."""
    return len(set(map(identity_text, items))) == len(items)


def _explain_items(report: Report, path: str, value: list[JsonValue], items: Validator) -> None:
    if report.thorough:
        count_steps(len(value))
    stop = report.take_stop()
    for index, item in enumerate(value):
        if stop is not None:
            if item is not stop.child:
                continue  # valid
            verdict, stop = stop.below, None
        else:
            verdict = not report.thorough and items.run(item)
        if verdict is not True:
            report.explain(items, f"{path}[{index}]", item, index, stop=verdict)


def explain_list(
    report: Report,
    path: str,
    value: list[JsonValue],
    items: Validator | None,
    fewest: int | None,
    most: int | None,
    unique: bool,
) -> None:
    """Reports errors of the items, then of their number."""
    if items is not None:
        _explain_items(report, path, value, items)
    if fewest is not None and len(value) < fewest:
        report.invalid(path, len(value), f"{path} in body should have at least {fewest} items")
    if most is not None and len(value) > most:
        report.too_many(path, len(value), most)
    if unique and not has_no_repeats(value):
        report.invalid(path, None, f"{path} in body shouldn't contain duplicates")
    report.matched += 2


_KEYWORDS = frozenset(("minItems", "maxItems", "uniqueItems"))
_NO_RULES = RuleCall((list,), None, explain_list, (None, None, None, False))
"""Shared by nodes without rules of lists."""
