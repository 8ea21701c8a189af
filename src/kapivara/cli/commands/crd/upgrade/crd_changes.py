"""The changes between two versions of a CRD, with their places in the files and the affected stored objects."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from kapivara.apis.groups.apiextensions.changes.advice import advise
from kapivara.apis.groups.apiextensions.changes.definition import compare_definitions
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.cli.commands.crd.upgrade.report import PlacedAdvice, PlacedChange
from kapivara.cli.commands.crd.upgrade.suggested_rules import with_accepted_rules
from kapivara.cli.findings import Location
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.status_findings import place_of
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change
from kapivara.schema.changes.evidence import Evidence
from kapivara.schema.steps.defaulting import OutgrownError, apply_defaults
from kapivara.schema.steps.pruning import drop_nulls
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue, copy_json


def placed_changes(old: Manifest, new: Manifest, objects: Sequence[Manifest]) -> tuple[PlacedChange, ...] | None:
    """Returns the changes, the most severe first, then in file order; None if one of the CRDs cannot be read."""
    found = compare_definitions(old.value, new.value)
    if found is None:
        return None
    schemas = _schemas(new)
    shown = [(_version(each), _with_defaults(each.value, schemas.get(_version(each)))) for each in objects]
    changes = with_accepted_rules(found, old.value, new.value)
    placed = [PlacedChange(each, *_places(each, old, new), _concerned(each, shown)) for each in changes]
    return tuple(sorted(placed, key=_weight_and_place))


def _weight_and_place(placed: PlacedChange) -> tuple[int, str, int, int]:
    place = placed.place or Location("")
    return -placed.change.kind.weight, place.source, place.line, place.column


def placed_advice(old: Manifest | None, new: Manifest) -> tuple[PlacedAdvice, ...]:
    """Returns the advice about a new CRD with its places; none if the CRD cannot be read."""
    before, after = None if old is None else read_definition(old.value), read_definition(new.value)
    if after is None:
        return ()
    placed = [PlacedAdvice(each, place_of(str(each.path), new)) for each in advise(before, after)]
    return tuple(sorted(placed, key=lambda each: (each.place.line, each.place.column)))


def _places(change: Change, old: Manifest, new: Manifest) -> tuple[Location | None, Location | None]:
    return _place(change.old_path, old), _place(change.new_path, new)


def _place(path: FieldPath | None, manifest: Manifest) -> Location | None:
    return None if path is None else place_of(str(path), manifest)


def _concerned(change: Change, objects: Sequence[tuple[str, JsonValue]]) -> int | None:
    """Returns the number of objects that a change affects; None if the objects do not show it."""
    evidence = Evidence(change)
    own = [value for version, value in objects if version in change.versions]
    return sum(map(evidence.concerns, own)) if own and evidence.tells else None


def _schemas(definition: Manifest) -> dict[str, Structural]:
    """Returns the schemas of a CRD by version."""
    spec = (read_definition(definition.value) or {}).get("spec") or {}
    found = {each["name"]: (each.get("schema") or {}).get("openAPIV3Schema") for each in spec.get("versions") or ()}
    return {version: Structural(raw) for version, raw in found.items() if raw is not None}


def _with_defaults(obj: JsonValue, schema: Structural | None) -> JsonValue:
    """Returns an object with the defaults of the new schema, and without nulls that it does not allow."""
    value: JsonValue = copy_json(obj)
    drop_nulls(value, schema)
    with suppress(OutgrownError):
        apply_defaults(value, schema)
    return value


def _version(manifest: Manifest) -> str:
    return manifest.identity.api_version.rpartition("/")[2]
