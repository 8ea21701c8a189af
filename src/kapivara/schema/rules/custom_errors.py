"""Errors in the words of a schema's own: `x-kubernetes-validation-errors`, from keywords to a message and a reason.

Only documents have them (KEP-4153): what a built-in kind says of a field, and of which kind the error is, is often
other than what schemas say. A keyword with words of its own is told beside the others of its family, after them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kapivara.compiler.plan import RuleCall
from kapivara.field import ErrorList, ErrorType, FieldError
from kapivara.schema.rules.report import Report, Tally
from kapivara.schema.structural import Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import replace

REASONS: Final[Mapping[str, ErrorType]] = {
    **{each.value: each for each in ErrorType},
    **{each.value.removeprefix("FieldValue"): each for each in ErrorType},
}
"""The kinds of errors by what causes of a Status call them, and by what KEP-4153 does."""
FAMILIES: Final[Mapping[str, frozenset[str]]] = {
    "types": frozenset(("type",)),
    "junctors": frozenset(("allOf", "anyOf", "oneOf", "not")),
    "strings": frozenset(("maxLength", "minLength", "pattern", "format")),
    "numbers": frozenset(("minimum", "maximum", "multipleOf")),
    "lists": frozenset(("maxItems", "minItems", "uniqueItems")),
    "enums": frozenset(("enum",)),
    "objects": frozenset(("required", "maxProperties", "minProperties")),
}
"""The keywords whose errors are told together."""
_WITH: Final = {"minimum": ("exclusiveMinimum",), "maximum": ("exclusiveMaximum",)}
_ALWAYS: Final = ("type", "nullable", "x-kubernetes-int-or-string")


def family_rules(
    family: str, schema: Structural, make: Callable[[Structural, bool], Sequence[RuleCall]]
) -> Sequence[RuleCall]:
    """Returns the rules of a family, as `make` makes them of a schema: those with words of their own last.

    `make` is told whether it is given all that the schema has to say, or only one keyword.
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
    """Returns errors of a keyword as the schema words them."""
    words = schema.custom_errors.get(keyword)
    return errors if words is None else [_worded(error, words) for error in errors]


def _with_words(rule: RuleCall, words: JsonObject) -> RuleCall:
    if rule.explain is None:
        return rule
    return RuleCall(rule.kinds, rule.holds, explain_worded, (rule.explain, rule.args, words))


def explain_worded(
    report: Report, path: str, value: JsonValue, explain: Callable[..., None], args: tuple[Any, ...], words: JsonObject
) -> None:
    """Tells what a rule has against a value in the schema's own words."""
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
