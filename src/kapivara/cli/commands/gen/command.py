"""`kapivara gen`: generates validators, CRDs or OpenAPI documents from API types; writes or compares the files."""

from __future__ import annotations

from pathlib import Path

from kapivara.cli.commands.gen.crd_options import CRD_OPTIONS, CrdOptions
from kapivara.cli.commands.gen.files import Bounds, FileNameError, FileState, bounds_of, target_files, write_files
from kapivara.cli.commands.gen.report import GenReport
from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.options.server import REPORT_OPTIONS, Output
from kapivara.cli.options.type_sources import SOURCE_OPTIONS, find_types, read_types
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.generator.emission.module import print_module
from kapivara.generator.emission.wrapping import wrapped
from kapivara.generator.lint import LintOptions, lint_sources
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.pipeline import Generated
from kapivara.generator.planning.plan_sources import GenerateOptions, in_order, try_packages
from kapivara.generator.sources.loading import Sources

_BOOLS = {"true": True, "false": False}


def _read_switched(given: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    switched = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not name or not equals or value not in _BOOLS:
            raise BadValueError(f"{each!r}: write NAME=true or NAME=false")
        switched[name] = _BOOLS[value]
    return tuple(switched.items())


OPENAPI_OPTIONS = (
    Option(
        "--openapi",
        "Generate OpenAPI documents, v3 and v2, with a schema keyword or a CEL rule for every tag.",
        is_switch=True,
    ),
    Option(
        "--option",
        "In documents and CRDs, turn an option of +k8s:ifEnabled and similar tags on or off; may be repeated.",
        parameter="switched",
        metavar="NAME=BOOL",
        multiple=True,
        read=_read_switched,
        project=ProjectValue.TEXT,
    ),
)


_REFUSED_BY_LEVEL = frozenset(("alpha-beta-prefix", "validation-stability"))
_REPORTS = ReportModules(
    text="kapivara.cli.commands.gen.report_text",
    json="kapivara.cli.commands.gen.report_json",
    diagnosis="kapivara.cli.commands.gen.report_json",
)


@command(
    Argument("paths", "PATH...", takes_all=True, project=ProjectValue.PATH),
    Option(
        "--out",
        "Write the files to this folder, named after their packages, instead of beside the types.",
        metavar="DIR",
        project=ProjectValue.PATH,
    ),
    Option("--check", "Write nothing; list files that are missing or not up to date.", is_switch=True),
    *CRD_OPTIONS,
    *OPENAPI_OPTIONS,
    *REPORT_OPTIONS,
    *SOURCE_OPTIONS,
    examples=(
        Example("The validators of all packages with the marker:", "kapivara gen ./..."),
        Example("In CI, fail if generated files are not up to date:", "kapivara gen --check ./..."),
        Example("The CRDs of all kinds with kubebuilder markers:", "kapivara gen --crd ./api/..."),
        Example("OpenAPI documents with all rules that types declare:", "kapivara gen --openapi ./api/v1"),
    ),
)
def gen(
    paths: tuple[str, ...],
    *,
    out: str | None,
    check: bool,
    crd: bool,
    crd_descriptions: int | None,
    crd_floats: bool,
    crd_embedded_metadata: bool,
    crd_unknown_markers: bool,
    crd_unchecked: bool,
    feature_gates: dict[str, bool],
    openapi: bool,
    switched: tuple[tuple[str, bool], ...],
    output: tuple[Output, ...],
    output_file: str | None,
    roots: tuple[tuple[str, str], ...],
    readonly: tuple[str, ...],
    typedef_chains: bool,
    found: FoundSettings | None = None,
) -> int:
    """Generate Python validators from the tags of API types, CustomResourceDefinitions, or OpenAPI documents.

    A PATH is the folder of a package: Go files (types.go, doc.go), or a Python file with the marker
    +k8s:validation-gen, which may also be named itself; DIR/... selects all packages in DIR and below that have the
    marker. Each package gets one file, zz_generated_validations.py in its folder. Files that are up to date are not
    touched. If the types have errors, all errors are shown and nothing is written; that includes tags that are less
    stable than the API, as in `kapivara lint`.

    With --crd, kinds in packages with kubebuilder markers become CRDs, as with controller-gen: GROUP_PLURAL.yaml in
    config/crd/bases, or in --out. DIR/... then selects all packages with +groupName, Python files included. Errors that
    the API server would return for a CRD are shown at the marker or field that causes them.

    With --openapi, all types of each package become OpenAPI documents: zz_generated_openapi_v3.json and
    zz_generated_openapi_v2.json beside the types. Every tag becomes a schema keyword or a CEL rule; tags that neither
    can express are listed.

    Exits 0 if all files are up to date or written, 1 if the types have errors or, with --check, a file is not up to
    date, 2 if a path could not be read or a file not be written.
    """
    if crd:
        options = CrdOptions(
            crd_descriptions,
            crd_floats,
            crd_embedded_metadata,
            crd_unknown_markers,
            crd_unchecked,
            feature_gates,
        )
        bounds = bounds_of(found, is_usual=not out)
        folder = Path(out) if out else None
        report = _generate_crds(paths, roots, options, folder, switched=dict(switched), check=check, bounds=bounds)
        write_report(_REPORTS, report, output, output_file, found=found)
        return report.exit_code
    types = find_types(paths)
    chains = GenerateOptions(typedef_chains=typedef_chains)
    if openapi:
        from kapivara.cli.commands.gen.openapi import deliver_documents  # imports the schema room

        folder = Path(out) if out else None
        bounds = bounds_of(found)
        report = deliver_documents(types, roots, readonly, chains, dict(switched), folder, check=check, bounds=bounds)
        write_report(_REPORTS, report, output, output_file, found=found)
        return report.exit_code
    try:
        sources = read_types(types.packages, roots, readonly)
        generated = _generate(sources, chains)
        report = GenReport(missing=types.unreadable, checked=check)
        if not types.unreadable:
            report = _deliver(generated, Path(out) if out else None, check=check, bounds=bounds_of(found))
    except AuthorErrors as wrong:
        report = GenReport(errors=tuple(wrong.errors), missing=types.unreadable, checked=check)
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.exit_code


def _generate_crds(
    paths: tuple[str, ...],
    roots: tuple[tuple[str, str], ...],
    options: CrdOptions,
    out: Path | None,
    *,
    switched: dict[str, bool],
    check: bool,
    bounds: Bounds | None,
) -> GenReport:
    from kapivara.cli.commands.gen.crds import deliver_definitions  # imports the server's rules

    return deliver_definitions(paths, roots, options, out, switched=switched, check=check, bounds=bounds)


def _generate(sources: Sources, options: GenerateOptions) -> list[Generated]:
    """Returns the generated validators of all packages; raises AuthorErrors with the errors of all of them."""
    planned = try_packages(sources, options)
    if errors := planned.errors + _unstable(sources):
        raise AuthorErrors(in_order(errors))
    return [
        Generated(plan.package, plan, wrapped(print_module(plan, sources.universe)))
        for plan in with_progress(planned.plans, "packages")
    ]


def _unstable(sources: Sources) -> list[AuthorError]:
    """Returns errors for tags that are less stable than their API, which upstream's generator rejects."""
    return [
        AuthorError(
            each.message,
            each.place,
            type_name=each.type_name,
            field=f"{each.type_name}.{each.field}" if each.field else "",
            tag=each.tag,
            hint=f"{each.hint}; or put +k8s:validation-gen-nolint in doc.go or above the type",
        )
        for each in lint_sources(sources, LintOptions(select=_REFUSED_BY_LEVEL))
    ]


def _deliver(generated: list[Generated], out: Path | None, *, check: bool, bounds: Bounds | None) -> GenReport:
    try:
        targets = tuple(target_files(generated, out))
        foreign = tuple(each for each in targets if each.state is FileState.FOREIGN)
        if not check and not foreign:
            write_files(targets, bounds)
    except FileNameError as error:
        return GenReport(missing=(Unreadable(Location(str(out)), str(error)),), checked=check)
    except OSError as error:
        place = Location(shown_path(str(error.filename or out or "")))
        return GenReport(missing=(Unreadable(place, (error.strerror or str(error)).lower()),), checked=check)
    return GenReport(targets=targets, checked=check)
