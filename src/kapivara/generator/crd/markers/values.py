"""Defines the markers for the type, format, enum and default of a value, and for preserving unknown fields.

Upstream: controller-tools/pkg/crd/markers/validation.go, crd.go ExternalDocs.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from kapivara.codec import DecodeError
from kapivara.codec.json.plain.scanner import scan_json
from kapivara.generator.crd.markers.limits import PREFIX
from kapivara.generator.crd.markers.marker import (
    ANYWHERE,
    EARLY,
    FIRST,
    Marker,
    MarkerError,
    Schema,
    SchemaOwner,
    Target,
    single,
)
from kapivara.generator.grammar.marker_arguments import Argument, ArgumentKind, refuse_depth
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.generator.model.symbol_reference import read_reference
from kapivara.generator.model.types import TypeName

_FIELD = (Target.FIELD,)


def _set(keyword: str) -> Any:
    def apply(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
        schema.pop(keyword, None)
        if value != "":
            schema[keyword] = value

    return apply


def _mark(keyword: str) -> Any:
    def apply(schema: Schema, _value: Any, _owner: SchemaOwner) -> None:
        schema[keyword] = True

    return apply


def _default(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    schema["default"] = [] if value == {} and schema.get("type") == "array" else value


def _read_json(text: str) -> Any:
    """Parses the argument of `+default`: returns the JSON value, or the TypeName of the constant in `ref(...)`."""
    text = text.strip()
    found = read_reference(text, "")
    if found is not None:
        return found
    refuse_depth(text)
    hint = 'texts need quotes, as in +default="Always"; ref(Name) stands for a constant'
    try:
        return scan_json(text.encode()).value
    except (DecodeError, UnicodeEncodeError) as error:  # an unpaired surrogate cannot be encoded
        raise MarkerSyntaxError(f"failed to unmarshal default: {error}", 0, hint) from None


def _json_default(schema: Schema, value: Any, owner: SchemaOwner) -> None:
    if isinstance(value, TypeName):
        value = owner.constant(value)
    if value is not None:
        schema["default"] = value


def _title(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    if not isinstance(value, str):
        raise MarkerError(f"a title is a text, found {json.dumps(value)}", "put it between quotes")
    schema["title"] = value


def _enum_of_constants(schema: Schema, _value: Any, owner: SchemaOwner) -> None:
    schema["type"], schema["enum"] = "string", owner.enum_values()


def _refuse_on_field(_schema: Schema, _value: Any, _owner: SchemaOwner) -> None:
    raise MarkerError("k8s:enum stands above a type, not above a field", "move it to the declaration of the type")


def _external_docs(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    parts = urlsplit(value["url"])
    if not (parts.scheme or value["url"].startswith("/")):
        raise MarkerError(f'"{value["url"]}" is no URL', "write it in full, as in https://example.com/docs")
    docs = {"url": value["url"]}
    if value.get("description"):
        docs["description"] = value["description"]
    schema["externalDocs"] = docs


_PRUNING = "Keeps fields that the schema does not declare, instead of pruning them."
_EMBEDDED = "The value is a whole object, with apiVersion, kind and metadata."

COMMON = (
    Marker(
        f"{PREFIX}Enum",
        ANYWHERE,
        "The values that are allowed.",
        f"+{PREFIX}Enum=Always;Never",
        arguments=single(ArgumentKind.VALUES),
        apply=_set("enum"),
    ),
    Marker(
        f"{PREFIX}Format",
        ANYWHERE,
        "The format of the value.",
        f"+{PREFIX}Format=date-time",
        arguments=single(ArgumentKind.TEXT),
        apply=_set("format"),
    ),
    Marker(
        f"{PREFIX}Type",
        ANYWHERE,
        "The JSON type, where it differs from that of the Go type.",
        f"+{PREFIX}Type=string",
        arguments=single(ArgumentKind.TEXT),
        apply=_set("type"),
        order=FIRST,
    ),
    Marker(
        f"{PREFIX}XPreserveUnknownFields",
        ANYWHERE,
        f"{_PRUNING} The older name of +kubebuilder:pruning:PreserveUnknownFields.",
        f"+{PREFIX}XPreserveUnknownFields",
        apply=_mark("x-kubernetes-preserve-unknown-fields"),
    ),
    Marker(
        f"{PREFIX}XEmbeddedResource",
        ANYWHERE,
        _EMBEDDED,
        f"+{PREFIX}XEmbeddedResource",
        apply=_mark("x-kubernetes-embedded-resource"),
    ),
    Marker(
        f"{PREFIX}XIntOrString",
        ANYWHERE,
        "The value is an integer or a text; with it, bounds of texts can stand above an IntOrString.",
        f"+{PREFIX}XIntOrString",
        apply=_mark("x-kubernetes-int-or-string"),
        order=EARLY,
    ),
)
"""The markers that also apply to the items of a list."""

MARKERS = (
    Marker("nullable", _FIELD, "The value may be null.", "+nullable", apply=_mark("nullable")),
    Marker(
        "kubebuilder:default",
        _FIELD,
        "The default. Texts may do without quotes; `{a,b}` is a list, `{key: value}` an object.",
        "+kubebuilder:default={policy: Delete}",
        arguments=single(ArgumentKind.ANY),
        apply=_default,
    ),
    Marker(
        "default",
        _FIELD,
        "The default as JSON, or a constant: `ref(Name)` of this package, `ref(path/of/package.Name)` of another. "
        "+kubebuilder:default goes before it.",
        '+default="Always"',
        arguments=single(ArgumentKind.ANY),
        apply=_json_default,
        order=EARLY,
        read=_read_json,
    ),
    Marker(
        "kubebuilder:example",
        _FIELD,
        "An example of the value, written as a default is.",
        "+kubebuilder:example=forty-two",
        arguments=single(ArgumentKind.ANY),
        apply=lambda schema, value, _owner: schema.__setitem__("example", value),
    ),
    Marker(
        "kubebuilder:title",
        ANYWHERE,
        "The title of the schema.",
        '+kubebuilder:title="Replica count"',
        arguments=single(ArgumentKind.ANY),
        apply=_title,
    ),
    Marker(
        f"{PREFIX}EmbeddedResource",
        _FIELD,
        _EMBEDDED,
        f"+{PREFIX}EmbeddedResource",
        apply=_mark("x-kubernetes-embedded-resource"),
    ),
    Marker(
        f"{PREFIX}Schemaless",
        _FIELD,
        "Ignores the Go type: the other markers alone make the schema.",
        f"+{PREFIX}Schemaless",
    ),
    Marker(
        "kubebuilder:pruning:PreserveUnknownFields",
        ANYWHERE,
        _PRUNING,
        "+kubebuilder:pruning:PreserveUnknownFields",
        apply=_mark("x-kubernetes-preserve-unknown-fields"),
    ),
    Marker(
        "k8s:enum",
        (Target.TYPE,),
        "The values of the type's constants are the allowed ones.",
        "+k8s:enum",
        apply=_enum_of_constants,
    ),
    Marker(
        "kubebuilder:externalDocs",
        ANYWHERE,
        "A link to further documentation.",
        '+kubebuilder:externalDocs:url="https://example.com",description="more"',
        arguments=(
            Argument("url", ArgumentKind.TEXT, required=True, docs="The URL of the link."),
            Argument("description", ArgumentKind.TEXT, docs="The description of the link."),
        ),
        apply=_external_docs,
    ),
)
REFUSED = Marker("k8s:enum", _FIELD, "", "+k8s:enum", apply=_refuse_on_field)
"""Rejects +k8s:enum above fields, where it has no effect."""
