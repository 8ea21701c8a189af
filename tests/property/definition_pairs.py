"""Draws pairs of CRDs with a few differences, and objects of the old one, for laws about the effects of changes."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

RULES = "x-kubernetes-validations"
PRESERVE = "x-kubernetes-preserve-unknown-fields"

TEXTS = ["", "x", "xyz", "2020-01-01", "1.2.3.4"]
INTEGERS = [-1, 0, 1, 2, 7]
NUMBERS = [0, 2, 1.5]


def chance(draw: Any, one_in: int) -> bool:
    return bool(draw(st.integers(1, one_in)) == one_in)


def some(draw: Any, options: dict[str, list[Any]], one_in: int = 4) -> Any:
    """Some keywords, each with one of its values."""
    return {name: draw(st.sampled_from(values)) for name, values in options.items() if chance(draw, one_in)}


STRING = {
    "minLength": [1, 2],
    "maxLength": [0, 2, 5],
    "pattern": ["^[a-z]*$", "x"],
    "enum": [["", "x"], ["x", "xyz"]],
    "format": ["ipv4", "date", "unheard-of", "password"],
    "allOf": [[{"maxLength": 1}], [{"maxLength": 3}]],
    "anyOf": [[{"enum": ["x"]}, {"maxLength": 0}], [{"enum": ["x"]}]],
    "not": [{"minLength": 3}, {"minLength": 2}],
    "nullable": [True],
    "default": ["x", "xyz"],
    RULES: [[{"rule": "self != 'x'"}], [{"rule": "self != 'xyz'", "message": "no"}]],
}
INTEGER = {
    "minimum": [0, 1],
    "maximum": [2, 7],
    "exclusiveMaximum": [True],
    "multipleOf": [1, 2],
    "enum": [[1, 2], [2]],
    "format": ["int32", "int64"],
    "nullable": [True],
    "default": [1, 2],
    RULES: [[{"rule": "self != 1"}], [{"rule": "self < 7"}]],
}
OBJECT = {
    "required": [["a"], ["b"], ["a", "b"]],
    "maxProperties": [1],
    "minProperties": [1, 2],
    "oneOf": [[{"required": ["a"]}, {"required": ["b"]}]],
    "x-kubernetes-map-type": ["atomic", "granular"],
    "nullable": [True],
    "default": [{}],
    RULES: [[{"rule": "has(self.a)"}], [{"rule": "!has(self.a) || has(self.b)"}], [{"rule": "self.a == self.a"}]],
}
LIST = {
    "maxItems": [1, 2],
    "minItems": [1, 2],
    "nullable": [True],
    RULES: [[{"rule": "self.size() != 1"}]],
}


def text(draw: Any) -> Any:
    return {"type": "string", **some(draw, STRING, 8)}


def number(draw: Any) -> Any:
    return {"type": draw(st.sampled_from(["integer", "integer", "number"])), **some(draw, INTEGER, 8)}


def scalar(draw: Any) -> Any:
    kind = draw(st.integers(0, 6))
    if kind < 3:
        return text(draw)
    if kind < 5:
        return number(draw)
    return {"type": "boolean"} if kind == 5 else {"x-kubernetes-int-or-string": True}


def obj(draw: Any, depth: int) -> Any:
    fields = {name: schema(draw, depth - 1) for name in "abc" if chance(draw, 2)}
    made = {"type": "object", "properties": fields, **some(draw, OBJECT, 7)}
    if chance(draw, 8):
        made[PRESERVE] = True
    return made


def mapping(draw: Any, depth: int) -> Any:
    values = True if chance(draw, 9) else schema(draw, depth - 1)
    return {"type": "object", "additionalProperties": values, **some(draw, {"maxProperties": [1, 2]})}


def listing(draw: Any, depth: int) -> Any:
    kind = draw(st.sampled_from(["", "atomic", "set", "map"]))
    made: Any = {"type": "array", **some(draw, LIST, 8)}
    if kind:
        made["x-kubernetes-list-type"] = kind
    if kind == "set":
        items: Any = {"type": "string", **some(draw, {"maxLength": [1], "minLength": [1]})}
    elif kind == "map":
        items = {"type": "object", "properties": {"k": {"type": "string"}, "v": schema(draw, depth - 1)}}
        items["required"] = ["k"]
        made["x-kubernetes-list-map-keys"] = ["k"]
    else:
        items = schema(draw, depth - 1)
        items.pop("default", None)
    return {**made, "items": items}


def schema(draw: Any, depth: int) -> Any:
    if depth <= 0:
        return scalar(draw)
    kind = draw(st.integers(0, 9))
    if kind < 4:
        return scalar(draw)
    if kind < 7:
        return obj(draw, depth)
    if kind == 9 and chance(draw, 3):
        return {PRESERVE: True}
    return listing(draw, depth) if kind == 7 else mapping(draw, depth) if kind == 8 else obj(draw, depth)


OPTIONS = {"string": STRING, "integer": INTEGER, "number": INTEGER, "object": OBJECT, "array": LIST}


def mutated(draw: Any, raw: Any, depth: int) -> Any:
    """Draws a schema like another one, with some keywords, fields and types changed."""
    raw = copy.deepcopy(raw)
    if chance(draw, 12):
        return schema(draw, depth)
    options = OPTIONS.get(raw.get("type", ""), {})
    if options and chance(draw, 2):
        keyword = draw(st.sampled_from(sorted(options)))
        value = draw(st.sampled_from([None, *options[keyword]]))
        raw.pop(keyword, None)
        if value is not None:
            raw[keyword] = value
    if raw.get("properties"):
        for name in sorted(raw["properties"]):
            if chance(draw, 3):
                raw["properties"][name] = mutated(draw, raw["properties"][name], depth - 1)
            elif chance(draw, 12) and name != "k":
                del raw["properties"][name]
        if chance(draw, 8):
            raw["properties"][draw(st.sampled_from("abcd"))] = schema(draw, depth - 1)
        if chance(draw, 12):
            raw[PRESERVE] = not raw.get(PRESERVE)
            if not raw[PRESERVE]:
                del raw[PRESERVE]
    if isinstance(raw.get("additionalProperties"), dict) and chance(draw, 2):
        raw["additionalProperties"] = mutated(draw, raw["additionalProperties"], depth - 1)
    if "items" in raw and chance(draw, 2):
        raw["items"] = mutated(draw, raw["items"], depth - 1)
    if raw.get("type") == "array" and chance(draw, 4):
        relisted(draw, raw)
    return raw


def relisted(draw: Any, raw: Any) -> None:
    """Changes the type of a list to one that its items allow."""
    kinds = ["", "atomic"]
    if raw["items"].get("type") == "string":
        kinds.append("set")
    if "k" in (raw["items"].get("properties") or {}) and "k" in (raw["items"].get("required") or ()):
        kinds.append("map")
    kind = draw(st.sampled_from(kinds))
    raw.pop("x-kubernetes-list-type", None)
    raw.pop("x-kubernetes-list-map-keys", None)
    if kind:
        raw["x-kubernetes-list-type"] = kind
    if kind == "map":
        raw["x-kubernetes-list-map-keys"] = ["k"]


def anything(draw: Any, depth: int) -> Any:
    kind = draw(st.integers(0, 4 if depth > 0 else 2))
    if kind < 3:
        return draw(st.sampled_from([TEXTS, INTEGERS, NUMBERS][kind]))
    if kind == 3:
        return {name: anything(draw, depth - 1) for name in "az" if chance(draw, 2)}
    return [anything(draw, depth - 1)]


def value(draw: Any, raw: Any, depth: int = 3) -> Any:
    """Draws a value that a schema describes, but perhaps not of the right size."""
    if raw.get("nullable") and chance(draw, 5):
        return None
    if raw.get("enum") and chance(draw, 2):
        return draw(st.sampled_from(raw["enum"]))
    match raw.get("type"):
        case "string":
            return draw(st.sampled_from(TEXTS))
        case "integer":
            return draw(st.sampled_from(INTEGERS))
        case "number":
            return draw(st.sampled_from(NUMBERS))
        case "boolean":
            return draw(st.booleans())
        case "array":
            size = draw(st.integers(0, 2))
            return [value(draw, raw["items"], depth - 1) for _ in range(size)]
        case "object":
            return _object(draw, raw, depth)
    if raw.get("x-kubernetes-int-or-string"):
        return draw(st.sampled_from([*TEXTS[:2], *INTEGERS[:2]]))
    return anything(draw, depth)


def _object(draw: Any, raw: Any, depth: int) -> Any:
    made = {
        name: value(draw, each, depth - 1)
        for name, each in (raw.get("properties") or {}).items()
        if name in (raw.get("required") or ()) or name == "k" or chance(draw, 2)
    }
    additional = raw.get("additionalProperties")
    if additional is not None:
        below = additional if isinstance(additional, dict) else {PRESERVE: True}
        made |= {name: value(draw, below, depth - 1) for name in "pq" if chance(draw, 2)}
    elif raw.get(PRESERVE) and chance(draw, 2):
        made["z"] = anything(draw, 1)
    return made


@st.composite
def pairs(draw: Any) -> tuple[Any, Any, list[Any]]:
    """Draws an old schema, a new one, and objects of the old one (spec, and perhaps status)."""
    part = draw(st.sampled_from(["spec", "spec", "status"]))
    old_part = schema(draw, 2)
    old_part.pop("default", None)
    new_part = mutated(draw, old_part, 2)
    old: Any = {"type": "object", "properties": {part: old_part}}
    new: Any = {"type": "object", "properties": {part: new_part}}
    if chance(draw, 6):
        new |= some(draw, {"required": [[part]], RULES: [[{"rule": f"has(self.{part})"}]]}, 2)
    if chance(draw, 10):
        del new["properties"][part]
    objects = [{part: value(draw, old_part)} for _ in range(3)]
    if chance(draw, 4):
        objects.append({})
    return old, new, objects
