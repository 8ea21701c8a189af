"""Makes the schema of a struct: its fields by JSON name, embedded structs, and required fields.

Upstream: controller-tools/pkg/crd/schema.go structToSchema.

Flattening replaces the reference to such a copy by its schema, as for all types.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from kapivara.generator.crd.declared import DeclaredField, DeclaredType
from kapivara.generator.crd.markers.limits import PREFIX
from kapivara.generator.crd.markers.marker import REF, MarkerError, MarkerValue, Schema, Target, first_of
from kapivara.generator.crd.markers.presence import OPTIONAL, REQUIRED
from kapivara.generator.crd.markers.rules import IMMUTABLE, ONE_OF, add_rule, stays_set
from kapivara.generator.crd.markers.type_rules import OVERRIDE
from kapivara.generator.grammar.override_marker import Override
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import CommentLine
from kapivara.generator.sources.go.struct_tags import has_tag, tag_value
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.generator.crd.schemas import Schemas


def overridden(kind: DeclaredType, markers: tuple[MarkerValue, ...], owner: DeclaredType, field: str) -> DeclaredType:
    """Returns a copy of a field's type with the overrides that the markers describe.

    `owner` is the struct with the field, and `field` the field's JSON name. Raises MarkerError where no field has a
    marker's path.
    """
    made = copy(kind)
    made.way, made.root = (*owner.way, field), owner.root or owner.key
    fields = list(kind.fields)
    for each in markers:
        _change(fields, each, kind)
    made.overrides = kind.overrides + "".join(f" {each.value}" for each in markers)
    made.__dict__["fields"] = tuple(fields)
    return made


def unruled(kind: DeclaredType) -> DeclaredType:
    """Returns a copy of the type of an opaque field, whose tags are ignored."""
    made = copy(kind)
    made.unruled = True
    made.overrides = f"{kind.overrides} without tags"
    return made


def _change(fields: list[DeclaredField], marker: MarkerValue, kind: DeclaredType) -> None:
    """Changes the field that the first name of a marker's path names, or passes the marker to embedded structs."""
    override: Override = marker.value
    name, below = override.path[0], override.below
    for index, field in enumerate(fields):
        if tag_value(field.tag, "json").partition(",")[0] == name:
            if below.path:
                made = (*field.markers, MarkerValue(OVERRIDE, below, marker.place))
            else:
                made = _with(field.markers, below, marker, kind)
            fields[index] = replace(field, markers=made)
            return
    embedded = [index for index, field in enumerate(fields) if not tag_value(field.tag, "json").partition(",")[0]]
    if not embedded:
        names = ", ".join(tag_value(field.tag, "json").partition(",")[0] for field in fields)
        raise MarkerError(f'no field for JSON name "{name}"', f"{kind.name} has {names or 'no fields'}")
    fields[embedded[0]] = replace(fields[embedded[0]], markers=(*fields[embedded[0]].markers, marker))


def _with(
    markers: tuple[MarkerValue, ...], override: Override, marker: MarkerValue, kind: DeclaredType
) -> tuple[MarkerValue, ...]:
    """Returns the markers of a field without those that the override replaces, and with the one that it adds."""
    kept = tuple(each for each in markers if not override.replaces(each.marker.name))
    if override.removes:
        return kept
    return (*kept, *kind.package.read_markers([CommentLine(override.tag, marker.place)], Target.FIELD))


def told(error: MarkerError, marker: MarkerValue, kind: DeclaredType, field: str) -> AuthorError:
    """Returns the error for a marker whose path names no field."""
    message = f"+{OVERRIDE.name}: {error.message}"
    return AuthorError(message, marker.place, type_name=kind.name, field=field, tag=OVERRIDE.name, hint=error.hint)


_OMITTING = frozenset(("omitempty", "omitzero"))
_ONE_OF = tuple(each.name for each in ONE_OF)
_SCHEMALESS = f"{PREFIX}Schemaless"
_PRESENCE = ((OPTIONAL[:1], REQUIRED[:1]), (OPTIONAL[1:], REQUIRED[1:]))


@record
class _JsonTag:
    """The content of a field's json tag."""

    name: str
    inline: bool
    omitted: bool
    """Whether JSON omits an empty value."""


