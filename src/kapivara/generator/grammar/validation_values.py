"""The keywords of `+k8s:validation:` markers: the types of their values, and contradictory combinations.

Upstream: kube-openapi/pkg/generators/markers.go commentTags, Validate, ValidationSchema (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from kapivara.languages.re2.patterns import PatternError, matcher
from kapivara.schema.structural.combining import RULES, Schema
from kapivara.values.rendering import quote

_SIZES: Final = ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties")
_FLAGS: Final = ("nullable", "exclusiveMaximum", "exclusiveMinimum", "uniqueItems")
_VALUES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(_SIZES, "int64"),
        **dict.fromkeys(_FLAGS, "bool"),
        **dict.fromkeys(("maximum", "minimum", "multipleOf"), "float64"),
        **dict.fromkeys(("format", "pattern"), "string"),
        "enum": "[]interface {}",
    }
)
"""The keywords with values, and the Go types of these values."""
NESTED: Final = frozenset((*_VALUES, "items", "properties", "additionalProperties", "cel"))
_RULE: Final = ("rule", "message", "messageExpression", "optionalOldSelf", "reason", "fieldPath")


def check_values(tags: Mapping[str, Any]) -> Iterator[str]:
    """Yields an error for each value of a wrong type, out of range, or in contradiction to another."""
    wrong = [_mistyped(name, value, _VALUES[name]) for name, value in tags.items() if name in _VALUES]
    if any(wrong):
        yield from filter(None, wrong)
        return
    for name in ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"):
        if tags.get(name, 0) < 0:
            yield f"{name} cannot be negative"
    yield from _at_odds(tags)
    pattern = tags.get("pattern")
    if pattern is not None:
        try:
            matcher(pattern)("")
        except PatternError as error:
            yield f"invalid pattern {quote(pattern)}: {error}"
    if tags.get("multipleOf", 1) == 0:
        yield "multipleOf cannot be 0"
    for index, rule in enumerate(tags.get("cel", ())):
        if problems := list(_rule_problems(rule)):
            yield f"invalid CEL tag at index {index}: " + "\n".join(problems)


def _mistyped(name: str, value: Any, wanted: str) -> str:
    """Returns the error of Go's JSON decoder for a value of a wrong type; empty where the type is right."""
    fits = {
        "int64": type(value) is int,
        "bool": type(value) is bool,
        "float64": type(value) in (int, float),
        "string": isinstance(value, str),
    }.get(wanted, isinstance(value, list))
    if fits:
        return ""
    kinds = {str: "string", bool: "bool", dict: "object", list: "array"}
    found = kinds.get(type(value), f"number {value}" if wanted == "int64" else "number")
    told = f"json: cannot unmarshal {found} into Go struct field commentTags.{name} of type {wanted}"
    return f"failed to unmarshal marker comments: {told}"


def _at_odds(tags: Mapping[str, Any]) -> Iterator[str]:
    low, high = tags.get("minimum"), tags.get("maximum")
    if low is not None and high is not None:
        if low > high:
            yield f"minimum {low:f} is greater than maximum {high:f}"
        if low == high and ("exclusiveMinimum" in tags or "exclusiveMaximum" in tags):
            yield "exclusiveMinimum/Maximum cannot be set when minimum == maximum"
    for what in ("Length", "Items", "Properties"):
        least, most = tags.get(f"min{what}"), tags.get(f"max{what}")
        if least is not None and most is not None and least > most:
            yield f"min{what} {least} is greater than max{what} {most}"


def _rule_problems(rule: Mapping[str, Any]) -> Iterator[str]:
    given = {name: value for name, value in rule.items() if value not in ("", None)}
    if not given:
        yield "empty CEL tag is not allowed"
        return
    if "rule" not in given:
        yield "rule cannot be empty"
    if "message" not in given and "messageExpression" not in given:
        yield "message or messageExpression must be set"
    if "message" in given and "messageExpression" in given:
        yield "message and messageExpression cannot be set at the same time"


def keywords_of(tags: Mapping[str, Any]) -> Schema:
    """Returns the schema that the markers declare."""
    made: Schema = {
        name: value for name, value in tags.items() if name in _VALUES and not (name in _FLAGS and not value)
    }
    for name in ("items", "additionalProperties"):
        if name in tags:
            made[name] = keywords_of(tags[name])
    if "properties" in tags:
        made["properties"] = {name: keywords_of(each) for name, each in tags["properties"].items()}
    if "cel" in tags:
        made[RULES] = [{name: rule[name] for name in _RULE if rule.get(name) not in ("", None)} for rule in tags["cel"]]
    return made
