"""Markers in the syntax of KEP-4153, without prefix: CEL rules, patterns, bounds and formats of names.

The validators that are generated from the same types implement the same markers.
"""

from __future__ import annotations

from typing import Any

from kapivara.generator.crd.markers import limits
from kapivara.generator.crd.markers.limits import PREFIX
from kapivara.generator.crd.markers.marker import ANYWHERE, Marker, MarkerError, Schema, SchemaOwner, Target, single
from kapivara.generator.crd.markers.rules import add_rule
from kapivara.generator.grammar.marker_arguments import Argument, ArgumentKind
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.generator.grammar.override_marker import NAME, Override, OverrideError, read_override
from kapivara.generator.grammar.rule_marker import ARGUMENTS, EXAMPLE, read_rule
from kapivara.generator.tags.values.patterns import read_pattern

_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_FORMATS = {
    "dns1123label": (f"^{_LABEL}$", 63, "dns1123Label"),
    "dns1123subdomain": (rf"^{_LABEL}(\.{_LABEL})*$", 253, "dns1123Subdomain"),
    "dns1035label": ("^[a-z]([-a-z0-9]*[a-z0-9])?$", 63, "dns1035Label"),
}
"""The pattern, the length and the CEL name of each format; they replace the format itself, which the server ignores."""
_SHORT_NAMES = frozenset(
    (
        *("Maximum", "Minimum", "ExclusiveMaximum", "ExclusiveMinimum", "MaxLength", "MinLength"),
        *("MaxItems", "MinItems", "MaxProperties", "MinProperties"),
    )
)


def _rule(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    add_rule(schema, value)


def _add_pattern(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    """Sets a pattern, or adds a second one: a value must match both."""
    limits.refuse_other_types(schema, limits.TEXTS, "pattern")
    if schema.setdefault("pattern", value) != value:
        schema["allOf"] = [*schema.get("allOf", ()), {"pattern": value}]


def _read_pattern(text: str) -> str:
    return read_pattern(text)


def _format(schema: Schema, value: Any, owner: SchemaOwner) -> None:
    if value not in _FORMATS:
        raise MarkerError(f'"{value}" is no format of KEP-4153', f"{', '.join(_FORMATS)}; or +{PREFIX}Format")
    pattern, longest, _ = _FORMATS[value]
    _add_pattern(schema, pattern, owner)
    schema["maxLength"] = min(longest, schema.get("maxLength", longest))


def _exclusive(keyword: str, bound: str) -> Any:
    """Returns a function that sets an exclusive bound: one number in the KEP, two keywords in schemas."""

    def apply(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
        limits.refuse_other_types(schema, limits.NUMBERS, keyword)
        schema[bound], schema[keyword] = value, True

    return apply


def add_name_rules(schema: Schema, form: str) -> None:
    """Adds the rules for the format of a kind's names, and the fields of their errors; raises MarkerError."""
    if form not in _FORMATS:
        raise MarkerError(f'"{form}" is no format of names', f"one of {', '.join(_FORMATS)}")
    _, longest, said = _FORMATS[form]
    called = f"format.{said}"
    text = {"type": "string", "maxLength": longest}  # without a bound, the cost of the rules would exceed the limit
    schema["properties"]["metadata"]["properties"] = {name: dict(text) for name in ("generateName", "name")}
    for field, suffix in (("generateName", "Prefix"), ("name", "")):
        told = f"{called}{suffix}().validate(self.metadata.{field})"
        rule = f"!has(self.metadata.{field}) || !{told}.hasValue()"
        made = f"{told}.value()[0]"
        add_rule(schema, {"rule": rule, "messageExpression": made, "fieldPath": f".metadata.{field}"})


def _read_override(text: str) -> Override:
    try:
        return read_override(text)
    except OverrideError as error:
        raise MarkerSyntaxError(str(error), 0) from None


def _read_name_format(text: str) -> str:
    form = text.strip().strip("'\"`")
    if not form:
        raise MarkerSyntaxError("a value is missing", 0, "write it as in +nameFormat=dns1123label")
    return form


VALIDATION_RULE = Marker(
    "validationRule",
    ANYWHERE,
    "A rule in CEL that must hold; may be given several times, and over several lines between triple quotes.",
    EXAMPLE,
    arguments=(
        Argument(
            "", ArgumentKind.TEXT, required=True, docs="The expression; `self` is the value, `oldSelf` the old value."
        ),
        *ARGUMENTS,
    ),
    apply=_rule,
    read=lambda text: read_rule(text).entry,
)
NAME_FORMAT = Marker(
    "nameFormat",
    (Target.FIELD,),
    "Above ObjectMeta: the format of the kind's names, enforced by two CEL rules about `metadata`. One of "
    f"{', '.join(_FORMATS)}.",
    "+nameFormat=dns1123label",
    arguments=single(ArgumentKind.TEXT),
    read=_read_name_format,
)
OVERRIDE = Marker(
    NAME,
    (Target.FIELD,),
    "Overrides a marker of a nested field, for this use of the type alone: a marker replaces the same one "
    "there, `-` and the name of a marker removes it.",
    "+override(capacity)=+optional",
    arguments=single(ArgumentKind.TEXT),
    read=_read_override,
)
SCHEMA_MARKERS = Marker(
    "k8s:validation:",
    ANYWHERE,
    "Keywords as kube-openapi's markers have them: JSON behind `=`, texts over several lines behind `>`; `items:`, "
    "`properties:NAME:` and `additionalProperties:` lead further down, `cel[0]:rule` and the like are rules in CEL.",
    "+k8s:validation:maxLength=10",
)
"""The documentation of these markers; `tag_rules` implements them, because they do not apply to CRDs alone."""
_PATTERN = next(each for each in limits.MARKERS if each.name == f"{PREFIX}Pattern")


def _shorter(marker: Marker) -> Marker:
    """Returns the same marker with the KEP's name."""
    short = marker.name.removeprefix(PREFIX)
    name = short[0].lower() + short[1:]
    if not name.startswith("exclusive"):
        example = marker.example.replace(marker.name, name)
        return Marker(name, ANYWHERE, marker.docs, example, arguments=marker.arguments, apply=marker.apply)
    bound = name.removeprefix("exclusive").lower()
    docs = f"A {bound} that is not allowed itself."
    number = single(ArgumentKind.NUMBER)
    return Marker(name, ANYWHERE, docs, f"+{name}=100", arguments=number, apply=_exclusive(name, bound))


MARKERS = (
    VALIDATION_RULE,
    Marker(
        "pattern",
        ANYWHERE,
        _PATTERN.docs,
        '+pattern="^[a-z]+$"',
        arguments=_PATTERN.arguments,
        apply=_add_pattern,
        read=_read_pattern,
    ),
    Marker(
        "format",
        ANYWHERE,
        f"A text is of a format ({', '.join(_FORMATS)}), enforced by a pattern and a length.",
        "+format=dns1123label",
        arguments=single(ArgumentKind.TEXT),
        apply=_format,
    ),
    NAME_FORMAT,
    OVERRIDE,
    *(_shorter(each) for each in limits.MARKERS if each.name.removeprefix(PREFIX) in _SHORT_NAMES),
)
