"""Compares two versions of a CRD: lists the changes, their places in the files, and the number of affected objects.

For stricter schemas, a change suggests a CEL rule that still accepts stored objects. If its estimated cost exceeds the
limit, the suggestion takes a cheaper rule or is removed. Then an update to the CRD with the suggestions is validated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from kapivara.api import Api
from kapivara.apis.groups.apiextensions.changes.advice import advise
from kapivara.apis.groups.apiextensions.changes.definition import compare_definitions
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.cli.commands.crd.upgrade.report import PlacedAdvice, PlacedChange
from kapivara.cli.findings import Location
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.status_findings import place_of
from kapivara.codec import Decoded
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, Suggestion
from kapivara.schema.changes.evidence import Evidence
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.pricing.pricing import estimate_rules, total_cost
from kapivara.schema.steps.defaulting import OutgrownError, apply_defaults
from kapivara.schema.steps.pruning import drop_nulls
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json
from kapivara.values.record import replace

_RULES: Final = "x-kubernetes-validations"
_ROOT: Final = FieldPath.of("schema")
_MOST_TRIED: Final = 8


def with_accepted_rules(changes: Sequence[Change], old: JsonObject, new: JsonObject) -> list[Change]:
    """Returns all changes, with cheaper or no suggestions where the server would reject the suggested rule."""
    read = read_definition(new)
    if read is None or all(change.suggestion is None for change in changes):
        return list(changes)
    found = _affordable(list(changes), read)
    suggested = [change for change in found if change.suggestion is not None]
    if not suggested or _accepts(suggested, old, read):
        return found
    kept = {id(change) for change in suggested[:_MOST_TRIED] if _accepts([change], old, read)}
    return [change if id(change) in kept else replace(change, suggestion=None) for change in found]


def _affordable(changes: list[Change], new: JsonObject) -> list[Change]:
    """Replaces suggested rules over the cost limit by cheaper ones, or removes them; `new` is the decoded CRD."""
    for cheaper in (True, False):
        costs = _costs(changes, new)
        changes = [
            _with_cheaper(change, cheaper=cheaper) if _cost(change, costs) > RULE_COST_LIMIT else change
            for change in changes
        ]
    return _within_total(changes, new)


def _with_cheaper(change: Change, *, cheaper: bool) -> Change:
    suggestion = change.suggestion
    if suggestion is None or not cheaper:
        return replace(change, suggestion=None)
    return replace(change, suggestion=replace(suggestion, rule=suggestion.cheaper))


def _within_total(changes: list[Change], new: JsonObject) -> list[Change]:
    """Removes the most expensive suggestions until the total rule cost of each version's schema is within the limit."""
    costs = _costs(changes, new)
    totals = {version: sum(of_version.values()) for version, of_version in costs.items()}
    dropped = set()
    for change in sorted(changes, key=lambda each: -_cost(each, costs)):
        if all(total <= SCHEMA_COST_LIMIT for total in totals.values()):
            break
        dropped.add(id(change))
        for version in change.versions:
            totals[version] -= _cost(change, costs)
    return [replace(each, suggestion=None) if id(each) in dropped else each for each in changes]


def _costs(changes: Sequence[Change], new: JsonObject) -> dict[str, dict[tuple[str, str], int]]:
    """Returns the estimated costs of the CRD's rules with all suggestions applied, by version, then by (path, rule).

    Costs that belong to no valid rule have the key ("", "").
    """
    found: dict[str, dict[tuple[str, str], int]] = {}
    for version in with_rules(new, changes)["spec"]["versions"]:
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        rules = () if schema is None else estimate_rules(schema, _ROOT)
        costs = {(str(each.place.path), each.text): each.cost for each in rules if not each.error}
        found[version["name"]] = {**costs, ("", ""): total_cost(rules) - sum(costs.values())}
    return found


def _cost(change: Change, costs: Mapping[str, Mapping[tuple[str, str], int]]) -> int:
    """Returns the highest cost of the suggested rule in any version: 0 without one, above the limit if invalid."""
    suggestion = change.suggestion
    if suggestion is None:
        return 0
    key = str(_path(suggestion.keys)), suggestion.rule["rule"]
    return max(costs[version].get(key, RULE_COST_LIMIT + 1) for version in change.versions)


def _path(keys: tuple[str, ...]) -> FieldPath:
    path, named = _ROOT, False
    for key in keys:
        path, named = (path.key(key), False) if named else (path.child(key), key == "properties")
    return path


def _accepts(changes: Sequence[Change], old: JsonObject, new: JsonObject) -> bool:
    api = Api()
    placed = api.store_unchecked(Decoded(old))
    if placed.object is None:
        return False
    changed = with_rules(new, changes)
    version = placed.object["metadata"]["resourceVersion"]
    changed["metadata"] = {"name": changed["metadata"]["name"], "resourceVersion": version}
    return api.update(Decoded(changed), dry_run=True).ok


def with_rules(definition: JsonObject, changes: Sequence[Change]) -> JsonObject:
    """Returns a copy of a CRD with the suggestions applied to the schemas of the versions that changed."""
    changed: JsonObject = copy_json(definition)
    versions = {each["name"]: each for each in changed["spec"]["versions"]}
    for change in changes:
        if change.suggestion is not None:
            for name in change.versions:
                _follow(versions[name]["schema"]["openAPIV3Schema"], change.suggestion)
    return changed


def _follow(schema: JsonObject, suggestion: Suggestion) -> None:
    node = _find(schema, suggestion.kept_keys)
    for keyword, value in suggestion.kept:
        if value is ABSENT:
            node.pop(keyword, None)
        else:
            node[keyword] = value
    holder = _find(schema, suggestion.keys)
    others = [each for each in holder.get(_RULES) or () if each != suggestion.replaces]
    holder[_RULES] = [*others, suggestion.rule]


def _find(schema: JsonObject, keys: tuple[str, ...]) -> JsonObject:
    for key in keys:
        schema = schema[key]
    return schema


def placed_changes(old: Manifest, new: Manifest, objects: Sequence[Manifest]) -> tuple[PlacedChange, ...] | None:
    """Returns the changes between two CRDs, most severe first, then in file order; None if a CRD cannot be decoded.

    `objects` are custom resources, among which the affected ones are counted.
    """
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
    """Returns the advice about a new CRD, with its places in the file; empty if the CRD cannot be decoded."""
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
    """Returns the number of affected objects; None if none has a changed version, or objects cannot show the effect."""
    evidence = Evidence(change)
    own = [value for version, value in objects if version in change.versions]
    return sum(map(evidence.concerns, own)) if own and evidence.has_probe else None


def _schemas(definition: Manifest) -> dict[str, Structural]:
    """Returns the schemas of a CRD by version; versions without a schema are missing."""
    spec = (read_definition(definition.value) or {}).get("spec") or {}
    found = {each["name"]: (each.get("schema") or {}).get("openAPIV3Schema") for each in spec.get("versions") or ()}
    return {version: Structural(raw) for version, raw in found.items() if raw is not None}


def _with_defaults(obj: JsonValue, schema: Structural | None) -> JsonValue:
    """Returns a copy of an object with the defaults of a schema, and without nulls that the schema does not allow."""
    value: JsonValue = copy_json(obj)
    drop_nulls(value, schema)
    with suppress(OutgrownError):
        apply_defaults(value, schema)
    return value


def _version(manifest: Manifest) -> str:
    return manifest.identity.api_version.rpartition("/")[2]
