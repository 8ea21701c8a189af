"""`kapivara crd test`: reads tables of cases, runs them against CRDs, and prints failures and rule coverage."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kapivara.cli.commands.crd.test.case_run import CaseResult, CoveredRule, TableRun
from kapivara.cli.commands.crd.test.case_tables import CaseTable, read_tables
from kapivara.cli.commands.crd.test.report import CrdTestReport
from kapivara.cli.findings import EXIT_GOOD, Location, Result, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.files import File, find_files, read_source
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.options.server import REPORT_OPTIONS, Output, feature_gates_option, kubernetes_version_option
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.coverage_floor import Floor, hold_floor
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.cli.validation.dry_run import ServerTerms
from kapivara.values.record import replace
from kapivara.values.stack import deep_stack

_ALL = 100.0
_REPORTS = ReportModules(
    text="kapivara.cli.commands.crd.test.report_json",
    json="kapivara.cli.commands.crd.test.report_json",
    diagnosis="kapivara.cli.commands.crd.test.report_json",
)


def _read_percent(text: str) -> float:
    try:
        percent = float(text.removesuffix("%"))
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= _ALL:
        raise BadValueError(f"{text!r} is not a percentage such as 80 or 92.5%")
    return percent


@command(
    Argument("paths", "PATH...", takes_all=True, project=ProjectValue.PATH),
    *REPORT_OPTIONS,
    Option(
        "--crds",
        "Test the CustomResourceDefinitions in this file or folder if a table names none; may be repeated.",
        metavar="PATH",
        multiple=True,
        project=ProjectValue.PATH,
    ),
    Option(
        "--coverage",
        "Fail if fewer rules are covered than this percentage: violated by one case, and satisfied by another.",
        metavar="PERCENT",
        read=_read_percent,
        project=ProjectValue.STRICTER_TEXT,
    ),
    Option(
        "--floor",
        "Fail if the coverage is lower than in this file; if it is higher, write it there.",
        metavar="FILE",
        read=Path,
    ),
    kubernetes_version_option(),
    feature_gates_option(),
    examples=(
        Example(
            "The tables of a folder, which must cover all rules:", "kapivara crd test volumes/tests --coverage 100"
        ),
    ),
)
@deep_stack()
def test(
    paths: tuple[str, ...],
    *,
    output: tuple[Output, ...],
    output_file: str | None,
    crds: tuple[str, ...],
    coverage: float | None,
    floor: Path | None,
    kubernetes_version: str,
    feature_gates: dict[str, bool],
    found: FoundSettings | None,
) -> int:
    """Run tables of test cases against the rules of CustomResourceDefinitions.

    A PATH is a file or a folder; all documents with `cases` are tables. A table names a CRD, and lists objects, the old
    objects that they replace, and the expected errors; docs/crd-testing.md describes it. Each case is sent to the
    server as a dry run. The report lists failed cases, and rules that no case violates or no case satisfies.

    Exits 0 if all cases have the expected outcome, 1 if one has not, the server rejects a CRD, or too few rules are
    covered, 2 if input could not be read.
    """
    unreadable: list[Unreadable] = []
    known = [each for each in read_manifests(crds, unreadable) if each.is_definition]
    tables: list[CaseTable] = []
    for file in find_files(paths):
        source = read_source(file) if isinstance(file, File) else file
        if isinstance(source, Unreadable):
            unreadable.append(source)
        else:
            tables += read_tables(source, known, unreadable)
    if not tables and not unreadable:
        unreadable.append(
            Unreadable(Location(", ".join(paths)), "this input has no tables, which are documents with `cases`")
        )
    report = _run(tables, unreadable, ServerTerms(kubernetes_version, feature_gates=feature_gates))
    if coverage is not None:
        report = replace(report, floor=Floor(coverage, held=report.percent >= coverage, raised=False))
    if floor is not None and report.exit_code == EXIT_GOOD:
        report = replace(report, floor=hold_floor(floor, report.percent))
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.exit_code


def _run(tables: Sequence[CaseTable], unreadable: Sequence[Unreadable], terms: ServerTerms) -> CrdTestReport:
    results: list[CaseResult] = []
    rules: dict[tuple[str, str], CoveredRule] = {}
    refused: dict[Location, Result] = {}
    for table in with_progress(tables, "tables"):
        run = TableRun(table, terms)
        refused |= {each.place: each for each in run.refused}
        if not run.refused:
            results += run.results()
        for coverage in run.coverage.values():
            for rule in coverage.rules:
                known = rules.setdefault((str(rule.placed.place), rule.placed.path), rule)
                if known is not rule:
                    known.held += rule.held
                    known.failed += rule.failed
    return CrdTestReport(tuple(results), tuple(rules.values()), tuple(unreadable), refused=tuple(refused.values()))
