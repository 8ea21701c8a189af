"""`validate --openapi`: validates objects against OpenAPI documents, with the same results as the server's validation.

Each object is validated against the schema of its kind, with its old version if there is one. Nothing is stored, and
no other rules of a server apply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kapivara.apis.machinery.objects.body import undecodable_text
from kapivara.cli.findings import Result, Verdict, Write
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.dry_run import USUAL, Progress, ServerTerms, Strictness, Validation
from kapivara.cli.validation.results import judge, refuse, refuse_nameless
from kapivara.cli.validation.status_findings import findings_of, is_strictly_refused
from kapivara.meta import Status, bad_request_status, invalid_status, kind_of
from kapivara.openapi.access.connection import DocumentAccess
from kapivara.openapi.access.sources import DocumentSources
from kapivara.openapi.errors import DocumentError
from kapivara.openapi.result import Judgement
from kapivara.openapi.validator import Validator
from kapivara.registry.requests.outcome import Outcome
from kapivara.values import ABSENT
from kapivara.values.deadline import DeadlineExceededError
from kapivara.values.record import replace


def read_documents(sources: Sequence[str], access: DocumentAccess, *, request_timeout: float) -> DocumentSources:
    """Returns the documents, and those listed in the indexes of servers; raises CommandError if one cannot be read."""
    try:
        return DocumentSources(sources, access=access, request_timeout=request_timeout)
    except DocumentError as error:
        raise CommandError(str(error)) from None


_UNKNOWN = "no schema of the documents has this kind in x-kubernetes-group-version-kind"


class DocumentValidation(Validation):
    """Validates all manifests of one run against OpenAPI documents."""

    def __init__(
        self,
        documents: DocumentSources,
        strictness: Callable[[str], Strictness],
        old: Sequence[Manifest] = (),
        terms: ServerTerms = USUAL,
    ) -> None:
        super().__init__(strictness, old, terms)
        self._documents = documents

    def define(
        self,
        own: Sequence[Manifest],  # noqa: ARG002
        definitions: Sequence[Manifest],  # noqa: ARG002
        objects: Sequence[Manifest],  # noqa: ARG002
        progress: Progress,  # noqa: ARG002
    ) -> list[Result]:
        """Returns no results: CRDs are validated like any other object."""
        return []

    def is_built_in(self, manifest: Manifest) -> bool:  # noqa: ARG002  the same for all
        """Returns True for all objects, since no CRD of the input defines a kind."""
        return True

    def _check(self, manifest: Manifest) -> Result:
        identity = manifest.identity
        if not identity.api_version or not identity.kind:
            return refuse_nameless(manifest)
        try:
            validator = self._documents.find(identity.api_version, identity.kind)
            if validator is not None:
                return self._judge(manifest, validator)
        except DocumentError as error:
            raise CommandError(str(error)) from None
        message = f"{identity.api_version}, Kind={identity.kind}: {_UNKNOWN}"
        if self._strictness(manifest.document.source).fails_unknown:
            return refuse(manifest, message, "kind")
        return Result(manifest.place, identity, Verdict.UNKNOWN, note=message)

    def _judge(self, manifest: Manifest, validator: Validator) -> Result:
        body, old = manifest.decoded, self._old_objects.old_of(manifest)
        write = Write.CREATE if old is None else Write.UPDATE
        try:
            found = validator.judge(body.value, ABSENT if old is None else old.value)
        except DeadlineExceededError:
            note = "not validated: it takes longer than --request-timeout"
            return Result(manifest.place, manifest.identity, Verdict.SKIPPED, note=note, write=write)
        outcome = self._outcome(manifest, found)
        result = judge(manifest, outcome, write)
        if is_strictly_refused(outcome) and found.errors:
            return replace(result, next=tuple(findings_of(_invalid(manifest, found), manifest)))
        return result

    def _outcome(self, manifest: Manifest, found: Judgement) -> Outcome:
        """Converts the errors of a validation to the outcome of a server that has no other rules."""
        identity, mode = manifest.identity, self._strictness(manifest.document.source).field_validation
        kind = kind_of(identity.api_version, identity.kind)
        strict_errors = (*(f'duplicate field "{each}"' for each in manifest.duplicates), *found.strict_errors)
        if strict_errors and mode == "Strict":
            problem = f"strict decoding error: {', '.join(strict_errors)}"
            return Outcome(400, status=bad_request_status(undecodable_text(problem, kind, identity.kind, b"")))
        warnings = (*(strict_errors if mode == "Warn" else ()), *found.warnings)
        if not found.errors:
            return Outcome(200, warnings=warnings, ratcheted=found.forgiven)
        return Outcome(
            422,
            status=_invalid(manifest, found),
            warnings=warnings,
            ratcheted=found.forgiven,
            unforgiven=found.unforgiven,
        )


def _invalid(manifest: Manifest, found: Judgement) -> Status:
    identity = manifest.identity
    return invalid_status(kind_of(identity.api_version, identity.kind).group_kind, identity.name, found.errors)