def struct_schema(kind: DeclaredType, schemas: Schemas) -> Schema:
    """Returns the schema of a struct, without its own description and markers; embedded structs are under `allOf`."""
    schema: Schema = {"type": "object", "properties": {}}
    grouped = _grouped_fields(kind, schemas)
    opaque = schemas.opaque_fields(kind)
    required, immutable = [], []
    for field in kind.fields:
        tag = _json_tag(field, kind, schemas)
        if tag is None:
            continue
        if not tag.inline and _is_required(field, tag, kind):
            if tag.name in grouped:
                schemas.errors.append(_grouped_and_required(field, tag, kind))
            required.append(tag.name)
        part = _field_schema(field, kind, schemas)
        if tag.name in opaque:
            schemas.refer_unruled(_innermost(part))
        if tag.inline:
            schema.setdefault("allOf", []).append(part)
            continue
        if first_of(field.markers, IMMUTABLE.name):
            immutable.append(tag.name)
        schema["properties"][tag.name] = part
    if required:
        schema["required"] = sorted(required)
    for name in immutable:
        if name not in required:
            add_rule(schema, stays_set(name))
    return schema


def json_name(field: DeclaredField) -> str:
    """Returns the JSON name of a field; empty for an embedded field, whose fields become those of the outer struct."""
    name, _, options = tag_value(field.tag, "json").partition(",")
    return "" if "inline" in options.split(",") else name


def _field_schema(field: DeclaredField, kind: DeclaredType, schemas: Schemas) -> Schema:
    part: Schema = {}
    told = len(schemas.errors)
    if not first_of(field.markers, _SCHEMALESS):
        part = _overridden(schemas.of_node(field.type, kind), field, kind, schemas)
    if len(schemas.errors) > told:
        return part  # a type without a schema gets no further errors
    if field.description:
        part["description"] = field.description
    schemas.apply(field.markers, part, kind, field.name)
    return part


def _overridden(part: Schema, field: DeclaredField, kind: DeclaredType, schemas: Schemas) -> Schema:
    """Replaces the reference in a field's schema, or in its items, by a copy of the type with the field's overrides."""
    markers = tuple(each for each in field.markers if each.marker is OVERRIDE)
    holder = _innermost(part)
    for each in markers[:1]:
        try:
            known = schemas.declared(holder.get(REF))
            holder[REF] = schemas.declare(overridden(known, markers, kind, json_name(field)))
        except MarkerError as error:
            schemas.errors.append(told(error, each, kind, field.name))
    return part


def _innermost(part: Schema) -> Schema:
    """Returns the schema of the innermost items of nested lists and maps; for other values, the schema itself."""
    while "items" in part or isinstance(part.get("additionalProperties"), dict):
        part = part["items"] if "items" in part else part["additionalProperties"]
    return part


def _json_tag(field: DeclaredField, kind: DeclaredType, schemas: Schemas) -> _JsonTag | None:
    """Parses the json tag; None for fields that JSON omits."""
    if field.name and not field.name[0].isupper():
        return None
    if not has_tag(field.tag, "json"):
        written = field.name or kind.scope.file.slice(field.type)
        hint = 'add one, `json:"name"`; "-" leaves the field out, ",inline" embeds a struct'
        message = f"field {written} has no json tag"
        schemas.errors.append(AuthorError(message, field.place, type_name=kind.name, field=field.name, hint=hint))
        return None
    said = tag_value(field.tag, "json")
    if said == "-":
        return None
    name, *options = said.split(",")
    return _JsonTag(name, not name or "inline" in options, not _OMITTING.isdisjoint(options))


def _is_required(field: DeclaredField, tag: _JsonTag, kind: DeclaredType) -> bool:
    """Returns whether a field is required: by kubebuilder's markers, else by Kubernetes', else by the json tag."""
    names = {each.marker.name for each in field.markers}
    for optional, required in _PRESENCE:
        if not names.isdisjoint(optional):
            return False
        if not names.isdisjoint(required):
            return True
    if first_of(kind.package.markers, OPTIONAL[0]):
        return False
    return not tag.inline and not tag.omitted


def _grouped_fields(kind: DeclaredType, schemas: Schemas) -> set[str]:
    """Returns the fields of a group of which exactly one, or at most one, may be set."""
    found: set[str] = set()
    for each in kind.markers:
        if each.marker.name not in _ONE_OF:
            continue
        if nested := [name for name in each.value if "." in name]:
            message = f"+{each.marker.name}: {', '.join(nested)} is not a field of the struct itself"
            schemas.errors.append(AuthorError(message, each.place, type_name=kind.name, tag=each.marker.name))
        found.update(each.value)
    return found


def _grouped_and_required(field: DeclaredField, tag: _JsonTag, kind: DeclaredType) -> AuthorError:
    message = f"field {tag.name} is one of several of which one is set, and must be there"
    hint = "mark it +optional and give its json tag omitempty"
    return AuthorError(message, field.place, type_name=kind.name, field=field.name, hint=hint)
