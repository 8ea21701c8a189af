"""Translates a keyword into a CEL condition on a value, for rules that replace it.

Only keywords with an exactly equivalent condition are translated; others return None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from kapivara.schema.expressions.data.escaping import escape
from kapivara.schema.rules.types import declared_types
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import quote

Condition: TypeAlias = Callable[[str], str]
"""Returns the condition on the value of an expression."""

_SIZES: Final = {"min": ">=", "max": "<="}
_FORMATS: Final = {
    "ipv4": "isIP({0}) && ip({0}).family() == 4",
    "ipv6": "isIP({0}) && ip({0}).family() == 6",
    "uuid": "!format.uuid().validate({0}).hasValue()",
    "k8sshortname": "!format.dns1123Label().validate({0}).hasValue()",
}


def condition(keyword: str, raw: JsonObject) -> Condition | None:
    """Returns the condition of a schema's keyword; None if no expression is equivalent."""
    if raw.get("nullable") or keyword not in raw:
        return None
    types = declared_types(Structural(raw))
    kind = types[0] if len(types) == 1 else ""
    if keyword in ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"):
        return _size(keyword, raw, kind)
    if keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
        return _number(keyword, raw, kind)
    if keyword == "enum":
        return _enum(raw, kind)
    if keyword == "pattern" and kind == "string":
        text = quote(raw["pattern"])
        return lambda value: f"{value}.matches({text})"
    if keyword == "format" and kind == "string":
        made = _FORMATS.get(raw["format"].replace("-", ""))
        return made.format if made is not None else None
    return None


def _size(keyword: str, raw: JsonObject, kind: str) -> Condition | None:
    counted = {"Length": "string", "Items": "array", "Properties": "object"}[keyword[3:]]
    if kind != counted or (kind == "object" and not isinstance(raw.get("additionalProperties"), dict)):
        return None
    sign, bound = _SIZES[keyword[:3]], raw[keyword]
    return lambda value: f"{value}.size() {sign} {bound}"


def _number(keyword: str, raw: JsonObject, kind: str) -> Condition | None:
    if kind not in ("integer", "number"):
        return None
    name = keyword.removeprefix("exclusive")
    name = name[0].lower() + name[1:]
    bound = _literal(raw.get(name), kind)
    if bound is None or (name == "multipleOf" and (kind != "integer" or raw[name] <= 0)):
        return None
    if name == "multipleOf":
        return lambda value: f"{value} % {bound} == 0"
    sign = ">" if name == "minimum" else "<"
    sign += "" if raw.get(f"exclusive{name.capitalize()}") else "="
    return lambda value: f"{value} {sign} {bound}"


def _enum(raw: JsonObject, kind: str) -> Condition | None:
    listed = [_literal(each, kind) for each in raw["enum"] or ()]
    if kind not in ("string", "integer", "boolean") or not listed or None in listed:
        return None
    text = ", ".join(each for each in listed if each is not None)
    return lambda value: f"{value} in [{text}]"


def _literal(value: JsonValue, kind: str) -> str | None:
    """Returns the literal of a value of a type; None for other values."""
    if kind == "string":
        return quote(value) if type(value) is str else None
    if kind == "boolean":
        return str(value).lower() if type(value) is bool else None
    if type(value) not in (int, float):
        return None
    if not float(value).is_integer() or abs(value) >= 2**63:
        return None  # integers are compared with truncated fractions, which CEL cannot express
    return str(int(value)) if kind == "integer" else repr(float(value))


def required_condition(names: list[str]) -> Condition | None:
    """Returns the condition that an object has fields; None if CEL cannot name one of them."""
    spelled = [escape(name) for name in names]
    if None in spelled:
        return None
    return lambda value: " && ".join(f"has({value}.{name})" for name in spelled)


def distinct_condition(raw: JsonObject) -> Condition | None:
    """Returns the condition that items of a set or map list are unique."""
    if raw.get("nullable"):
        return None
    keys = raw.get("x-kubernetes-list-map-keys") or []
    spelled = [escape(key) for key in keys]
    if None in spelled:
        return None
    alike = " && ".join(f"x.{key} == y.{key}" for key in spelled) or "x == y"
    return lambda value: f"{value}.all(x, {value}.exists_one(y, {alike}))"
