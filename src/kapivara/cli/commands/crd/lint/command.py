"""`kapivara crd lint`: validates CRDs, applies the lint rules, and prints the findings."""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.groups.apiextensions.lint import LINT_RULES, LintRule
from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.cli.commands.crd.lint.apply_rules import lint_manifest
from kapivara.cli.commands.crd.lint.report import CrdLintReport
from kapivara.cli.findings import EXIT_GOOD, Location, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import UsageError
from kapivara.cli.framework.terminal import with_progress, write_out
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.options.server import REPORT_OPTIONS, Output, feature_gates_option, kubernetes_version_option
from kapivara.cli.options.value_readers import read_rule_names
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.cli.validation.dry_run import ServerTerms, Validation
from kapivara.schema.server_version import NEWEST
from kapivara.values.stack import deep_stack

_REPORTS = ReportModules(
    text="kapivara.cli.commands.crd.lint.report_text",
    json="kapivara.cli.commands.crd.lint.report_json",
    diagnosis="kapivara.cli.commands.crd.lint.report_json",
)


def _read_rules(given: tuple[str, ...]) -> frozenset[str]:
    return read_rule_names(given, [rule.id for rule in LINT_RULES])


@command(
    Argument("paths", "PATH...", takes_all=True, required=False, project=ProjectValue.PATH),
    *REPORT_OPTIONS,
    Option(
        "--select",
        "Apply only these rules; may be repeated, or a list with commas.",
        metavar="ID",
        multiple=True,
        read=_read_rules,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--disable",
        "Skip these rules; may be repeated, or a list with commas.",
        metavar="ID",
        multiple=True,
        read=_read_rules,
        project=ProjectValue.TEXT,
    ),
    Option("--advice", "Show advice too, which never fails a run.", is_switch=True, project=ProjectValue.STRICTER_TEXT),
    Option("--strict", "Let warnings fail the run too.", is_switch=True, project=ProjectValue.STRICTER_TEXT),
    kubernetes_version_option(),
    feature_gates_option(),
    Option("--list-rules", "List the rules, and exit.", is_switch=True),
    examples=(
        Example("All CRDs of a folder, with advice:", "kapivara crd lint crds --advice"),
        Example("List the rules:", "kapivara crd lint --list-rules"),
    ),
)
@deep_stack()
def lint(
    paths: tuple[str, ...],
    *,
    output: tuple[Output, ...],
    output_file: str | None,
    select: frozenset[str],
    disable: frozenset[str],
    advice: bool,
    strict: bool,
    kubernetes_version: str,
    feature_gates: dict[str, bool],
    list_rules: bool,
    found: FoundSettings | None = None,
) -> int:
    """Find likely mistakes in CustomResourceDefinitions and their CEL rules.

    A PATH is a file, a folder or - for standard input, as for `validate`; objects other than CRDs are skipped. Reports
    CEL rules that fail for a missing field, that are always true, or that never run; defaults that are pruned or
    invalid; and deviations from the Kubernetes API conventions. Each finding has the id of its rule, which
    docs/crd-lint.md explains, and a fix.

    Silence a finding with --disable, with the annotation kapivara/lint-disable on the CRD, or with a comment
    `# kapivara: disable=ID` on its line.

    Exits 0 if no errors were found, 1 if there were errors (with --strict: or warnings), 2 if input could not be read.
    """
    rules = [each for each in LINT_RULES if each.id not in disable and (not select or each.id in select)]
    if list_rules:
        _print_rules(rules, output[0].form)
        return EXIT_GOOD
    if not paths:
        raise UsageError("Missing argument 'PATH...'.")
    terms = ServerTerms(kubernetes_version, feature_gates=feature_gates)
    report = _lint(paths, terms, rules, advice=advice or bool(select), strict=strict)
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.exit_code


def _lint(
    paths: Sequence[str], terms: ServerTerms, rules: Sequence[LintRule], *, advice: bool, strict: bool
) -> CrdLintReport:
    unreadable: list[Unreadable] = []
    definitions = [each for each in read_manifests(paths, unreadable) if each.is_definition]
    if not definitions and not unreadable:
        unreadable.append(Unreadable(Location(", ".join(paths)), "no CustomResourceDefinitions in this input"))
    results = Validation(terms=terms).run(definitions, (), with_progress)
    server = FeatureGates(terms.feature_gates).extend(NEWEST)
    found = [
        lint_manifest(manifest, result, rules, advice=advice, server=server)
        for manifest, result in zip(with_progress(definitions, "linting"), results, strict=True)
    ]
    return CrdLintReport(tuple(found), tuple(unreadable), rules=tuple(rules), strict=strict)


def _print_rules(rules: Sequence[LintRule], output: str) -> None:
    if output == "json":
        from kapivara.cli.commands.crd.lint.report_json import render_rules_json

        write_out(render_rules_json(rules))
    else:
        from kapivara.cli.commands.crd.lint.report_text import render_rules

        write_out(render_rules(rules))
