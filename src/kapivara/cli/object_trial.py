"""The writes that are tried with one stored object, in one version: none of them changes anything.

It is created once more, written back whole, through /status and through /scale, and applied: all as dry runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.api import Api
from kapivara.cli.answers import findings_of, noted_findings
from kapivara.cli.findings import Finding
from kapivara.cli.judging import EXISTS
from kapivara.cli.manifests import Manifest
from kapivara.cli.upgrade_findings import Attempt
from kapivara.codec import Decoded
from kapivara.meta.identity import member
from kapivara.registry.outcome import Outcome
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

_MADE_BY_THE_SERVER = ("resourceVersion", "uid", "creationTimestamp", "generation", "managedFields")
_APPLIER = "kapivara"


@record(eq=False)
class VersionTrial:
    """An object in a version: as the server shows it (None where it does not), and the body of a create of it."""

    api: Api
    manifest: Manifest
    version: str
    shown: JsonObject | None
    body: JsonObject

    def attempts(self) -> Iterator[tuple[Attempt, Outcome]]:
        """Tries all writes that there are; a subresource that is not there, or shows nothing, is passed over."""
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
        """Lists the writes that are refused."""
        return {attempt: outcome for attempt, outcome in self.attempts() if not _is_accepted(outcome)}

    def update(self) -> Outcome:
        """Writes the object back whole, as it is shown."""
        return self.api.update(self.shown or {}, dry_run=True)

    def findings(self, attempt: Attempt, outcome: Outcome) -> tuple[Finding, ...]:
        """Lists why a write is refused; of updates with a note of why it was not forgiven."""
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
        """The object without what only the server says of it."""
        given: JsonValue = member(self.body, "metadata")
        metadata = {name: value for name, value in given.items() if name not in _MADE_BY_THE_SERVER} if given else given
        return {**self.body, "apiVersion": self._api_version, "metadata": metadata}

    @property
    def _api_version(self) -> str:
        return f"{self.manifest.group}/{self.version}"


def _is_accepted(outcome: Outcome) -> bool:
    """Tells whether a write is accepted; a create of what exists already has passed all rules."""
    return outcome.ok or outcome.status is None or outcome.status.reason == EXISTS
