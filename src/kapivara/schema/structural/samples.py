"""Generates sample values of a schema, from its defaults, enums, bounds, formats and patterns.

The samples satisfy the value rules of most schemas. CEL rules are ignored; callers validate samples before they show
them.
"""

from __future__ import annotations

from typing import Final

from kapivara.languages.re2.patterns import matcher
from kapivara.languages.re2.samples import sample_text
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json

_FORMATS: Final = {
    "datetime": "2026-01-02T03:04:05Z",
    "date": "2026-01-02",
    "duration": "1h",
    "byte": "ZXhhbXBsZQ==",
    "uri": "https://example.com",
    "email": "someone@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "cidr": "192.0.2.0/24",
    "mac": "00:00:5e:00:53:01",
    "uuid": "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
    "uuid3": "6ba7b810-9dad-31d1-80b4-00c04fd430c8",
    "uuid4": "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
    "uuid5": "6ba7b810-9dad-51d1-80b4-00c04fd430c8",
    "hexcolor": "#336699",
    "rgbcolor": "rgb(51,102,153)",
    "k8sshortname": "example",
    "k8slongname": "example.com",
}
_DEEPEST: Final = 20


class Sampler:
    """Generates values; `full` adds optional fields, and `branch` chooses the alternative of junctors."""

    def __init__(self, *, full: bool, branch: int = 0):
        self._full = full
        self._branch = branch

    def value(self, schema: Structural, name: str = "", depth: int = 0) -> JsonValue:
        """Returns a value of a schema; ABSENT if none can be generated."""
        if schema.default is not ABSENT and schema.type != "object":
            return copy_json(schema.default)
        if schema.enum:
            return copy_json(next((each for each in schema.enum if each is not None), None))
        if schema.raw.get("example") is not None:
            return copy_json(schema.raw["example"])
        if schema.int_or_string:
            return 1
        match schema.type:
            case "object":
                return self.object(schema, depth)
            case "array":
                return self._list(schema, name, depth)
            case "string":
                return self._text(schema, name)
            case "integer" | "number":
                return _number(schema.raw)
            case "boolean":
                return True
        return {} if schema.preserve_unknown_fields else ABSENT

    def object(self, schema: Structural, depth: int = 0) -> JsonObject:
        """Returns an object with all required fields, and with `full` also optional ones."""
        chosen, others = self._alternative(schema)
        needed = {*schema.required, *chosen}
        made: JsonObject = {}
        for name, each in schema.properties.items():
            wanted = name in needed or (self._full and name not in others)
            value = self.value(each, name, depth + 1) if wanted and depth < _DEEPEST else ABSENT
            if value is not ABSENT:
                made[name] = value
        additional = schema.additional_schema
        if additional is not None and (self._full or schema.raw.get("minProperties")):
            for number in range(max(int(schema.raw.get("minProperties") or 0), 1)):
                value = self.value(additional, "", depth + 1) if depth < _DEEPEST else ABSENT
                if value is not ABSENT:
                    made[f"key{number or ''}"] = value
        return made

    def _alternative(self, schema: Structural) -> tuple[list[str], set[str]]:
        """Returns the fields that the chosen alternative requires, and those that only others require."""
        branches = [*schema.one_of] or [*schema.any_of]
        if not branches:
            return [], set()
        chosen = branches[self._branch % len(branches)].required
        others = {name for each in branches for name in each.required} - set(chosen)
        return chosen, others if schema.one_of else set()

    def _list(self, schema: Structural, name: str, depth: int) -> JsonValue:
        least = int(schema.raw.get("minItems") or 0)
        most = schema.raw.get("maxItems")
        count = least if most is not None and most < 1 else max(least, 1)
        if schema.items is None or depth >= _DEEPEST:
            return ABSENT if least else []
        items: list[JsonValue] = []
        for number in range(count):
            item = self.value(schema.items, name.removesuffix("s"), depth + 1)
            if item is ABSENT:
                return ABSENT
            items.append(_with_number(item, schema, number) if number else item)
        return items

    def _text(self, schema: Structural, name: str) -> JsonValue:
        least, most = int(schema.raw.get("minLength") or 0), schema.raw.get("maxLength")
        known = _FORMATS.get(schema.format.replace("-", ""))
        if known is not None and len(known) >= least and (most is None or len(known) <= most):
            return known
        pattern = schema.raw.get("pattern")
        if pattern:
            found = _named_sample(str(pattern), name, least, most)
            return ABSENT if found is None else found
        text = name or "example"
        return (text * (least // len(text) + 1) if len(text) < least else text)[: None if most is None else int(most)]


def _named_sample(pattern: str, name: str, least: int, most: int | None) -> str | None:
    """Returns a text that matches a pattern; prefers the field's own name."""
    for text in (name.lower(), "example"):
        if text and least <= len(text) and (most is None or len(text) <= most) and matcher(pattern)(text):
            return text
    return sample_text(pattern, least, most)


def _with_number(item: JsonValue, schema: Structural, number: int) -> JsonValue:
    """Returns an item that differs from earlier ones, in its keys if the list has keys."""
    if isinstance(item, str):
        return f"{item}{number}"
    if isinstance(item, int) and not isinstance(item, bool):
        return item + number
    if isinstance(item, dict):
        for key in schema.list_map_keys or [name for name, value in item.items() if isinstance(value, str)][:1]:
            item[key] = _with_number(item.get(key, ""), schema, number)
    return item


def _number(raw: JsonObject) -> int | float:
    low, high, step = raw.get("minimum"), raw.get("maximum"), raw.get("multipleOf")
    number: int | float = 1
    if low is not None and (number < low or (number == low and raw.get("exclusiveMinimum"))):
        number = low + 1 if raw.get("exclusiveMinimum") else low
    if high is not None and (number > high or (number == high and raw.get("exclusiveMaximum"))):
        number = high - 1 if raw.get("exclusiveMaximum") else high
    if step:
        number = step * max(round(number / step), 1)
    return number if raw.get("type") == "number" else int(number)
