"""Markers that limit numbers, strings, lists and objects; each has the name of its schema keyword.

Upstream: controller-tools/pkg/crd/markers/validation.go.
"""

from __future__ import annotations

from typing import Any

from kapivara.generator.crd.markers.marker import ANYWHERE, Apply, Marker, MarkerError, Schema, SchemaOwner, single
from kapivara.generator.grammar.marker_arguments import ArgumentKind
from kapivara.values.record import record

PREFIX = "kubebuilder:validation:"


@record
class _Family:
    """A family of markers: the schema types to which they apply, and the name of these in messages."""

    types: tuple[str, ...]
    word: str
    marker_type: str
    """The value of +kubebuilder:validation:Type that hints propose where the Go type has no schema type."""


NUMBERS = _Family(("integer", "number"), "a number", "integer")
TEXTS = _Family(("string",), "a text", "string")
_LISTS = _Family(("array",), "a list", "array")
_OBJECTS = _Family(("object",), "an object", "object")


def refuse_other_types(schema: Schema, family: _Family, keyword: str) -> None:
    """Raises MarkerError where a schema has none of the family's types."""
    found = schema.get("type", "")
    if found in family.types or (family is TEXTS and schema.get("x-kubernetes-int-or-string")):
        return
    told = f"found {found}" if found else "no type is declared here"
    hint = f"declare the type by +kubebuilder:validation:Type={family.marker_type} beside it" if not found else ""
    raise MarkerError(f"{keyword} bounds {family.word}, {told}", hint)


def _keyword(keyword: str, family: _Family, *, whole: bool = False) -> Apply:
    """Returns a function that sets a keyword; a `whole` keyword must be an integer where the type is integer."""

    def apply(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
        refuse_other_types(schema, family, keyword)
        if whole and schema["type"] == "integer" and isinstance(value, float):
            raise MarkerError(f"{keyword} of an integer must be whole, found {value}")
        schema[keyword] = value

    return apply


def _switch(keyword: str, family: _Family) -> Apply:
    def apply(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
        refuse_other_types(schema, family, keyword)
        schema.pop(keyword, None)
        if value:
            schema[keyword] = True

    return apply


def _limit(name: str, kind: ArgumentKind, apply: Apply, docs: str, example: str) -> Marker:
    return Marker(PREFIX + name, ANYWHERE, docs, f"+{PREFIX}{name}={example}", arguments=single(kind), apply=apply)


_NUMBER, _INTEGER, _BOOL, _TEXT = ArgumentKind.NUMBER, ArgumentKind.INTEGER, ArgumentKind.BOOL, ArgumentKind.TEXT

MARKERS = (
    _limit("Maximum", _NUMBER, _keyword("maximum", NUMBERS, whole=True), "The largest number.", "100"),
    _limit("Minimum", _NUMBER, _keyword("minimum", NUMBERS, whole=True), "The smallest number.", "0"),
    _limit(
        "ExclusiveMaximum",
        _BOOL,
        _switch("exclusiveMaximum", NUMBERS),
        "Whether the maximum itself is invalid.",
        "true",
    ),
    _limit(
        "ExclusiveMinimum",
        _BOOL,
        _switch("exclusiveMinimum", NUMBERS),
        "Whether the minimum itself is invalid.",
        "true",
    ),
    _limit("MultipleOf", _NUMBER, _keyword("multipleOf", NUMBERS, whole=True), "A divisor of the number.", "5"),
    _limit("MaxLength", _INTEGER, _keyword("maxLength", TEXTS), "The most characters of a text.", "64"),
    _limit("MinLength", _INTEGER, _keyword("minLength", TEXTS), "The fewest characters of a text.", "1"),
    _limit(
        "Pattern", _TEXT, _keyword("pattern", TEXTS), "A pattern that a text must match, in RE2's syntax.", '"^[a-z]+$"'
    ),
    _limit("MaxItems", _INTEGER, _keyword("maxItems", _LISTS), "The most items of a list.", "10"),
    _limit("MinItems", _INTEGER, _keyword("minItems", _LISTS), "The fewest items of a list.", "1"),
    _limit(
        "UniqueItems",
        _BOOL,
        _switch("uniqueItems", _LISTS),
        "Whether items must be unique; the server rejects it in CRDs, use +listType=set.",
        "true",
    ),
    _limit("MaxProperties", _INTEGER, _keyword("maxProperties", _OBJECTS), "The most keys of an object.", "10"),
    _limit("MinProperties", _INTEGER, _keyword("minProperties", _OBJECTS), "The fewest keys of an object.", "1"),
)
