"""`kapivara crd check`: validates CRDs, estimates the cost of their CEL rules, and prints a report.

The CRD is created on servers of other versions as a dry run; their errors, warnings and dropped fields are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kapivara.api import Api
from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.apis.groups.apiextensions.rule_costs import SchemaCosts, rule_costs
from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.cli.findings import Location, Report, Result, Unreadable, Verdict
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.options.server import REPORT_OPTIONS, Output, feature_gates_option, kubernetes_version_option
from kapivara.cli.options.value_readers import read_integer
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.cli.validation.dry_run import ServerTerms, Validation
from kapivara.registry.requests.outcome import Outcome
from kapivara.schema.server_version import NEWEST, SERVER_VERSIONS, ServerVersion
from kapivara.values.record import record, replace
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.api.loading import FieldValidation


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


_PRICED = DEFINITIONS.gvr().api_version
_REPORTS = ReportModules(
    text="kapivara.cli.commands.crd.check.report_text",
    json="kapivara.cli.commands.crd.check.report_json",
    diagnosis="kapivara.cli.commands.crd.check.report_json",
)


@record(eq=False)
class CheckedDefinition:
    """A CRD, its result, the costs of its rules, and the oldest Kubernetes version that accepts it, if any."""

    manifest: Manifest
    result: Result
    schemas: tuple[SchemaCosts, ...]
    oldest: OldestVersion | None


@record(eq=False)
class DefinitionReport:
    """The results of one run in input order; `others` counts the objects that are not CRDs.

    `top` limits the number of rules listed for each schema in text; None for all.
    """

    definitions: tuple[CheckedDefinition, ...]
    others: int
    report: Report
    top: int | None = None


def _read_top(text: str) -> int:
    count = read_integer(text)
    if count < 0:
        raise BadValueError(f"{text!r} is negative: give 0 or more")
    return count


@command(
    Argument("paths", "PATH...", takes_all=True, project=ProjectValue.PATH),
    Option(
        "--top",
        "In text, list only the N most expensive rules of each schema.",
        metavar="N",
        read=_read_top,
        project=ProjectValue.TEXT,
    ),
    kubernetes_version_option(),
    feature_gates_option(),
    *REPORT_OPTIONS,
    examples=(
        Example("All CRDs of a folder, and the cost of their rules:", "kapivara crd check crds"),
        Example("In a GitHub workflow, as annotations of a pull request:", "kapivara crd check crds -o github"),
    ),
)
@deep_stack()
def check(
    paths: tuple[str, ...],
    *,
    top: int | None,
    kubernetes_version: str,
    feature_gates: dict[str, bool],
    output: tuple[Output, ...],
    output_file: str | None,
    found: FoundSettings | None = None,
) -> int:
    """Validate CustomResourceDefinitions as the API server would, and estimate the cost of their CEL rules.

    A PATH is a file, a folder or - for standard input, as for `validate`; objects other than CRDs are skipped. A table
    lists every rule with its estimated cost, its share of the cost limits of a rule and of a schema, the fields that
    drive the cost, its most expensive parts, and the bounds in the schema that would bring it below the limit; then the
    bounds that would do so for all rules of the schema. Below the table stands the oldest version of Kubernetes that
    accepts the CRD unchanged, and the errors of the version before.

    Exits 0 if the server would accept all CRDs, 1 if not, 2 if input could not be read.
    """
    unreadable: list[Unreadable] = []
    manifests = read_manifests(paths, unreadable)
    definitions = [manifest for manifest in manifests if manifest.is_definition]
    if not definitions and not unreadable:
        unreadable.append(Unreadable(Location(", ".join(paths)), "no CustomResourceDefinitions in this input"))
    validation = Validation(terms=ServerTerms(kubernetes_version, feature_gates=feature_gates))
    server = FeatureGates(feature_gates).extend(NEWEST)
    report = _check(validation, server, definitions, len(manifests) - len(definitions), tuple(unreadable))
    report = replace(report, top=top)
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.report.exit_code


def _check(
    validation: Validation,
    server: ServerVersion,
    definitions: Sequence[Manifest],
    others: int,
    unreadable: tuple[Unreadable, ...],
) -> DefinitionReport:
    results = validation.run(definitions, (), with_progress)
    checked = tuple(
        CheckedDefinition(manifest, result, _costs(manifest, server), _oldest(manifest, result, server))
        for manifest, result in zip(with_progress(definitions, "rules"), results, strict=True)
    )
    return DefinitionReport(checked, others, Report(tuple(results), unreadable))


def _oldest(manifest: Manifest, result: Result, server: ServerVersion) -> OldestVersion | None:
    """Returns the oldest version that accepts a CRD; None if none does, or if the CRD was skipped.

    Released versions reject fields that need one of the given feature gates.
    """
    return None if result.verdict is Verdict.SKIPPED else oldest_version(manifest, strict=server.is_extended)


def _costs(manifest: Manifest, server: ServerVersion) -> tuple[SchemaCosts, ...]:
    return rule_costs(manifest.value, server) if manifest.identity.api_version == _PRICED else ()
