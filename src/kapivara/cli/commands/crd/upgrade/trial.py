"""Tries a change of CRDs: stores objects under the old CRDs, then updates these to the new CRDs.

All of this happens in one registry in memory, the same that the server uses. Before and after the change, each object
is read, and written unchanged in all possible ways as dry runs, in every served version. Objects that a webhook would
convert are tried in their own version only, in a registry that converts nothing.

Each version of a CRD gets a registry of its own, whose old and new CRD have it as their storage version and convert
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.api import Api
from kapivara.apis.groups.apiextensions.changes.version import converts_by_webhook
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.cli.commands.crd.upgrade.crd_changes import placed_advice, placed_changes
from kapivara.cli.commands.crd.upgrade.object_trial import VersionTrial, only_in_first
from kapivara.cli.commands.crd.upgrade.report import (
    Attempt,
    DefinitionOutcome,
    FieldValue,
    ObjectOutcome,
    PlacedAdvice,
    Refusal,
    UpgradeReport,
    VersionOutcome,
)
from kapivara.cli.findings import Result, Unreadable, Verdict, Write
from kapivara.cli.hints.refused_crds import with_hints
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.dry_run import Progress, served_versions, version_names
from kapivara.cli.validation.old_objects import OldObjects
from kapivara.cli.validation.results import judge, name_conflicts, refuse
from kapivara.cli.validation.status_findings import forgiven_findings
from kapivara.meta.identity import member, text_member
from kapivara.registry.crds.version_order import newest_first
from kapivara.registry.requests.outcome import Outcome
from kapivara.schema.changes.change import ChangeClass
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import record, replace


class UnconvertedVersions:
    """The registries for objects that a webhook would convert; `new` maps names to the new CRDs."""

    def __init__(self, new: Mapping[str, Manifest]) -> None:
        self._new = new
        self._registries: dict[tuple[str, str], tuple[Api, OldObjects]] = {}

    def registry(self, old: Manifest, version: str) -> Api:
        """Returns the registry for objects of a CRD in a version."""
        key = old.identity.name, version
        if key not in self._registries:
            api = Api(assume_namespaces=True)
            read = read_definition(old.value)
            changed = old if read is None else old.with_value(stored_in(read, version))
            old_objects = OldObjects(api, [changed])
            old_objects.store(changed)
            self._registries[key] = api, old_objects
        return self._registries[key][0]

    def change(self) -> None:
        """Replaces the old CRDs by the new ones, if these still have the version."""
        for (name, version), (api, old_objects) in self._registries.items():
            new = self._new.get(name)
            read = None if new is None else read_definition(new.value)
            if new is None or read is None:
                continue
            update = old_objects.as_update(new.with_value(stored_in(read, version)))
            if update is not None:
                api.update(update)


def stored_in(definition: JsonObject, version: str) -> JsonObject:
    """Returns a CRD changed to store its objects in a version and to convert nothing."""
    changed: JsonObject = copy_json(definition)
    for each in changed["spec"]["versions"] or ():
        each["storage"] = each["name"] == version
    changed["spec"]["conversion"] = {"strategy": "None"}
    changed.pop("status", None)
    return changed


@record(eq=False)
class _Before:
    """An object under its old CRD: its form in each version, and the writes that were already rejected."""

    manifest: Manifest
    shown: dict[str, JsonObject]
    refused: Mapping[str, Mapping[Attempt, Outcome]]


class Upgrade:
    """One change: the old CRDs, the new CRDs, and stored objects; with `advice`, advice about additions."""

    def __init__(
        self, old: Sequence[Manifest], new: Sequence[Manifest], unreadable: list[Unreadable], *, advice: bool = False
    ) -> None:
        self._api = Api(assume_namespaces=True)
        self._old_objects = OldObjects(self._api, old)
        self._old = old
        self._new = {each.identity.name: each for each in new}
        self._unreadable = unreadable
        self._definitions: dict[tuple[str, str], Manifest] = {}  # the old CRDs in the registry, by group and kind
        self._unconverted = UnconvertedVersions(self._new)
        self._with_advice = advice
        self._webhooks: dict[str, bool] = {}  # cached, by names of CRDs

    def run(
        self, objects: Sequence[Manifest], progress: Progress, allowed: frozenset[ChangeClass] = frozenset()
    ) -> UpgradeReport:
        """Stores the objects, changes the CRDs, and returns the outcome of all objects."""
        for definition in self._old:
            self._store_definition(definition)
        known = [each for each in objects if _kind(each) in self._definitions]
        before = {id(each): found for each in progress(known, "storing") if (found := self._store(each)) is not None}
        stored = [each for each in known if id(each) in before]
        outcomes = {name: self._define(new, stored) for name, new in self._new.items()}
        removed = {old.identity.name: old for old in self._old if old.identity.name not in self._new}
        outcomes |= {name: _removed(old) for name, old in removed.items()}
        self._unconverted.change()
        after = [self._look(before[id(each)], outcomes) for each in progress(stored, "objects")]
        return UpgradeReport(
            tuple(outcomes.values()),
            tuple(after),
            others=len(objects) - len(known),
            unreadable=tuple(self._unreadable),
            allowed=allowed,
        )

    def _store_definition(self, definition: Manifest) -> None:
        self._old_objects.store(definition)
        stored = self._old_objects.stored(definition)
        if stored is not None and stored.ok:
            spec = member(definition.value, "spec")
            self._definitions[text_member(spec, "group"), text_member(member(spec, "names"), "kind")] = definition
        else:
            message = f"a server could not store this CRD: {_message(stored)}"
            self._unreadable.append(Unreadable(definition.place, message))

    def _store(self, manifest: Manifest) -> _Before | None:
        """Stores an object; appends the reason to the errors if that fails."""
        definition = self._definitions[_kind(manifest)]
        versions = served_versions(member(definition.value, "spec"))
        own, api = _version(manifest), self._api
        if own in versions and self._needs_webhook(definition):
            api, versions = self._unconverted.registry(definition, own), frozenset((own,))
        placed = api.store_unchecked(manifest.decoded)
        if not placed.ok:
            why = _message(placed) if own in versions else f"the old CRD does not serve version {own}"
            self._unreadable.append(Unreadable(manifest.place, f"cannot be stored: {why}"))
            return None
        shown = {version: self._get(api, manifest, version).object or {} for version in versions}
        bodies = {**shown, own: manifest.value}
        refused = {v: VersionTrial(api, manifest, v, obj, bodies[v]).refused() for v, obj in shown.items()}
        return _Before(manifest, shown, refused)

    def _needs_webhook(self, definition: Manifest) -> bool:
        """Returns whether a webhook converts objects, before or after the change."""
        name = definition.identity.name
        if name not in self._webhooks:
            sides = (definition, self._new.get(name))
            found = [read_definition(each.value) for each in sides if each is not None]
            self._webhooks[name] = any(each is not None and converts_by_webhook(each["spec"]) for each in found)
        return self._webhooks[name]

    def _define(self, definition: Manifest, stored: Sequence[Manifest]) -> DefinitionOutcome:
        """Replaces an old CRD by the new one."""
        update, old = self._old_objects.as_update(definition), self._old_objects.old_of(definition)
        if update is None or old is None:
            outcome = self._api.create(definition.decoded, field_validation="Strict")
            return DefinitionOutcome(self._result(definition, outcome), advice=self._advice(None, definition))
        outcome = self._api.update(update, field_validation="Strict")
        result = self._result(definition, outcome, Write.UPDATE)
        before, after = (served_versions(member(each.value, "spec")) for each in (old, definition))
        dropped = tuple(newest_first(list(before - after))) if outcome.ok else ()
        changes = placed_changes(old, definition, [each for each in stored if self._definitions[_kind(each)] is old])
        versions = tuple(dict.fromkeys((*version_names(old.value), *version_names(definition.value))))
        return DefinitionOutcome(
            result,
            dropped_versions=dropped,
            changes=changes or (),
            compared=changes is not None,
            versions=versions,
            advice=self._advice(old, definition),
        )

    def _result(self, definition: Manifest, outcome: Outcome, write: Write = Write.CREATE) -> Result:
        result = with_hints(judge(definition, outcome, write), definition, self._api)
        return replace(result, warnings=result.warnings + name_conflicts(outcome, definition))

    def _advice(self, old: Manifest | None, new: Manifest) -> tuple[PlacedAdvice, ...]:
        return placed_advice(old, new) if self._with_advice else ()

    def _look(self, before: _Before, outcomes: Mapping[str, DefinitionOutcome]) -> ObjectOutcome:
        manifest = before.manifest
        definition = self._definitions[_kind(manifest)]
        result = outcomes[definition.identity.name].result
        if result.verdict is not Verdict.VALID:
            note = f"not tested, because its CRD is invalid ({result.place})"
            return ObjectOutcome(manifest.place, manifest.identity, (), note=note)
        spec = member(self._new[definition.identity.name].value, "spec")
        storage = {text_member(each, "name") for each in spec["versions"] if member(each, "storage") is True}
        served = newest_first(list(served_versions(spec)))
        api, asked = self._api, tuple(served)
        if self._needs_webhook(definition):
            api = self._unconverted.registry(definition, _version(manifest))
            asked = tuple(each for each in served if each == _version(manifest))
        looked = tuple(self._look_at(api, before, version, storage=version in storage) for version in asked)
        note = "" if served else "not tested, because its CRD serves no version"
        not_asked = tuple(each for each in served if each not in asked)
        return ObjectOutcome(manifest.place, manifest.identity, looked, note=note, not_asked=not_asked)

    def _look_at(self, api: Api, before: _Before, version: str, *, storage: bool) -> VersionOutcome:
        """Reads and writes an object in one version of its new CRD."""
        manifest = before.manifest
        own = _version(manifest)
        now = self._get(api, manifest, version)
        was = before.shown.get(version, before.shown[own])
        is_ = now.object if now.object is not None else was
        trial = VersionTrial(api, manifest, version, now.object, manifest.value if version == own else was)
        refused = trial.refused()
        if now.object is None:
            refused[Attempt.UPDATE] = now
        known = before.refused.get(version, {})
        update = now if now.object is None else trial.update()
        return VersionOutcome(
            version=version,
            storage=storage,
            refusals=tuple(Refusal(each, trial.findings(each, refused[each]), each in known) for each in refused),
            forgiven=forgiven_findings(update, manifest),
            pruned=_without(only_in_first(was, is_), only_in_first(was, manifest.value)),
            defaulted=only_in_first(is_, was),
        )

    def _get(self, api: Api, manifest: Manifest, version: str) -> Outcome:
        identity = manifest.identity
        return api.get(f"{manifest.group}/{version}", identity.kind, identity.name, namespace=identity.namespace)


def _without(lost: Sequence[FieldValue], made_up: Sequence[FieldValue]) -> tuple[FieldValue, ...]:
    """Leaves out fields that only the old defaults had set: no data is lost."""
    tops = [each.field for each in made_up]
    return tuple(
        each
        for each in lost
        if not any(each.field == top or each.field.startswith((f"{top}.", f"{top}[")) for top in tops)
    )


def _removed(old: Manifest) -> DefinitionOutcome:
    return DefinitionOutcome(refuse(old, "the new side does not have it: the server would delete all of its objects"))


def _kind(manifest: Manifest) -> tuple[str, str]:
    return manifest.group, manifest.identity.kind


def _version(manifest: Manifest) -> str:
    return manifest.identity.api_version.rpartition("/")[2]


def _message(outcome: Outcome | None) -> str:
    return outcome.status.message if outcome is not None and outcome.status is not None else "it has no name"
