"""CustomResourceDefinitions: structural schemas with all keywords, wide ones, deep ones, and broken ones.

Every schema has `spec.a`, `spec.b`, `spec.items`, `spec.text` and `spec.map`, for expressions to use.
"""

from __future__ import annotations

from random import Random
from typing import Any
from zlib import crc32

from bench.hostile_inputs.expressions import expression, small_expression
from bench.hostile_inputs.patterns import pattern
from bench.hostile_inputs.scalars import INTEGERS, nested, scalar, text, value

GROUP, VERSION, KIND = "hostile.example.com", "v1", "Probe"
FORMATS = (
    "",
    "date",
    "date-time",
    "duration",
    "ipv4",
    "ipv6",
    "cidr",
    "uri",
    "email",
    "byte",
    "uuid",
    "password",
    "int32",
    "odd",
)
TYPES = ("string", "integer", "number", "boolean", "array", "object", "null", "", "text")
PRESERVE = "x-kubernetes-preserve-unknown-fields"
EMBEDDED = "x-kubernetes-embedded-resource"
RULES = "x-kubernetes-validations"
KNOWN: dict[str, Any] = {
    "a": {"type": "integer"},
    "b": {"type": "string", "maxLength": 20},
    "text": {"type": "string", "maxLength": 200},
    "items": {"type": "array", "maxItems": 5, "items": {"type": "string", "maxLength": 9}},
    "map": {"type": "object", "maxProperties": 5, "additionalProperties": {"type": "string", "maxLength": 9}},
}
BROKEN_PLACES = ("group", "names", "scope", "versions", "conversion", "preserveUnknownFields")


def definition(random: Random, number: int, *, about: str) -> dict[str, Any]:
    """Returns a CRD with names derived from its number; `about` selects which parts it has most.

    A checksum is part of the names, so that randomly changed kinds never match those of another round.
    """
    name = f"{number}c{crc32(str(number).encode()):08x}"
    plural = f"probes{name}"
    spec = _schema(random, depth=2, about=about)
    schema = {"type": "object", "properties": {"spec": _with_known_fields(random, spec, about)}}
    version = {"name": VERSION, "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    _extras(random, version)
    made = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{GROUP}"},
        "spec": {
            "group": GROUP,
            "names": {"plural": plural, "kind": f"{KIND}{name}"},
            "scope": "Namespaced",
            "versions": [version],
        },
    }
    if random.random() < 0.08:
        made["spec"][random.choice(BROKEN_PLACES)] = value(random)
    return made


def small_definition(random: Random, number: int, *, about: str) -> dict[str, Any]:
    """Returns a CRD of a few nodes, one of them with a random keyword, pattern or rule."""
    node = _schema(random, depth=random.choice((0, 0, 1)), about="schemas")
    if about == "patterns":
        node = {"type": "string", "pattern": pattern(random)}
    elif about == "expressions":
        rule = {"rule": small_expression(random)}
        if random.random() < 0.2:
            rule["messageExpression"] = small_expression(random)
        node = {"type": "object", "properties": KNOWN, RULES: [rule]}
    names = {"plural": f"smalls{number}", "kind": f"Small{number}"}
    schema = {"type": "object", "properties": {"spec": node}}
    version = {"name": VERSION, "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{names['plural']}.{GROUP}"},
        "spec": {"group": GROUP, "names": names, "scope": "Namespaced", "versions": [version]},
    }


def _with_known_fields(random: Random, schema: dict[str, Any], about: str) -> dict[str, Any]:
    """Adds the fields that expressions use, and a rule or two."""
    known = {
        "a": {"type": "integer"},
        "b": {"type": "string", "maxLength": random.choice((5, 100_000))},
        "text": {"type": "string"} | ({"maxLength": 4096} if random.random() < 0.7 else {}),
        "items": {
            "type": "array",
            "items": {"type": random.choice(("string", "integer"))},
            "maxItems": random.choice((4, 500)),
        },
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
        "any": {PRESERVE: True},
    }
    if about == "patterns":
        known["text"]["pattern"] = pattern(random)
    rules = _rules(random) if about == "expressions" or random.random() < 0.2 else []
    properties = schema.get("properties")
    return {
        **schema,
        "type": "object",
        "properties": known | (properties if isinstance(properties, dict) else {}),
        **({RULES: rules} if rules else {}),
    }


