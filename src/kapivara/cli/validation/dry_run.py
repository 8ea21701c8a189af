"""Validates manifests through the façade: creates CRDs first, then every object as a dry run.

The registry is the one that the server uses, in memory, with no objects except CRDs and, if there is an old side, the
old versions of objects: objects with an old version are updated, all others created. Namespaces are assumed to exist.
An object that already exists has passed all rules, so it counts as valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from kapivara.api import Api
from kapivara.apis.catalog.rows import CATALOG
from kapivara.cli.findings import Gone, Result, Verdict, Write
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.options.server import NEWEST_VERSION
from kapivara.cli.validation.old_objects import OldObjects
from kapivara.cli.validation.results import judge, judge_unknown, name_conflicts, refuse, refuse_nameless
from kapivara.meta.identity import member, text_member
from kapivara.registry.registry import REQUEST_SECONDS
from kapivara.registry.requests.outcome import Outcome
from kapivara.values import JsonValue, deep_equal
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.api.loading import FieldValidation
    from kapivara.cli.hints.fields import FieldHints
    from kapivara.cli.hints.kinds import KindGuide
    from kapivara.cli.validation.broken_rules import BrokenRules

Progress = Callable[[Sequence[Manifest], str], Iterable[Manifest]]


@record
class Known:
    """A CRD of the input, the versions that it serves, and whether it is served at all."""

    manifest: Manifest
    versions: frozenset[str]
    served: bool


@record
class Strictness:
    """The treatment of unknown and duplicate fields, and of objects without a known CRD."""

    field_validation: FieldValidation = "Strict"
    fails_unknown: bool = True


STRICT = Strictness()


@record
class ServerTerms:
    """The server for validation: its version, its time limit for requests, and whether it calls webhooks.

    `webhook_services` holds the addresses of services that run webhooks, `feature_gates` the gates to turn on or off.
    """

    kubernetes_version: str = NEWEST_VERSION
    request_timeout: float = REQUEST_SECONDS
    ask_webhooks: bool = False
    webhook_services: Mapping[str, str] = MappingProxyType({})
    feature_gates: Mapping[str, bool] = MappingProxyType({})

    def api(self) -> Api:
        """Returns an empty server with these properties, for validation only."""
        return Api(
            assume_namespaces=True,
            request_timeout=self.request_timeout,
            kubernetes_version=self.kubernetes_version,
            ask_webhooks=self.ask_webhooks,
            webhook_services=self.webhook_services,
            feature_gates=self.feature_gates,
        )


USUAL = ServerTerms()


class Validation:
    """One run over all manifests; `old` holds the old side.

    `strictness` returns the strictness for a file, `terms` describes the server.
    """

    def __init__(
        self,
        strictness: Callable[[str], Strictness] = lambda _: STRICT,
        old: Sequence[Manifest] = (),
        terms: ServerTerms = USUAL,
    ) -> None:
        self._api = terms.api()
        self._kubernetes_version = terms.kubernetes_version
        self._strictness = strictness
        self._known: dict[tuple[str, str], Known] = {}
        self._definitions: tuple[Manifest, ...] = ()  # kept alive, since their ids are keys
        self._defined: dict[int, Result] = {}
        self._old_objects = OldObjects(self._api, old)

    def run(self, manifests: Sequence[Manifest], definitions: Sequence[Manifest], progress: Progress) -> list[Result]:
        """Returns the results of the manifests in order; results of CRDs from elsewhere only if they are rejected."""
        own = [manifest for manifest in manifests if manifest.is_definition]
        objects = [manifest for manifest in manifests if not manifest.is_definition] if own else manifests
        refused = self.define(own, definitions, objects, progress)
        checked = map(self.check, progress(objects, "objects"))
        if not own:
            return refused + list(checked)
        results = dict(zip(map(id, objects), checked, strict=True))
        return refused + [results.get(id(manifest)) or self.check(manifest) for manifest in manifests]

    def define(
        self, own: Sequence[Manifest], definitions: Sequence[Manifest], objects: Sequence[Manifest], progress: Progress
    ) -> list[Result]:
        """Creates CRDs before any object is validated; results of CRDs in the input are returned by `check`.

        Returns the results of CRDs from elsewhere that are rejected.
        """
        names = {manifest.identity.name for manifest in own}
        elsewhere = [manifest for manifest in definitions if manifest.identity.name not in names]
        self._definitions = *own, *elsewhere
        self._defined = self._define_all(self._definitions, objects, progress)
        results = [(self._defined[id(each)], each) for each in elsewhere]
        return [_shown(result, each) for result, each in results if result.verdict is Verdict.INVALID]

    def check(self, manifest: Manifest) -> Result:
        """Returns the result of an object, or the result of creating a CRD."""
        return _shown(self._defined.get(id(manifest)) or self._check(manifest), manifest)

    def is_built_in(self, manifest: Manifest) -> bool:
        """Returns whether an object is of a built-in kind, assuming that no CRD redefines one."""
        identity = manifest.identity
        return not manifest.is_definition and self._api.serves(identity.api_version, identity.kind)

    @property
    def redefines_built_in(self) -> bool:
        """Whether a CRD has a built-in kind."""
        return any((row.group, row.kind) in self._known for row in CATALOG)

    def gone(self, manifests: Sequence[Manifest]) -> tuple[Gone, ...]:
        """Returns the objects of the old side that are not among the manifests."""
        return self._old_objects.gone(manifests)

    def _define_all(
        self, definitions: Sequence[Manifest], objects: Sequence[Manifest], progress: Progress
    ) -> dict[int, Result]:
        """Creates new CRDs, stores the old objects under the old CRDs, then updates changed CRDs."""
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
                return refuse(manifest, f"a different CRD of this name is at {before.manifest.place}")
            if before.served:
                return Result(manifest.place, manifest.identity, Verdict.VALID)
        if not self._api.serves(manifest.identity.api_version, manifest.identity.kind):
            self._known.setdefault(key, Known(manifest, frozenset(), False))
            return judge_unknown(manifest, self._make_guide())
        result, outcome = self._write(manifest, dry_run=False)
        conflicts = name_conflicts(outcome, manifest)
        self._known.setdefault(key, Known(manifest, served_versions(spec), outcome.ok and not conflicts))
        return replace(result, warnings=result.warnings + conflicts)

    def _check(self, manifest: Manifest) -> Result:
        identity = manifest.identity
        if not identity.api_version or not identity.kind:
            return refuse_nameless(manifest)
        known = self._known.get((manifest.group, identity.kind)) if self._known else None
        if known is not None:
            return self._check_custom(manifest, known)
        if self._api.serves(identity.api_version, identity.kind):
            return self._write(manifest, dry_run=True)[0]
        fails = self._strictness(manifest.document.source).fails_unknown
        return judge_unknown(manifest, self._guide, fails_undefined=fails)

    @cached_property
    def _guide(self) -> KindGuide:
        """The guide to kinds that are not served, after all CRDs are created."""
        return self._make_guide()

    def _make_guide(self) -> KindGuide:
        from kapivara.cli.hints.kinds import KindGuide, KnownKind  # most kinds are served

        kinds = (
            KnownKind(group, tuple(sorted(known.versions)), kind, _other_names(known.manifest))
            for (group, kind), known in self._known.items()
            if known.served
        )
        return KindGuide(kinds)

    def _check_custom(self, manifest: Manifest, known: Known) -> Result:
        version = manifest.identity.api_version.rpartition("/")[2]
        if not known.served:
            return refuse(manifest, f"not validated, because its CRD is not served ({known.manifest.place})", "kind")
        if version not in known.versions:
            served = ", ".join(sorted(known.versions)) or "none"
            return refuse(manifest, f"its CRD does not serve version {version}, but: {served}", "apiVersion")
        return self._write(manifest, dry_run=True)[0]

    def _write(self, manifest: Manifest, *, dry_run: bool) -> tuple[Result, Outcome]:
        """Updates an object that has an old version, and creates any other."""
        mode = self._strictness(manifest.document.source).field_validation
        outcome = self._send(manifest, mode, dry_run=dry_run)
        is_update = self._old_objects.as_update(manifest) is not None
        note = "" if is_update else self._old_objects.problem(manifest)
        result = judge(manifest, outcome, Write.UPDATE if is_update else Write.CREATE, note)
        if result.errors or any(each.field for each in result.warnings):
            result = self._with_hints(result, manifest, outcome)
        return result, outcome

    def _send(self, manifest: Manifest, field_validation: FieldValidation, *, dry_run: bool) -> Outcome:
        update = self._old_objects.as_update(manifest)
        if update is not None:
            return self._api.update(update, dry_run=dry_run, field_validation=field_validation)
        as_read = manifest.decoded_as_read
        if as_read is not None and field_validation == "Strict":
            outcome = self._api.create(as_read, dry_run=dry_run, field_validation=field_validation)
            if outcome.ok and not outcome.warnings:  # the order of keys affects errors and warnings only
                return outcome
        return self._api.create(manifest.decoded, dry_run=dry_run, field_validation=field_validation)

    def _with_hints(self, result: Result, manifest: Manifest, outcome: Outcome) -> Result:
        """Adds hints to the server's errors, and the errors that the server would return next."""
        from kapivara.cli.validation.later_errors import with_later_errors  # most objects have no errors

        kind = self._api.registry.find_kind(manifest.identity.api_version, manifest.identity.kind)
        if kind is None:
            return result
        mode = self._strictness(manifest.document.source).field_validation
        send = partial(self._send, dry_run=True)
        result = with_later_errors(result, manifest, outcome, kind, field_validation=mode, send=send)
        known = self._known.get((manifest.group, manifest.identity.kind)) if kind.api.custom else None
        if known is not None:
            result = self._broken_rules.add(result, kind, known.manifest, lambda: send(manifest, "Ignore"))
        return self._hints.add(result, manifest, kind)

    @cached_property
    def _broken_rules(self) -> BrokenRules:
        from kapivara.cli.validation.broken_rules import BrokenRules  # most objects have no errors

        return BrokenRules()

    @cached_property
    def _hints(self) -> FieldHints:
        from kapivara.cli.hints.fields import FieldHints  # most objects have no errors

        return FieldHints(self._kubernetes_version)


def _shown(result: Result, manifest: Manifest) -> Result:
    """Adds source lines to errors and warnings."""
    if not result.errors and not result.warnings:
        return result
    from kapivara.cli.inputs.excerpts import with_excerpts  # most objects have no errors

    return with_excerpts(result, manifest)


def _other_names(definition: Manifest) -> tuple[str, ...]:
    """Returns the plural and the short names of a CRD's kind, as far as they can be read."""
    names = member(member(definition.value, "spec"), "names")
    short = member(names, "shortNames")
    given = [member(names, "plural"), *(short if type(short) is list else ())]
    return tuple(each for each in given if type(each) is str)


def served_versions(spec: JsonValue) -> frozenset[str]:
    """Returns the versions that a CRD serves, as far as its spec can be read."""
    return frozenset(text_member(each, "name") for each in _versions(spec) if member(each, "served") is True)


def version_names(definition: JsonValue) -> list[str]:
    """Returns the names of all versions of a CRD, as far as it can be read."""
    return [text_member(each, "name") for each in _versions(member(definition, "spec"))]


def _versions(spec: JsonValue) -> list[JsonValue]:
    versions = member(spec, "versions")
    return versions if type(versions) is list else []
