"""Puts manifests through the façade: definitions first, whatever their order, then every object as a dry run.

The registry is the one that the server uses, in memory and empty but for what the definitions add, and for the old
versions of objects where there is an old side: then those are updated, all others created. Namespaces that objects
name are assumed to exist; an object that exists already has passed all rules, so it counts as valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.api import Api
from kapivara.cli.findings import Gone, Result, Verdict, Write
from kapivara.cli.judging import judge, judge_unknown, name_conflicts, refuse
from kapivara.cli.manifests import Manifest
from kapivara.cli.old_objects import OldObjects
from kapivara.meta.identity import member, text_member
from kapivara.registry.outcome import Outcome
from kapivara.registry.registry import REQUEST_SECONDS
from kapivara.values import JsonValue, deep_equal
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.cli.field_hints import FieldHints
    from kapivara.cli.unknown_kinds import KindGuide

Progress = Callable[[Sequence[Manifest], str], Iterable[Manifest]]


@record
class Known:
    """A definition among the input: where it stands, which versions it serves, and whether it is served at all."""

    manifest: Manifest
    versions: frozenset[str]
    served: bool


class Validation:
    """One run over all manifests; `old` is what was there before. Each may take so many seconds."""

    def __init__(
        self, field_validation: str, old: Sequence[Manifest] = (), *, request_timeout: float = REQUEST_SECONDS
    ) -> None:
        self._api = Api(assume_namespaces=True, request_timeout=request_timeout)
        self._field_validation = field_validation
        self._known: dict[tuple[str, str], Known] = {}
        self._old_objects = OldObjects(self._api, old)

    def run(self, manifests: Sequence[Manifest], definitions: Sequence[Manifest], progress: Progress) -> list[Result]:
        """Checks the manifests, in their order; the definitions from elsewhere are reported only where refused."""
        own = [manifest for manifest in manifests if manifest.is_definition]
        names = {manifest.identity.name for manifest in own}
        elsewhere = [manifest for manifest in definitions if manifest.identity.name not in names]
        objects = [manifest for manifest in manifests if not manifest.is_definition]
        results = self._define_all([*own, *elsewhere], objects, progress)
        refused = [result for each in elsewhere if (result := results[id(each)]).verdict is Verdict.INVALID]
        for manifest in progress(objects, "objects"):
            results[id(manifest)] = self._check(manifest)
        return refused + [results[id(manifest)] for manifest in manifests]

    def gone(self, manifests: Sequence[Manifest]) -> tuple[Gone, ...]:
        """Lists the objects that were there before and are not among the manifests."""
        return self._old_objects.gone(manifests)

    def _define_all(
        self, definitions: Sequence[Manifest], objects: Sequence[Manifest], progress: Progress
    ) -> dict[int, Result]:
        """Brings definitions into force; old objects are stored while those still are what they were."""
        for definition in definitions:
            self._old_objects.store(definition)
        changed = [each for each in definitions if self._old_objects.as_update(each) is not None]
        new = [each for each in definitions if self._old_objects.as_update(each) is None]
        results = {id(each): self._define(each) for each in progress(new, "definitions")}
        for manifest in objects:
            self._old_objects.store(manifest)
        return results | {id(each): self._define(each) for each in progress(changed, "definitions")}

    def _define(self, manifest: Manifest) -> Result:
        spec = member(manifest.value, "spec")
        key = text_member(spec, "group"), text_member(member(spec, "names"), "kind")
        before = self._known.get(key)
        if before is not None and before.manifest.identity.name == manifest.identity.name:
            if not deep_equal(before.manifest.value, manifest.value):
                return refuse(manifest, f"defined before, and differently, at {before.manifest.place}")
            if before.served:
                return Result(manifest.place, manifest.identity, Verdict.VALID)
        if not self._api.serves(manifest.identity.api_version, manifest.identity.kind):
            self._known.setdefault(key, Known(manifest, frozenset(), False))
            return judge_unknown(manifest, self._make_guide())
        result, outcome = self._write(manifest, dry_run=False)
        conflicts = name_conflicts(outcome)
        self._known.setdefault(key, Known(manifest, served_versions(spec), outcome.ok and not conflicts))
        return replace(result, warnings=result.warnings + conflicts)

    def _check(self, manifest: Manifest) -> Result:
        identity = manifest.identity
        if type(manifest.value) is not dict:
            return refuse(manifest, "a manifest must be an object")
        for field, given in (("apiVersion", identity.api_version), ("kind", identity.kind)):
            if not given:
                return refuse(manifest, "must be set, to a text", field)
        known = self._known.get((manifest.group, identity.kind))
        if known is not None:
            return self._check_custom(manifest, known)
        if self._api.serves(identity.api_version, identity.kind):
            return self._write(manifest, dry_run=True)[0]
        return judge_unknown(manifest, self._guide)

    @cached_property
    def _guide(self) -> KindGuide:
        """What is known of kinds that are not served, when all definitions are in force."""
        return self._make_guide()

    def _make_guide(self) -> KindGuide:
        from kapivara.cli.unknown_kinds import KindGuide, KnownKind  # most manifests are of kinds that are served

        kinds = (
            KnownKind(group, tuple(sorted(known.versions)), kind, _other_names(known.manifest))
            for (group, kind), known in self._known.items()
            if known.served
        )
        return KindGuide(kinds)

    def _check_custom(self, manifest: Manifest, known: Known) -> Result:
        version = manifest.identity.api_version.rpartition("/")[2]
        if not known.served:
            return refuse(
                manifest, f"not checked, because its definition is not served ({known.manifest.place})", "kind"
            )
        if version not in known.versions:
            served = ", ".join(sorted(known.versions)) or "none"
            return refuse(manifest, f"its definition does not serve version {version}, but: {served}", "apiVersion")
        return self._write(manifest, dry_run=True)[0]

    def _write(self, manifest: Manifest, *, dry_run: bool) -> tuple[Result, Outcome]:
        """Updates an object that was there before, creates any other."""
        update = self._old_objects.as_update(manifest)
        if update is not None:
            outcome = self._api.update(update, dry_run=dry_run, field_validation=self._field_validation)
            return self._told_more(judge(manifest, outcome, Write.UPDATE), manifest), outcome
        outcome = self._api.create(manifest.decoded, dry_run=dry_run, field_validation=self._field_validation)
        note = self._old_objects.problem(manifest)
        return self._told_more(judge(manifest, outcome, note=note), manifest), outcome

    def _told_more(self, result: Result, manifest: Manifest) -> Result:
        """Adds to the server's words what helps to find and correct a mistake."""
        identity = manifest.identity
        kind = self._api.registry.find_kind(identity.api_version, identity.kind) if result.errors else None
        return result if kind is None else self._hints.add(result, manifest, kind)

    @cached_property
    def _hints(self) -> FieldHints:
        from kapivara.cli.field_hints import FieldHints  # most objects have no errors

        return FieldHints()


def _other_names(definition: Manifest) -> tuple[str, ...]:
    """Lists what a definition calls its kind beside its name, as far as it can be read."""
    names = member(member(definition.value, "spec"), "names")
    short = member(names, "shortNames")
    given = [member(names, "plural"), *(short if type(short) is list else ())]
    return tuple(each for each in given if type(each) is str)


def served_versions(spec: JsonValue) -> frozenset[str]:
    """Lists the versions that a definition serves, as far as its spec can be read."""
    return frozenset(text_member(each, "name") for each in _versions(spec) if member(each, "served") is True)


def version_names(definition: JsonValue) -> list[str]:
    """Lists the names of all versions of a definition, as far as it can be read."""
    return [text_member(each, "name") for each in _versions(member(definition, "spec"))]


def _versions(spec: JsonValue) -> list[JsonValue]:
    versions = member(spec, "versions")
    return versions if type(versions) is list else []