def _rules(random: Random) -> list[Any]:
    made: list[Any] = []
    for _ in range(random.choice((1, 1, 1, 3, 30))):
        rule: dict[str, Any] = {"rule": expression(random)}
        if random.random() < 0.3:
            rule |= random.choice(
                (
                    {"message": text(random)},
                    {"messageExpression": expression(random)},
                    {"fieldPath": random.choice((".a", ".missing", ".map['x']", text(random)))},
                    {"reason": random.choice(("FieldValueInvalid", "FieldValueForbidden", text(random)))},
                    {"optionalOldSelf": random.choice((True, False, None))},
                )
            )
        made.append(rule)
    return made


def _schema(random: Random, *, depth: int, about: str) -> dict[str, Any]:
    """Returns one node of a schema, rarely an illegal one."""
    if random.random() < 0.03:
        return _wide_or_deep(random)
    kind = random.choice(
        ("string", "integer", "array", "object", "object") if depth else ("string", "integer", "number")
    )
    node: dict[str, Any] = {"type": kind}
    if kind == "object":
        names = [random.choice("abcdefg") for _ in range(random.randrange(4))] + [text(random)] * (
            random.random() < 0.1
        )
        node["properties"] = {name: _schema(random, depth=depth - 1, about=about) for name in names}
        if random.random() < 0.15:
            node = {"type": "object", "additionalProperties": _schema(random, depth=depth - 1, about=about)}
        _some(random, node, required=["a"], minProperties=1, maxProperties=2, **{PRESERVE: True, EMBEDDED: True})
    elif kind == "array":
        node["items"] = _schema(random, depth=depth - 1, about=about)
        _some(random, node, minItems=1, maxItems=3, uniqueItems=True, **{"x-kubernetes-list-type": "set"})
    elif kind == "string":
        made = pattern(random) if about == "patterns" or random.random() < 0.1 else "^a*$"
        _some(random, node, pattern=made, minLength=2, maxLength=5, format=random.choice(FORMATS), enum=["a", "b"])
    else:
        _some(
            random, node, minimum=1, maximum=random.choice(INTEGERS), multipleOf=3, enum=[1, 2], exclusiveMinimum=True
        )
    _some(random, node, nullable=True, default=value(random), description=text(random), title=text(random))
    if random.random() < 0.1:
        node[random.choice(("allOf", "anyOf", "oneOf"))] = [
            {"minLength": 1},
            {"required": ["a"]},
            {"not": {"enum": [1]}},
        ]
    if about == "expressions" and random.random() < 0.2:
        node[RULES] = _rules(random)
    if random.random() < 0.01:
        node[random.choice(("type", "items", "properties", "$ref", "enum", "required", "definitions"))] = value(random)
    return node


def _some(random: Random, node: dict[str, Any], **keywords: Any) -> None:
    node.update({name: given for name, given in keywords.items() if random.random() < 0.12})


def _wide_or_deep(random: Random) -> dict[str, Any]:
    """Returns a schema with very many of one element, or a deep one."""
    many = random.choice((50, 300, 1_500))
    match random.randrange(7):
        case 0:
            return {"type": "object", "required": [f"f{at}" for at in range(many)]}
        case 1:
            return {"type": "string", "oneOf": [{"enum": [str(at), text(random)]} for at in range(many)]}
        case 2:
            return {
                "type": "object",
                "properties": {f"f{at}": {"type": "string", "default": "x" * 50} for at in range(many)},
            }
        case 3:
            return {"type": "integer", "anyOf": [{"minimum": at} for at in range(many)]}
        case 4:
            return {"type": "string", "enum": [str(at) for at in range(many)]}
        case 5:
            inner: dict[str, Any] = {"type": "string"}
            for _ in range(random.choice((20, 60, 200))):
                inner = (
                    {"type": "array", "items": inner}
                    if random.random() < 0.5
                    else {"type": "object", "properties": {"a": inner}}
                )
            return inner
        case _:
            item = {"type": "object", "properties": {"a": {"type": "string", "default": "x" * 20_000}}}
            return {"type": "array", "items": item}


def _extras(random: Random, version: dict[str, Any]) -> None:
    """Adds optional fields of a version at random."""
    path = random.choice((".spec.a", ".spec.map", ".metadata.name", ".spec.items[0]", ".x[*]", text(random)))
    options = {
        "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a"}},
        "additionalPrinterColumns": [{"name": text(random), "type": random.choice(TYPES), "jsonPath": path}],
        "selectableFields": [{"jsonPath": path}],
        "deprecated": True,
        "deprecationWarning": text(random),
    }
    version.update({name: given for name, given in options.items() if random.random() < 0.1})
    if random.random() < 0.01:
        version["schema"] = random.choice((None, {}, nested(random), scalar(random)))
