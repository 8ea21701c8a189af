"""Tries the writes of one stored object in one version, all as dry runs.

The object is created again, written back whole, through /status and through /scale, and applied.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.api import Api
from kapivara.cli.commands.crd.upgrade.report import Attempt, FieldValue
from kapivara.cli.findings import Finding
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.results import EXISTS
from kapivara.cli.validation.status_findings import findings_of, noted_findings
from kapivara.codec import Decoded
from kapivara.field import FieldPath
from kapivara.meta.identity import member
from kapivara.registry.requests.outcome import Outcome
from kapivara.values import JsonObject, JsonValue, deep_equal
from kapivara.values.record import record


def only_in_first(first: JsonObject, second: JsonObject) -> tuple[FieldValue, ...]:
    """Returns the topmost fields that the second object lacks or has as null."""
    fields = ((FieldPath.of(name), name) for name in sorted(first) if name != "apiVersion")
    return tuple(
        found for path, name in fields for found in _compare(path, first[name], second.get(name, _MISSING_VALUE))
    )


_MISSING_VALUE = None
"""Null counts as missing: a null that a default replaces is a defaulted field."""


def _compare(path: FieldPath, first: JsonValue, second: JsonValue) -> Iterator[FieldValue]:
    if second is _MISSING_VALUE:
        if first is not _MISSING_VALUE:
            yield FieldValue(str(path), first)
    elif type(first) is dict and type(second) is dict:
        for name in sorted(first):
            yield from _compare(path.child(name), first[name], second.get(name, _MISSING_VALUE))
    elif type(first) is list and type(second) is list and len(first) == len(second):
        for index, (one, other) in enumerate(zip(first, second, strict=True)):
            yield from _compare(path.index(index), one, other)
    elif not deep_equal(first, second):
        yield FieldValue(str(path), first)


_MADE_BY_THE_SERVER = ("resourceVersion", "uid", "creationTimestamp", "generation", "managedFields")
_APPLIER = "kapivara"


@record(eq=False)
class VersionTrial:
    """An object in a version: as the server returns it (None if it does not), and the body of a create."""

    api: Api
    manifest: Manifest
    version: str
    shown: JsonObject | None
    body: JsonObject

    def attempts(self) -> Iterator[tuple[Attempt, Outcome]]:
        """Yields the outcome of each write; skips subresources that do not exist or return nothing."""
        yield Attempt.CREATE, self._create()
        if self.shown is None:
            return
        yield Attempt.UPDATE, self.update()
        if self._get("status").ok:
            yield Attempt.STATUS, self.api.update(self.shown, subresource="status", dry_run=True)
        scale = self._get("scale").object
        if scale is not None:
            yield Attempt.SCALE, self._scale(scale)
        yield Attempt.APPLY, self._apply()

    def refused(self) -> dict[Attempt, Outcome]:
        """Returns the writes that the server rejects."""
        return {attempt: outcome for attempt, outcome in self.attempts() if not _is_accepted(outcome)}

    def update(self) -> Outcome:
        """Writes the returned object back whole."""
        return self.api.update(self.shown or {}, dry_run=True)

    def findings(self, attempt: Attempt, outcome: Outcome) -> tuple[Finding, ...]:
        """Returns why a write is rejected; for updates with a note why ratcheting did not forgive an error."""
        if attempt in (Attempt.CREATE, Attempt.APPLY) and outcome.status is not None:
            return tuple(findings_of(outcome.status, self.manifest))
        return noted_findings(outcome, self.manifest)

    def _create(self) -> Outcome:
        return self.api.create(Decoded(self._fresh()), dry_run=True, field_validation="Ignore")

    def _apply(self) -> Outcome:
        return self.api.apply(Decoded(self._fresh()), field_manager=_APPLIER, force=True, dry_run=True)

    def _scale(self, scale: JsonObject) -> Outcome:
        identity = self.manifest.identity
        replicas = {"spec": {"replicas": member(member(scale, "spec"), "replicas") or 0}}
        return self.api.patch(
            self._api_version,
            identity.kind,
            identity.name,
            replicas,
            namespace=identity.namespace,
            subresource="scale",
            dry_run=True,
        )

    def _get(self, subresource: str) -> Outcome:
        identity, at = self.manifest.identity, self._api_version
        return self.api.get(at, identity.kind, identity.name, namespace=identity.namespace, subresource=subresource)

    def _fresh(self) -> JsonObject:
        """Returns the object without the fields that only the server sets."""
        given: JsonValue = member(self.body, "metadata")
        metadata = {name: value for name, value in given.items() if name not in _MADE_BY_THE_SERVER} if given else given
        return {**self.body, "apiVersion": self._api_version, "metadata": metadata}

    @property
    def _api_version(self) -> str:
        return f"{self.manifest.group}/{self.version}"


def _is_accepted(outcome: Outcome) -> bool:
    """Returns whether a write is accepted; a create of an existing object has passed all rules."""
    return outcome.ok or outcome.status is None or outcome.status.reason == EXISTS
