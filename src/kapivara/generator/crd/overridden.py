"""Applies the override markers of a field in CRDs: the field gets a copy of its type with other markers.

Flattening replaces the reference to such a copy by its schema, as for all types.
"""

from __future__ import annotations

from copy import copy

from kapivara.generator.crd.declared import DeclaredField, DeclaredType
from kapivara.generator.crd.markers.marker import MarkerError, MarkerValue, Target
from kapivara.generator.crd.markers.type_rules import OVERRIDE
from kapivara.generator.grammar.override_marker import Override
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import CommentLine
from kapivara.generator.sources.go.struct_tags import tag_value
from kapivara.values.record import replace


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
