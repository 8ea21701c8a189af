"""`kapivara test-types`: generates the validators of a package in memory and runs a file of test cases against them.

Python functions are called with (op, path, new, old). A Python file runs only if the user named it, never because it
was found. Go functions (`ValidateCustom_…`) are used as far as they can be translated without a Go toolchain.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from kapivara.generator.sources.handwritten import add_python_functions, canonical_name, is_python
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import selected_types
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.generator.model.types import Package
    from kapivara.generator.pipeline import Generated


Functions = Mapping[str, Callable[..., Any]]


class HandWrittenError(Exception):
    """Raised for a file of hand-written functions that cannot be loaded."""

    def __init__(self, place: Location, message: str):
        super().__init__(message)
        self.place = place
        self.message = message


def load_functions(generated: Generated, custom: Sequence[Path], sources: Sources) -> Functions:
    """Returns the functions that generated code may call, from named Python files, or else from Go.

    The keys are function names; those for types of other packages have their package's path as prefix. `custom` lists
    files of Python functions: each applies to the types in its folder, or else to the package's own. Raises
    HandWrittenError for Python that cannot be loaded or was not named, and AuthorErrors for Go that cannot be
    translated.
    """
    own = sources.generated_in.get(generated.plan.declaring.path, generated.package.path)
    found: dict[str, Callable[..., Any]] = {}
    for path in sorted(sources.included):
        package = sources.universe.packages[path]
        prefix = "" if path == own else f"{path}."
        functions = _functions_of(package, custom_files(package, custom, sources, is_own=path == own), sources)
        found |= {prefix + name: each for name, each in functions.items()}
    return found


def custom_files(package: Package, custom: Sequence[Path], sources: Sources, *, is_own: bool) -> list[Path]:
    """Returns the named files that apply to a package: those in its folder; for its own, also those in no package's."""
    folders = {path: _folder(sources.universe.packages[path]) for path in sources.included}
    return [
        file
        for file in custom
        if (home := file.resolve().parent) == folders.get(package.path) or (is_own and home not in folders.values())
    ]


def _folder(package: Package) -> Path | None:
    return Path(package.files[0]).resolve().parent if package.files else None


def _functions_of(package: Package, custom: Sequence[Path], sources: Sources) -> Functions:
    wanted = {canonical_name(name) for name in package.functions} - {None}
    functions: dict[str, Callable[..., Any]] = {}
    for file in custom:
        functions |= _python_functions(file)
    if wanted <= functions.keys():
        return functions
    _refuse_unasked(package, functions)
    from kapivara.generator.handwritten_go import handwritten_functions

    return {**handwritten_functions(package, sources.universe, instead=functions), **functions}


def _refuse_unasked(package: Package, functions: Functions) -> None:
    """Raises HandWrittenError for a missing function that exists in a Python file which was not named."""
    in_go = {canonical_name(name) for name, each in package.functions.items() if not is_python(each)}
    for name, each in package.functions.items():
        known = canonical_name(name)
        if is_python(each) and known is not None and known not in in_go and known not in functions:
            file = shown_path(each.place.file)
            why = f"{name} is required; Python code runs only if it is named: --custom {file}"
            raise HandWrittenError(Location(file, each.place.line, each.place.column), why)


def _python_functions(file: Path) -> Functions:
    spec = spec_from_file_location(f"kapivara_hand_written_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise HandWrittenError(Location(shown_path(str(file))), "not a Python file")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the author's code may raise anything
        if os.environ.get("KAPIVARA_DEBUG"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise HandWrittenError(_place(error, file), f"cannot be loaded: {what}") from None
    found = ((canonical_name(name), each) for name, each in vars(module).items())
    return {name: each for name, each in found if name is not None and callable(each)}


def _place(error: BaseException, file: Path) -> Location:
    """Returns the line of the file that raised an exception."""
    if isinstance(error, SyntaxError):
        return Location(shown_path(str(file)), error.lineno or 0, error.offset or 0)
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(file)]
    return Location(shown_path(str(file)), (lines[-1] if lines else 0) or 0)


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
