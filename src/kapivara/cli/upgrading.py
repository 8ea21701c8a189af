"""Tries a change of definitions out: objects are stored under the old ones, which then are updated to the new.

All of it happens in one registry in memory, the one that the server uses. Before and after the change each object is
read, written back as it is and created once more, as dry runs, in every version that is served.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.api import Api
from kapivara.cli.answers import findings_of, forgiven_findings, noted_findings
from kapivara.cli.differences import only_in_first
from kapivara.cli.findings import Finding, Result, Unreadable, Verdict, Write
from kapivara.cli.judging import EXISTS, judge, name_conflicts, refuse
from kapivara.cli.manifests import Manifest, member, text
from kapivara.cli.past import Past
from kapivara.cli.upgrade_findings import DefinitionFate, FieldValue, ObjectFate, UpgradeReport, VersionFate
from kapivara.cli.validation import Progress, served_versions
from kapivara.codec import Decoded
from kapivara.registry.outcome import Outcome
from kapivara.registry.version_order import newest_first
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

_MADE_BY_THE_SERVER = ("resourceVersion", "uid", "creationTimestamp", "generation", "managedFields")


@record(eq=False)
class _Before:
    """An object under its old definition: how each version shows it, and which writes were refused already."""

    manifest: Manifest
    shown: dict[str, JsonObject]
    refused_updates: frozenset[str]
    refused_creates: frozenset[str]


class Upgrade:
    """One change: the old definitions, the new ones, and the objects stored meanwhile."""

    def __init__(self, old: Sequence[Manifest], new: Sequence[Manifest], unreadable: list[Unreadable]) -> None:
        self._api = Api(assume_namespaces=True)
        self._past = Past(self._api, old)
        self._old = old
        self._new = {each.identity.name: each for each in new}
        self._unreadable = unreadable
        self._definitions: dict[tuple[str, str], Manifest] = {}  # the old ones that are in force, by group and kind

    def run(self, objects: Sequence[Manifest], progress: Progress) -> UpgradeReport:
        """Stores the objects, changes the definitions, and looks what became of the objects."""
        for definition in self._old:
            self._place_definition(definition)
        known = [each for each in objects if _kind(each) in self._definitions]
        before = {id(each): found for each in progress(known, "storing") if (found := self._store(each)) is not None}
        fates = {name: self._define(new) for name, new in self._new.items()}
        removed = {old.identity.name: old for old in self._old if old.identity.name not in self._new}
        fates |= {name: _removed(old) for name, old in removed.items()}
        stored = [each for each in known if id(each) in before]
        after = [self._look(before[id(each)], fates) for each in progress(stored, "objects")]
        others = len(objects) - len(known)
        return UpgradeReport(tuple(fates.values()), tuple(after), others, tuple(self._unreadable))

    def _place_definition(self, definition: Manifest) -> None:
        self._past.place(definition)
        placed = self._past.placed(definition)
        if placed is not None and placed.ok:
            spec = member(definition.value, "spec")
            self._definitions[text(spec, "group"), text(member(spec, "names"), "kind")] = definition
        else:
            message = f"no server could hold this definition: {_message(placed)}"
            self._unreadable.append(Unreadable(definition.place, message))

    def _store(self, manifest: Manifest) -> _Before | None:
        """Stores an object; notes why where that cannot be."""
        versions = served_versions(member(self._definitions[_kind(manifest)].value, "spec"))
        own = _version(manifest)
        placed = self._api.place(Decoded(manifest.value))
        if not placed.ok:
            why = _message(placed) if own in versions else f"the old definition does not serve version {own}"
            self._unreadable.append(Unreadable(manifest.place, f"cannot be stored: {why}"))
            return None
        shown = {version: self._get(manifest, version).object or {} for version in versions}
        updates = {version for version, obj in shown.items() if not self._api.update(obj, dry_run=True).ok}
        bodies = {**shown, own: manifest.value}
        creates = {version for version, body in bodies.items() if self._create_errors(manifest, version, body)}
        return _Before(manifest, shown, frozenset(updates), frozenset(creates))

    def _define(self, definition: Manifest) -> DefinitionFate:
        """Puts a new definition into the place of the old one."""
        update, old = self._past.as_update(definition), self._past.old_of(definition)
        if update is None or old is None:
            body = Decoded(definition.value, definition.duplicates)
            outcome = self._api.create(body, field_validation="Strict")
            return DefinitionFate(_with_conflicts(judge(definition, outcome), outcome))
        outcome = self._api.update(update, field_validation="Strict")
        result = _with_conflicts(judge(definition, outcome, Write.UPDATE), outcome)
        before, after = (served_versions(member(each.value, "spec")) for each in (old, definition))
        return DefinitionFate(result, tuple(newest_first(list(before - after))) if outcome.ok else ())

    def _look(self, before: _Before, fates: Mapping[str, DefinitionFate]) -> ObjectFate:
        manifest = before.manifest
        name = self._definitions[_kind(manifest)].identity.name
        result = fates[name].result
        if result.verdict is not Verdict.VALID:
            note = f"not looked at, because of its definition ({result.place})"
            return ObjectFate(manifest.place, manifest.identity, (), note)
        spec = member(self._new[name].value, "spec")
        storage = {text(each, "name") for each in spec["versions"] if member(each, "storage") is True}
        served = newest_first(list(served_versions(spec)))
        looked = tuple(self._look_at(before, version, storage=version in storage) for version in served)
        note = "" if looked else "not looked at, because its definition serves no version"
        return ObjectFate(manifest.place, manifest.identity, looked, note)

    def _look_at(self, before: _Before, version: str, *, storage: bool) -> VersionFate:
        """Reads, writes and creates an object in one version of its new definition."""
        manifest = before.manifest
        own = _version(manifest)
        now = self._get(manifest, version)
        update = now if now.object is None else self._api.update(now.object, dry_run=True)
        was = before.shown.get(version, before.shown[own])
        is_ = now.object if now.object is not None else was
        body = manifest.value if version == own else was
        return VersionFate(
            version=version,
            storage=storage,
            create_errors=self._create_errors(manifest, version, body),
            update_errors=() if update.ok else noted_findings(update, manifest),
            forgiven=forgiven_findings(update, manifest),
            pruned=_without(only_in_first(was, is_), only_in_first(was, manifest.value)),
            defaulted=only_in_first(is_, was),
            create_refused_before=version in before.refused_creates,
            update_refused_before=version in before.refused_updates,
        )

    def _create_errors(self, manifest: Manifest, version: str, obj: JsonObject) -> tuple[Finding, ...]:
        """Says what a create of the object in a version would be refused for."""
        given = member(obj, "metadata")
        metadata = {name: value for name, value in given.items() if name not in _MADE_BY_THE_SERVER} if given else given
        body = {**obj, "apiVersion": f"{manifest.group}/{version}", "metadata": metadata}
        outcome = self._api.create(Decoded(body), dry_run=True, field_validation="Ignore")
        if outcome.ok or outcome.status is None or outcome.status.reason == EXISTS:
            return ()
        return tuple(findings_of(outcome.status, manifest))

    def _get(self, manifest: Manifest, version: str) -> Outcome:
        identity = manifest.identity
        return self._api.get(f"{manifest.group}/{version}", identity.kind, identity.name, namespace=identity.namespace)


def _with_conflicts(result: Result, outcome: Outcome) -> Result:
    return replace(result, warnings=result.warnings + name_conflicts(outcome))


def _without(lost: Sequence[FieldValue], made_up: Sequence[FieldValue]) -> tuple[FieldValue, ...]:
    """Leaves out what only the old defaults put there: nobody loses it."""
    tops = [each.field for each in made_up]
    return tuple(
        each
        for each in lost
        if not any(each.field == top or each.field.startswith((f"{top}.", f"{top}[")) for top in tops)
    )


def _removed(old: Manifest) -> DefinitionFate:
    return DefinitionFate(refuse(old, "the new side does not have it: the server would delete all of its objects"))


def _kind(manifest: Manifest) -> tuple[str, str]:
    return manifest.group, manifest.identity.kind


def _version(manifest: Manifest) -> str:
    return manifest.identity.api_version.rpartition("/")[2]


def _message(outcome: Outcome | None) -> str:
    return outcome.status.message if outcome is not None and outcome.status is not None else "it has no name"
