"""Rules on fields that are not given and not optional: in Go, such a field has its zero value."""

from __future__ import annotations

from kapivara.generator.model.natives import is_integer, native_type
from kapivara.generator.model.types import STRING, TypeKind
from kapivara.generator.schema_keywords.places import Place
from kapivara.generator.tags.fields.presence import has_default
from kapivara.languages.re2.patterns import matcher


def refuses_nothing(place: Place) -> bool:
    """Returns whether the rules of a field reject its zero value, so that the field is required."""
    schema, member = place.schema, place.member
    if member is None or has_default(member.comments):
        return False
    native = native_type(place.type)
    if native.kind is TypeKind.SLICE:
        return bool(schema.get("minItems"))
    if native.kind is TypeKind.MAP:
        return bool(schema.get("minProperties"))
    if native is STRING:
        if schema.get("minLength"):
            return True
        enum, pattern = schema.get("enum"), schema.get("pattern")
        if enum is not None and "" not in enum:
            return True
        return pattern is not None and pattern not in place.spared_patterns and not matcher(pattern)("")
    if is_integer(native):
        return bool(schema.get("minimum", 0) > 0 or schema.get("maximum", 0) < 0)
    return False
