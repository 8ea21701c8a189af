"""Finds the oldest version of Kubernetes that accepts a CRD unchanged, and the errors of the version before.

The CRD is created on servers of other versions as a dry run; their errors, warnings and dropped fields are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kapivara.api import Api
from kapivara.cli.inputs.manifests import Manifest
from kapivara.registry.requests.outcome import Outcome
from kapivara.schema.server_version import NEWEST, SERVER_VERSIONS, ServerVersion
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.api.modes import FieldValidation

_SELECTABLE = "selectableFields"


@record
class OldestVersion:
    """The oldest version that accepts a CRD, and the reasons why the version before does not.

    `older` is "" if the version is the oldest that kapivara supports.
    """

    version: str
    older: str = ""
    reasons: tuple[str, ...] = ()


def oldest_version(manifest: Manifest, *, strict: bool = False) -> OldestVersion | None:
    """Returns the oldest version that accepts a CRD unchanged; None if the newest version rejects it.

    Every version after one that accepts it does too. With `strict`, unknown fields count as a rejection.
    """
    newest = _create(manifest, NEWEST)
    if not newest.ok or (strict and not _create(manifest, NEWEST, "Strict").ok):
        return None
    first, last = 0, len(SERVER_VERSIONS) - 1
    older, reasons = "", tuple[str, ...]()
    while first < last:
        middle = (first + last) // 2
        found = tuple(_objections(_create(manifest, SERVER_VERSIONS[middle]), newest))
        if found:
            first, older, reasons = middle + 1, str(SERVER_VERSIONS[middle]), found
        else:
            last = middle
    return OldestVersion(str(SERVER_VERSIONS[first]), older, reasons)


def _create(manifest: Manifest, version: ServerVersion, field_validation: FieldValidation = "Ignore") -> Outcome:
    api = Api(assume_namespaces=True, kubernetes_version=str(version))
    return api.create(manifest.decoded, dry_run=True, field_validation=field_validation)


def _objections(outcome: Outcome, newest: Outcome) -> Iterator[str]:
    """Yields the errors, warnings and dropped fields of a version that the newest version does not have."""
    if not outcome.ok:
        yield from (f"{cause.field}: {cause.message}" for cause in outcome.causes)
        return
    yield from (each for each in outcome.warnings if each not in newest.warnings)
    kept = zip(outcome.object["spec"]["versions"], newest.object["spec"]["versions"], strict=True)
    for position, (shown, wanted) in enumerate(kept):
        if wanted.get(_SELECTABLE) and not shown.get(_SELECTABLE):
            yield f"spec.versions[{position}].{_SELECTABLE}: dropped"
