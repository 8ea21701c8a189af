"""`kapivara crd check`: reads all input, checks the definitions in it, prices their rules, prints the report."""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.apiextensions.rule_costs import SchemaCosts, rule_costs
from kapivara.apis.catalog import DEFINITIONS
from kapivara.apis.feature_gates import FeatureGates
from kapivara.cli.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.findings import Location, Report, Result, Unreadable, Verdict
from kapivara.cli.found_settings import FoundSettings
from kapivara.cli.manifests import Manifest
from kapivara.cli.oldest_version import OldestVersion, oldest_version
from kapivara.cli.options import REPORT_OPTIONS, Output, feature_gates_option, kubernetes_version_option
from kapivara.cli.reading import read_manifests
from kapivara.cli.reports import ReportModules, write_report
from kapivara.cli.terminal import with_progress
from kapivara.cli.usage_error import BadValueError
from kapivara.cli.validation import ServerTerms, Validation
from kapivara.cli.value_readers import read_integer
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values.record import record, replace
from kapivara.values.stack import deep_stack

_PRICED = DEFINITIONS.gvr().api_version
_REPORTS = ReportModules(
    text="kapivara.cli.crd_report_text",
    json="kapivara.cli.crd_report_json",
    diagnosis="kapivara.cli.crd_report_diagnosis",
)


@record(eq=False)
class CheckedDefinition:
    """A definition, the server's answer to it, what its rules cost, and the oldest version that takes it, if any."""

    manifest: Manifest
    result: Result
    schemas: tuple[SchemaCosts, ...]
    oldest: OldestVersion | None


@record(eq=False)
class DefinitionReport:
    """All that one run found, in the order of the input; `others` is how many objects are no definitions.

    `top` is how many rules of a schema people want to see; None for all.
    """

    definitions: tuple[CheckedDefinition, ...]
    others: int
    report: Report
    top: int | None = None


def _read_top(text: str) -> int:
    count = read_integer(text)
    if count < 0:
        raise BadValueError(f"{text!r} is less than no rule at all")
    return count


@command(
    Argument("paths", "PATH...", takes_all=True, project=ProjectValue.PATH),
    Option(
        "--top",
        "Of text, list only so many rules of each schema, the dearest.",
        metavar="N",
        read=_read_top,
        project=ProjectValue.TEXT,
    ),
    kubernetes_version_option(),
    feature_gates_option(),
    *REPORT_OPTIONS,
    examples=(
        Example("All definitions of a folder, and what their rules cost:", "kapivara crd check crds"),
        Example("In a GitHub workflow, beside the lines of a pull request:", "kapivara crd check crds -o github"),
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
    """Tell whether the server would accept CustomResourceDefinitions, and what their rules cost.

    A PATH is a file, a folder or - for standard input, as for `validate`; objects other than definitions are left
    out. A table lists every rule: its estimated cost, which share that is of what one rule and of what all rules of a
    schema may cost, what drives it, which parts of it cost most, and which bounds would bring it under the limit; and
    which of them together would do for all rules of the schema. Below stands the oldest version of Kubernetes that
    takes the definition as it is, and what the one before it has against it.

    Exits 0 where the server would accept all definitions, 1 where not, 2 where input could not be read.
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
    """Returns the oldest version that takes a definition; what cannot be judged at all is not asked about.

    What has fields that gates bring is taken by none.
    """
    return None if result.verdict is Verdict.SKIPPED else oldest_version(manifest, strict=server.is_extended)


def _costs(manifest: Manifest, server: ServerVersion) -> tuple[SchemaCosts, ...]:
    return rule_costs(manifest.value, server) if manifest.identity.api_version == _PRICED else ()
