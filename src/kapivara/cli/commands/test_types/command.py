"""`kapivara test-types`: generates the validators of a package in memory and runs a file of test cases against them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kapivara.cli.commands.test_types.hand_written import HandWrittenError, custom_files, load_functions
from kapivara.cli.commands.test_types.report import TypesReport
from kapivara.cli.findings import EXIT_GOOD, Location, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, command
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.files import File, Source, read_source, shown_path
from kapivara.cli.options.server import Output, output_option
from kapivara.cli.options.type_sources import SOURCE_OPTIONS, read_types
from kapivara.cli.options.value_readers import read_existing, read_existing_files
from kapivara.cli.project_file.found_settings import FoundSettings, warn
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.generator.cases.case_file import read_cases
from kapivara.generator.cases.case_run import CaseResult, run_case
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.planning.plan_sources import GenerateOptions
from kapivara.generator.sources.handwritten import add_python_functions
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import selected_types
from kapivara.values.record import replace

CASES = "cases.jsonl"

_REPORTS = ReportModules(
    text="kapivara.cli.commands.test_types.report_text",
    json="kapivara.cli.commands.test_types.report_json",
)


@command(
    Argument("path", "PATH", read=read_existing),
    Option(
        "--cases",
        "The file of cases, one JSON object per line; by default cases.jsonl beside the types.",
        parameter="cases_file",
        metavar="FILE",
    ),
    Option(
        "--custom",
        "Run this Python file with functions for +k8s:customValidation, such as validations.py beside the types; may "
        "be repeated.",
        metavar="FILE.py",
        multiple=True,
        read=read_existing_files,
    ),
    Option(
        "--coverage",
        "Show the rules that no case violates, and the percentage of rules that a case violates.",
        is_switch=True,
    ),
    Option(
        "--floor",
        "Fail if the coverage is lower than in this file; if it is higher, write it there. Implies --coverage.",
        metavar="FILE",
        read=Path,
    ),
    *SOURCE_OPTIONS,
    output_option("text", "json"),
    examples=(Example("The cases beside the types, with rule coverage:", "kapivara test-types --coverage backups"),),
)
def test_types(
    path: str,
    *,
    cases_file: str | None,
    custom: tuple[str, ...],
    coverage: bool,
    floor: Path | None,
    roots: tuple[tuple[str, str], ...],
    readonly: tuple[str, ...],
    typedef_chains: bool,
    output: str,
    found: FoundSettings | None,
) -> int:
    """Run table tests against the validators of a package.

    PATH is the folder of a package, or a Python file of types, as for `gen`. Each line of the cases names a type, an
    operation and values, and lists the expected errors; docs/generator.md describes them. For failed cases, the
    expected errors are printed above the actual ones.

    Exits 0 if all cases pass, 1 if one fails, the types have errors or the coverage is below the floor, 2 if input
    could not be read.
    """
    folder = Path(path) if Path(path).is_dir() else Path(path).parent
    source = read_source(File(cases_file) if cases_file else File(str(folder / CASES), str(folder)))
    if isinstance(source, Unreadable):
        report = TypesReport(source.place.source, unreadable=(_without_cases(source, given=bool(cases_file)),))
    else:
        report = _test(
            Path(path),
            source,
            custom=[Path(each) for each in custom],
            roots=roots,
            readonly=readonly,
            options=GenerateOptions(typedef_chains=typedef_chains),
            coverage=coverage or floor is not None,
        )
    if floor is not None and report.coverage is not None and report.exit_code == EXIT_GOOD:
        from kapivara.cli.reports.coverage_floor import hold_floor

        report = replace(report, floor=hold_floor(floor, report.coverage.percent))
    write_report(_REPORTS, report, (Output(output),))
    warn(found)
    return report.exit_code


def _without_cases(found: Unreadable, *, given: bool) -> Unreadable:
    hint = "" if given else " (write one case per line, or name another file with --cases)"
    return Unreadable(found.place, found.message + hint)


def _test(
    path: Path,
    source: Source,
    *,
    custom: Sequence[Path],
    roots: tuple[tuple[str, str], ...],
    readonly: tuple[str, ...],
    options: GenerateOptions,
    coverage: bool,
) -> TypesReport:
    """Runs the cases of a source against the types at a path."""
    cases, bad = read_cases(source.data)
    unreadable = tuple(Unreadable(Location(source.name, each.line, each.column), each.message) for each in bad)
    try:
        sources = read_types([path], roots, readonly)
        module, text = _load(sources, options, custom)
    except AuthorErrors as found:
        return TypesReport(source.name, unreadable=unreadable, errors=tuple(found.errors))
    except HandWrittenError as error:
        return TypesReport(source.name, unreadable=(*unreadable, Unreadable(error.place, error.message)))
    if not cases and not unreadable:
        unreadable = (Unreadable(Location(source.name), "this file has no cases"),)
    recorder = None
    if coverage:
        from kapivara.generator.cases.rule_coverage import CoverageRecorder  # most runs measure no coverage

        recorder = CoverageRecorder(text, module)
    results = [run_case(module, case) for case in with_progress(cases, "cases")]
    covered = None if recorder is None else recorder.coverage()
    return TypesReport(source.name, _noted(results, sources), unreadable, coverage=covered)


def _noted(results: list[CaseResult], sources: Sources) -> tuple[CaseResult, ...]:
    """Adds a note to the first case of each type that is not selected for validation."""
    package = sources.universe.packages[sources.packages[0]]
    reported = {kind.name.name for kind in selected_types(package, sources.universe)}
    noted = []
    for each in results:
        name = each.case.type
        if name not in reported and not each.problem:
            note = f"type {name} is not selected by +k8s:validation-gen, so it is always valid"
            each = replace(each, notes=(*each.notes, note))
        reported.add(name)
        noted.append(each)
    return tuple(noted)


def _load(sources: Sources, options: GenerateOptions, custom: Sequence[Path]) -> tuple[GeneratedModule, str]:
    """Generates and loads the validators of the package; returns the module and its source."""
    for package in (sources.universe.packages[path] for path in sources.packages[:1]):
        try:
            for file in custom_files(package, custom, sources, is_own=True):
                add_python_functions(package, file)
        except AuthorError as error:
            raise AuthorErrors([error]) from None
    generated = generate(sources, options)[0]
    functions = load_functions(generated, custom, sources)
    return load_generated(generated.source, shown_path(generated.package.path), functions), generated.source
