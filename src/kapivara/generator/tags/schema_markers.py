"""The markers `+k8s:validation:…` as tags, so that generated validators implement them, too.

`crd/markers` parses them, with upstream's messages; here each keyword becomes the equivalent tag, or
a CEL rule where there is none. Upstream uses them for schemas only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from kapivara.generator.grammar.tag import Arg, Tag, ValueType
from kapivara.generator.grammar.validation_markers import ValidationMarkerError, read_validation_markers
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import is_integer, member_by_json, value_type
from kapivara.generator.model.types import Comments, Type
from kapivara.values.rendering import quote

PREFIX: Final = "+k8s:validation:"
_SIZES: Final = ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties")
_MOST_NESTED: Final = 50
_RULES: Final = "x-kubernetes-validations"


def marker_tags(comments: Comments, kind: Type) -> list[Tag]:
    """Returns the tags that are equivalent to the markers of a comment; raises TagError."""
    first = next((line for line in comments if line.text.strip(" ").startswith(PREFIX)), None)
    if first is None:
        return []
    at = first.place
    if any(line.text.partition("=")[0].count(":") > _MOST_NESTED for line in comments):
        raise TagError(f"invalid marker comments: more than {_MOST_NESTED} keys inside each other", place=at)
    try:
        schema = read_validation_markers(comments, kind)
    except ValidationMarkerError as error:
        raise TagError(str(error), place=at) from None
    return [
        Tag(each.name, each.args, each.value, each.value_type, each.value_tag, at) for each in _tags_of(schema, kind)
    ]


def _tags_of(schema: dict[str, Any], kind: Type) -> Iterator[Tag]:
    """Yields tags for keywords; those of fields and items are inside of other tags."""
    for name in _SIZES:
        if name in schema:
            yield Tag(f"k8s:{name}", value=str(schema[name]), value_type=ValueType.INT)
    native = value_type(kind)
    yield from _bounds(schema, native)
    if "pattern" in schema:
        yield Tag("pattern", value=quote(schema["pattern"]), value_type=ValueType.RAW)
    if schema.get("uniqueItems"):
        yield Tag("k8s:unique", value="set", value_type=ValueType.STRING)
    for rule in (*_cel_rules(schema, native), *schema.get(_RULES, ())):
        yield Tag("validationRule", value=_text_of(rule), value_type=ValueType.RAW)
    for name, below in (schema.get("properties") or {}).items():
        member = member_by_json(native, name)
        for each in () if member is None else _tags_of(below, member.type):
            yield Tag("k8s:subfield", (Arg("", name, ValueType.STRING),), value_type=ValueType.TAG, value_tag=each)
    for name in ("items", "additionalProperties"):
        for each in _tags_of(schema[name], native.elem) if name in schema and native.elem is not None else ():
            yield Tag("k8s:eachVal", value_type=ValueType.TAG, value_tag=each)


def _bounds(schema: dict[str, Any], native: Type) -> Iterator[Tag]:
    """Yields tags for the bounds of integers; bounds of other numbers become CEL rules."""
    for name in ("minimum", "maximum"):
        exclusive = f"exclusive{name.title()}"
        if isinstance(schema.get(name), int) and is_integer(native):
            tag = f"k8s:{exclusive}" if schema.get(exclusive) else f"k8s:{name}"
            yield Tag(tag, value=str(schema[name]), value_type=ValueType.INT)


def _cel_rules(schema: dict[str, Any], native: Type) -> Iterator[dict[str, Any]]:
    """Yields CEL rules for keywords without an equivalent tag."""
    if "enum" in schema:
        told = ", ".join(map(json.dumps, schema["enum"]))
        yield {"rule": f"self in [{told}]", "message": f"must be one of {told}"}
    if "multipleOf" in schema:
        part = schema["multipleOf"]
        whole = is_integer(native) and isinstance(part, int)
        times = (
            f"self % {part} == 0"
            if whole
            else f"double(int(double(self) / {float(part)!r})) * {float(part)!r} == double(self)"
        )
        yield {"rule": times, "message": f"must be a multiple of {part}"}
    for name, sign in (("minimum", ">"), ("maximum", "<")):
        limit = schema.get(name)
        if limit is not None and not (isinstance(limit, int) and is_integer(native)):
            compared = sign if schema.get(f"exclusive{name.title()}") else f"{sign}="
            yield {"rule": f"self {compared} {float(limit)!r}", "message": f"must be {compared} {limit!r}"}


def _text_of(rule: dict[str, Any]) -> str:
    """Returns a rule in the syntax of the tag validationRule."""
    text = quote(rule["rule"])
    for name, said in (("message", "message"), ("messageExpression", "messageExpression"), ("fieldPath", "field")):
        if rule.get(name):
            text += f",{said}={quote(rule[name])}"
    if rule.get("reason"):
        text += f",reason={rule['reason']}"
    return f"{text},optionalOldSelf=true" if rule.get("optionalOldSelf") else text
