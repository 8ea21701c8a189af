"""Custom errors of a schema: `x-kubernetes-validation-errors` maps keywords to a message and a reason.

Only documents have them (KEP-4153), since errors of built-in kinds often differ from those of schemas. Keywords with
custom errors are reported after the others of their family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kapivara.compiler.plan import RuleCall
from kapivara.field import ErrorList, ErrorType, FieldError
from kapivara.schema.rules.report import Report, Tally
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import replace

REASONS: Final[Mapping[str, ErrorType]] = {
    **{each.value: each for each in ErrorType},
    **{each.value.removeprefix("FieldValue"): each for each in ErrorType},
}
"""The error types by their names in causes of a Status, and in KEP-4153."""
FAMILIES: Final[Mapping[str, frozenset[str]]] = {
    "types": frozenset(("type",)),
    "junctors": frozenset(("allOf", "anyOf", "oneOf", "not")),
    "strings": frozenset(("maxLength", "minLength", "pattern", "format")),
    "numbers": frozenset(("minimum", "maximum", "multipleOf")),
    "lists": frozenset(("maxItems", "minItems", "uniqueItems")),
    "enums": frozenset(("enum",)),
    "objects": frozenset(("required", "maxProperties", "minProperties")),
}
"""The keywords whose errors are reported together."""
_WITH: Final = {"minimum": ("exclusiveMinimum",), "maximum": ("exclusiveMaximum",)}
_ALWAYS: Final = ("type", "nullable", "x-kubernetes-int-or-string")


def family_rules(
    family: str, schema: Structural, make: Callable[[Structural, bool], Sequence[RuleCall]]
) -> Sequence[RuleCall]:
    """Returns the rules of a family, as `make` creates them for a schema; those with custom errors come last.

    `make` gets True for the whole schema, and False for a single keyword.
    """
    custom = schema.custom_errors
    named = [keyword for keyword in FAMILIES[family] if keyword in custom and keyword in schema.raw]
    if not named:
        return make(schema, True)
    hidden = {each for keyword in named for each in (keyword, *_WITH.get(keyword, ()))}
    if family == "types":
        return [_with_words(rule, custom["type"]) for rule in make(schema, True)]
    rules = list(make(schema.like({key: each for key, each in schema.raw.items() if key not in hidden}), True))
    for keyword in sorted(named):
        kept = (*_ALWAYS, keyword, *_WITH.get(keyword, ()))
        only = schema.like({key: schema.raw[key] for key in kept if key in schema.raw})
        rules += [_with_words(rule, custom[keyword]) for rule in make(only, False)]
    return rules


def in_own_words(schema: Structural, keyword: str, errors: ErrorList) -> ErrorList:
    """Returns the errors of a keyword with the schema's custom text and type."""
    words = schema.custom_errors.get(keyword)
    return errors if words is None else [_worded(error, words) for error in errors]


def _with_words(rule: RuleCall, words: JsonObject) -> RuleCall:
    if rule.explain is None:
        return rule
    return RuleCall(rule.kinds, rule.holds, explain_worded, (rule.explain, rule.args, words))


def explain_worded(
    report: Report, path: str, value: JsonValue, explain: Callable[..., None], args: tuple[Any, ...], words: JsonObject
) -> None:
    """Reports the errors of a rule with the schema's custom text and type."""
    if type(report) is Tally:
        explain(report, path, value, *args)
        return
    own = Report(report.base, thorough=report.thorough)
    if report.ratchet is not None and report.pair is not None:
        own.beside(report.ratchet, report.pair)
    explain(own, path, value, *args)
    for error in own.errors:
        report.add(_worded(error, words))
    report.matched += own.matched


def _worded(error: FieldError, words: JsonObject) -> FieldError:
    kind = REASONS.get(words.get("reason") or "", error.type)
    message = words.get("message") or error.detail
    return replace(error, type=kind, detail="" if message == kind.title else message)
