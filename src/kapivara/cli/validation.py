"""Puts manifests through the façade: definitions first, whatever their order, then every object as a dry-run create.

The registry is the one that the server uses, in memory and empty but for what the definitions add. Namespaces that
objects name are assumed to exist; an object that exists already has passed all rules, so it counts as valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kapivara.api import Api
from kapivara.cli.answers import findings_of
from kapivara.cli.builtin_kinds import builtin_groups, builtin_kinds
from kapivara.cli.findings import Finding, Result, Verdict
from kapivara.cli.manifests import Manifest, member, text
from kapivara.codec import Decoded
from kapivara.registry.outcome import Outcome
from kapivara.values import JsonValue, deep_equal
from kapivara.values.record import record
from kapivara.version import KUBERNETES

DEFINITION = ("apiextensions.k8s.io", "CustomResourceDefinition")
EXISTS = "AlreadyExists"
NOT_ASKED = "NotAsked"  # the reason of errors that kept an object from being put to the registry at all

Progress = Callable[[Sequence[Manifest], str], Iterable[Manifest]]


@record
class Known:
    """A definition among the input: where it stands, which versions it serves, and whether it is served at all."""

    manifest: Manifest
    versions: frozenset[str]
    served: bool


def is_definition(manifest: Manifest) -> bool:
    """Tells whether a manifest is a CustomResourceDefinition, of any version."""
    return (manifest.group, manifest.identity.kind) == DEFINITION


class Validation:
    """One run over all manifests."""

    def __init__(self, field_validation: str) -> None:
        self._api = Api(assume_namespaces=True)
        self._field_validation = field_validation
        self._known: dict[tuple[str, str], Known] = {}

    def run(self, manifests: Sequence[Manifest], definitions: Sequence[Manifest], progress: Progress) -> list[Result]:
        """Checks the manifests, in their order; the definitions from elsewhere are reported only where refused."""
        own = [manifest for manifest in manifests if is_definition(manifest)]
        names = {manifest.identity.name for manifest in own}
        results = {id(manifest): self._define(manifest) for manifest in progress(own, "definitions")}
        elsewhere = [manifest for manifest in definitions if manifest.identity.name not in names]
        refused = [result for manifest in elsewhere if (result := self._define(manifest)).verdict is Verdict.INVALID]
        for manifest in progress(manifests, "objects"):
            if id(manifest) not in results:
                results[id(manifest)] = self._check(manifest)
        return refused + [results[id(manifest)] for manifest in manifests]

    def _define(self, manifest: Manifest) -> Result:
        spec = member(manifest.value, "spec")
        key = text(spec, "group"), text(member(spec, "names"), "kind")
        before = self._known.get(key)
        if before is not None and before.manifest.identity.name == manifest.identity.name:
            if not deep_equal(before.manifest.value, manifest.value):
                return _refuse(manifest, f"defined before, and differently, at {before.manifest.place}")
            if before.served:
                return _result(manifest, (), ())
        if not self._api.serves(manifest.identity.api_version, manifest.identity.kind):
            self._known.setdefault(key, Known(manifest, frozenset(), False))
            return _judge_unknown(manifest)
        outcome = self._create(manifest, dry_run=False)
        conflicts = _conflicts(outcome)
        self._known.setdefault(key, Known(manifest, _served_versions(spec), outcome.ok and not conflicts))
        return _judge(manifest, outcome, conflicts)

    def _check(self, manifest: Manifest) -> Result:
        identity = manifest.identity
        if type(manifest.value) is not dict:
            return _refuse(manifest, "a manifest must be an object")
        for field, given in (("apiVersion", identity.api_version), ("kind", identity.kind)):
            if not given:
                return _refuse(manifest, "must be set, to a text", field)
        known = self._known.get((manifest.group, identity.kind))
        if known is not None:
            return self._check_custom(manifest, known)
        if self._api.serves(identity.api_version, identity.kind):
            return _judge(manifest, self._create(manifest, dry_run=True))
        return _judge_unknown(manifest)

    def _check_custom(self, manifest: Manifest, known: Known) -> Result:
        version = manifest.identity.api_version.rpartition("/")[2]
        if not known.served:
            return _refuse(
                manifest, f"not checked, because its definition is not served ({known.manifest.place})", "kind"
            )
        if version not in known.versions:
            served = ", ".join(sorted(known.versions)) or "none"
            return _refuse(manifest, f"its definition does not serve version {version}, but: {served}", "apiVersion")
        return _judge(manifest, self._create(manifest, dry_run=True))

    def _create(self, manifest: Manifest, *, dry_run: bool) -> Outcome:
        body = Decoded(manifest.value, manifest.duplicates)
        return self._api.create(body, dry_run=dry_run, field_validation=self._field_validation)


def _served_versions(spec: JsonValue) -> frozenset[str]:
    versions = member(spec, "versions")
    listed = versions if type(versions) is list else []
    return frozenset(text(each, "name") for each in listed if member(each, "served") is True)


def _judge(manifest: Manifest, outcome: Outcome, remarks: tuple[str, ...] = ()) -> Result:
    status, warnings = outcome.status, outcome.warnings + remarks
    if outcome.ok or status is None or status.reason == EXISTS:
        return _result(manifest, (), warnings)
    return _result(manifest, tuple(findings_of(status, manifest)), warnings)


def _conflicts(outcome: Outcome) -> tuple[str, ...]:
    """Says why a definition that was accepted is not served: names that another one has."""
    conditions = member(member(outcome.object, "status"), "conditions")
    return tuple(
        f"accepted, but never served: {text(each, 'message')}"
        for each in (conditions if type(conditions) is list else ())
        if text(each, "type") == "NamesAccepted" and text(each, "status") == "False"
    )


def _judge_unknown(manifest: Manifest) -> Result:
    """Words what is known of a kind that the registry does not have."""
    identity = manifest.identity
    if identity.kind in builtin_kinds().get(identity.api_version, ()):
        note = "not checked: this version of kapivara does not know this built-in kind yet"
        return Result(manifest.place, identity, Verdict.SKIPPED, note=note)
    if manifest.group in builtin_groups():
        return _refuse(
            manifest, f"kube-apiserver {KUBERNETES} has no {identity.kind} in {identity.api_version}", "kind"
        )
    unknown = f"no definition of {identity.kind} in group {manifest.group} is known"
    return _refuse(manifest, f"{unknown}: name the files with its CustomResourceDefinition by --crds PATH", "kind")


def _refuse(manifest: Manifest, message: str, field: str = "") -> Result:
    return _result(manifest, (Finding(manifest.find(field), field, NOT_ASKED, message),), ())


def _result(manifest: Manifest, errors: tuple[Finding, ...], warnings: tuple[str, ...]) -> Result:
    verdict = Verdict.INVALID if errors else Verdict.VALID
    return Result(manifest.place, manifest.identity, verdict, errors, warnings)
