"""`kapivara crd check`: reads all input, checks the definitions in it, prices their rules, prints the report."""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.apiextensions.rule_costs import SchemaCosts, rule_costs
from kapivara.apis.catalog import DEFINITIONS
from kapivara.cli.command import Argument, command
from kapivara.cli.findings import Location, Report, Result, Unreadable
from kapivara.cli.manifests import Manifest
from kapivara.cli.options import output_option
from kapivara.cli.reading import read_manifests
from kapivara.cli.reports import write_report
from kapivara.cli.terminal import with_progress
from kapivara.cli.validation import Validation
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_PRICED = DEFINITIONS.gvr().api_version


@record(eq=False)
class CheckedDefinition:
    """A definition, the server's answer to it, and what its rules cost."""

    manifest: Manifest
    result: Result
    schemas: tuple[SchemaCosts, ...]


@record(eq=False)
class DefinitionReport:
    """All that one run found, in the order of the input; `others` is how many objects are no definitions."""

    definitions: tuple[CheckedDefinition, ...]
    others: int
    report: Report


@command(Argument("paths", "PATH...", takes_all=True), output_option("text", "json"))
@deep_stack()
def check(paths: tuple[str, ...], output: str) -> int:
    """Tell whether the server would accept CustomResourceDefinitions, and what their rules cost.

    A PATH is a file, a folder or - for standard input, as for `validate`; objects other than definitions are left
    out. A table lists every rule: its estimated cost, which share that is of what one rule and of what all rules of a
    schema may cost, what drives it, and which bounds would bring it under the limit.

    Exits 0 where the server would accept all definitions, 1 where not, 2 where input could not be read.
    """
    unreadable: list[Unreadable] = []
    manifests = read_manifests(paths, unreadable)
    definitions = [manifest for manifest in manifests if manifest.is_definition]
    if not definitions and not unreadable:
        unreadable.append(Unreadable(Location(", ".join(paths)), "no CustomResourceDefinitions in this input"))
    report = _check(definitions, len(manifests) - len(definitions), tuple(unreadable))
    write_report("crd_report", report, output)
    return report.report.exit_code


def _check(definitions: Sequence[Manifest], others: int, unreadable: tuple[Unreadable, ...]) -> DefinitionReport:
    results = Validation("Strict").run(definitions, (), with_progress)
    checked = tuple(
        CheckedDefinition(manifest, result, _costs(manifest))
        for manifest, result in zip(with_progress(definitions, "rules"), results, strict=True)
    )
    return DefinitionReport(checked, others, Report(tuple(results), unreadable))


def _costs(manifest: Manifest) -> tuple[SchemaCosts, ...]:
    return rule_costs(manifest.value) if manifest.identity.api_version == _PRICED else ()
