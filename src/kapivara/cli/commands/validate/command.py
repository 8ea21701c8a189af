"""`kapivara validate`: reads all input, validates it, and prints a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kapivara.cli.commands.validate.input import Judged, judge_together, mark_duplicates, read_changes, read_input
from kapivara.cli.findings import Detail, Location, Report, Result, Unreadable, Verdict
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command, section
from kapivara.cli.framework.errors import BadValueError, UsageError
from kapivara.cli.framework.parser import did_you_mean
from kapivara.cli.framework.path_overrides import PathOverride, settings_of
from kapivara.cli.inputs.files import STDIN, shown_path
from kapivara.cli.inputs.manifest_reader import past_path, read_files
from kapivara.cli.inputs.selection import Selection
from kapivara.cli.options.server import (
    REPORT,
    REPORT_OPTIONS,
    Output,
    document_access_options,
    feature_gates_option,
    kind_names,
    kubernetes_version_option,
    timeout_option,
    webhook_service_option,
)
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.cli.validation.dry_run import ServerTerms, Strictness, Validation
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.api.loading import FieldValidation
    from kapivara.cli.project_file.found_settings import FoundSettings

MODES: dict[str, FieldValidation] = {"strict": "Strict", "warn": "Warn", "ignore": "Ignore"}
_HABITS = {
    **dict.fromkeys(("f", "filename"), "Paths need no option: kapivara validate PATH."),
    **dict.fromkeys(("R", "recursive", "Rf", "fR"), "Folders are always read recursively."),
    **dict.fromkeys(
        ("schema-location", "local-schemas", "local-crds"),
        "Use --crds PATH for CRDs; built-in kinds need no schemas.",
    ),
    "strict": "Unknown fields are errors by default; see --field-validation.",
    "ignore-missing-schemas": "Use --missing-schemas skip or warn.",
    "ignore-filename-pattern": "Use --exclude GLOB.",
    "exit-on-error": "All errors are always reported.",
    "format": "Use -o json or another format.",
}
"""Hints for options of kubectl, kubeconform and kubectl-validate; docs/coming-from.md describes them."""
FAILING = ("warning", "forgiven", "duplicate")
_MOST_JOBS = 64
_REPORTS = ReportModules(
    text="kapivara.cli.reports.result_text",
    json="kapivara.cli.reports.result_json",
    diagnosis="kapivara.cli.reports.result_diagnosis",
)


def _read_failing(given: tuple[str, ...]) -> frozenset[str]:
    names = frozenset(name for each in given for name in each.split(",") if name)
    if unknown := sorted(names.difference(FAILING)):
        wrong = f"{unknown[0]!r} is not one of {', '.join(map(repr, FAILING))}."
        raise BadValueError(wrong + did_you_mean(unknown[0], FAILING))
    return names


def _read_jobs(given: str) -> int:
    if not given.isdecimal() or int(given) > _MOST_JOBS:
        raise BadValueError(f"{given!r} is not a number from 0 to {_MOST_JOBS}.")
    return int(given)


@command(
    Argument("paths", "PATH...", takes_all=True, project=ProjectValue.PATH),
    *section(
        "Input",
        Option(
            "--crds",
            "Use the CustomResourceDefinitions in this file or folder; may be repeated. CRDs in the PATHs are always "
            "used and validated.",
            metavar="PATH",
            multiple=True,
            project=ProjectValue.PATH,
        ),
        Option(
            "--openapi",
            "Validate objects against this OpenAPI document only, with all its rules: a file, a folder of documents, "
            "or the URL of a document or server; may be repeated.",
            metavar="FILE|URL",
            multiple=True,
            excludes=("crds",),
            project=ProjectValue.PATH,
        ),
        *document_access_options(),
        Option(
            "--old",
            "Validate objects as updates of the objects with the same kind, namespace and name in this file or "
            "folder, or in the PATHs at a git revision, where moved files are followed; may be repeated.",
            metavar="PATH|git:REV",
            multiple=True,
            project=ProjectValue.PATH,
        ),
        Option(
            "--changed-since",
            "Validate only objects that changed since the current branch forked off from this git revision, as "
            "updates of their old versions.",
            metavar="REV",
        ),
        Option(
            "--only",
            "Validate only objects of this kind (Deployment, Deployment.apps or apps/v1/Deployment); may be repeated, "
            "or a list with commas.",
            metavar="KIND",
            multiple=True,
            suggest=kind_names,
            project=ProjectValue.TEXT,
        ),
        Option(
            "--skip",
            "Leave out objects of this kind; written like --only.",
            metavar="KIND",
            multiple=True,
            suggest=kind_names,
            project=ProjectValue.TEXT,
        ),
        Option(
            "--exclude",
            "Leave out files and folders whose name or path matches this pattern; may be repeated.",
            metavar="GLOB",
            multiple=True,
            project=ProjectValue.PATTERN,
        ),
    ),
    *section(
        "Validation",
        Option(
            "--field-validation",
            "How to treat unknown and duplicate fields: as errors, as warnings, or ignore them.",
            choices=tuple(MODES),
            default="strict",
            project=ProjectValue.TEXT,
        ),
        Option(
            "--missing-schemas",
            "How to treat objects of a kind without a known CRD: as errors, as warnings, or leave them out.",
            choices=("fail", "warn", "skip"),
            default="fail",
            project=ProjectValue.TEXT,
        ),
        Option(
            "--fail-on",
            "Exit with 1 also for server warnings, for errors that ratcheting forgives, or for duplicate objects. May "
            "be repeated, or a list with commas.",
            metavar="WHAT",
            multiple=True,
            choices=FAILING,
            read=_read_failing,
            project=ProjectValue.STRICTER_TEXT,
        ),
        Option(
            "--as",
            "Validate files as kubectl would send them, or as a server decodes the files themselves, where keys that "
            "override those of a YAML merge key are duplicates.",
            choices=("kubectl", "server"),
            default="kubectl",
            parameter="sender",
            project=ProjectValue.TEXT,
        ),
        kubernetes_version_option(),
        feature_gates_option(),
        Option(
            "--ask-webhooks",
            "Call the conversion webhooks of CRDs; otherwise kapivara makes no network requests.",
            is_switch=True,
        ),
        webhook_service_option(),
        timeout_option(),
        Option(
            "-j, --jobs",
            "The number of processes; 0 for one per processor if there is much input.",
            metavar="N",
            default="0",
            read=_read_jobs,
            project=ProjectValue.STRICTER_TEXT,
        ),
    ),
    *REPORT_OPTIONS,
    *section(
        REPORT,
        Option("-q, --quiet", "In text, print only errors.", is_switch=True, project=ProjectValue.TEXT),
        Option("--summary", "In text, print only the summary line.", is_switch=True, project=ProjectValue.TEXT),
    ),
    per_path=("field-validation", "missing-schemas", "only", "skip"),
    habits=_HABITS,
    examples=(
        Example("All manifests of a folder, with the CRDs of another:", "kapivara validate deploy --crds crds"),
        Example("A rendered chart or kustomization:", "kubectl kustomize overlay | kapivara validate -"),
        Example(
            "Against the OpenAPI documents of a server:",
            "kapivara validate deploy --openapi http://127.0.0.1:8001",
        ),
        Example("As updates of the last commit:", "kapivara validate deploy --crds crds --old git:HEAD~1"),
        Example("In a pull request, only its changes:", "kapivara validate deploy --changed-since HEAD~1"),
        Example(
            "In CI, with a report for the code scanner and one as text:",
            "kapivara validate deploy --crds crds -o sarif=report.sarif -o text",
        ),
        Example(
            "Without Secrets and test data, where some CRDs are missing:",
            "kapivara validate deploy --skip Secret --exclude '*-test.yaml' --missing-schemas warn",
        ),
    ),
)
@deep_stack()
def validate(
    paths: tuple[str, ...],
    *,
    crds: tuple[str, ...],
    openapi: tuple[str, ...],
    token: str | None,
    token_file: str | None,
    certificate_authority: str | None,
    client_certificate: str | None,
    client_key: str | None,
    kubeconfig: str | None,
    context: str | None,
    old: tuple[str, ...],
    changed_since: str | None,
    output: tuple[Output, ...],
    output_file: str | None,
    field_validation: str,
    sender: str,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    exclude: tuple[str, ...],
    missing_schemas: str,
    fail_on: frozenset[str],
    quiet: bool,
    summary: bool,
    kubernetes_version: str,
    feature_gates: dict[str, bool],
    ask_webhooks: bool,
    webhook_service: dict[str, str],
    request_timeout: float,
    jobs: int,
    overrides: tuple[PathOverride, ...] = (),
    found: FoundSettings | None = None,
) -> int:
    """Validate manifests as the API server would.

    A PATH is a file (also *.gz), a folder (its *.yaml, *.yml and *.json files, recursively), a pattern in quotes,
    git:REV:PATH for a path at a git revision, or - for standard input. Files may hold several documents, and lists of
    any kind. Files in folders that hold no Kubernetes objects (Chart.yaml, values.yaml, kustomization.yaml) are skipped
    and counted. Duplicate objects are reported.

    With --old, objects with an old version are validated as updates: the report lists the errors that the server
    forgives because the values are unchanged, and explains why it does not forgive the others.

    Exits 0 if all objects are valid, 1 if one is invalid, 2 if input could not be read or validated.
    """
    if (*paths, *crds, *old).count(STDIN) > 1:
        raise UsageError("standard input (-) can be read only once")
    if old and changed_since is not None:
        raise UsageError("--changed-since and --old exclude each other")
    keys = found.keys if found is not None else frozenset[str]()
    selection = Selection(only=only, skip=skip, exclude=exclude, overrides=overrides, found=keys)
    as_server = sender == "server"
    strictness = _Strictness(field_validation, missing_schemas, overrides)
    make: Callable[..., Validation] = Validation
    if openapi:
        from kapivara.cli.commands.validate.document_access import (
            document_access,  # most runs have no OpenAPI documents
        )
        from kapivara.cli.commands.validate.document_validation import DocumentValidation, read_documents

        access = document_access(
            openapi,
            token,
            token_file,
            authority=certificate_authority,
            certificate=client_certificate,
            key=client_key,
            kubeconfig=kubeconfig,
            context=context,
        )
        make = partial(DocumentValidation, read_documents(openapi, access, request_timeout=request_timeout))
    elif token or token_file or certificate_authority or client_certificate or client_key or kubeconfig or context:
        raise UsageError("options for access to OpenAPI documents require --openapi URL")
    make_validation = partial(
        make,
        strictness.of,
        terms=ServerTerms(kubernetes_version, request_timeout, ask_webhooks, webhook_service, feature_gates),
    )
    judged: Judged | None = None
    if changed_since is not None:
        read = read_changes(changed_since, paths, crds=crds, selection=selection, as_server=as_server)
        judged = judge_together(read, make_validation(read.old))
    else:
        files = list(read_files(paths, selection=selection))
        if len(files) > 1 and not old:
            from kapivara.cli.commands.validate.parallel import judge_files  # most runs have a file or two

            judged = judge_files(files, make_validation, crds=crds, selection=selection, as_server=as_server, jobs=jobs)
        if judged is None:
            read = read_input(files, paths, crds=crds, old=old, selection=selection, as_server=as_server)
            judged = judge_together(read, make_validation(read.old))
    results = _without_unknown(mark_duplicates(judged), selection, strictness)
    unreadable = judged.unreadable
    if found is not None:
        found = found.with_counts(selection.withheld)
        unreadable = [*unreadable, *_unvalidated(paths, results, found, selection)]
    report = Report(
        tuple(results),
        tuple(unreadable),
        gone=tuple(each for each in judged.gone if selection.selects(each.identity, past_path(each.place.source))),
        compared=bool(old) or changed_since is not None,
        left_out=selection.left_out_in_order,
        fails_on=fail_on,
        detail=Detail.SUMMARY if summary else Detail.ERRORS if quiet else Detail.ALL,
        sums_up=found is not None and bool(found.weakening),
    )
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.exit_code


class _Strictness:
    """The strictness of validation for each file: from the options, or from a project file's settings for the path."""

    def __init__(self, field_validation: str, missing_schemas: str, overrides: tuple[PathOverride, ...]) -> None:
        self._usual = {"field_validation": field_validation, "missing_schemas": missing_schemas}
        self._overrides = overrides
        self._known: dict[str, Strictness] = {}

    def of(self, source: str) -> Strictness:
        """Returns the strictness for the objects of a file."""
        found = self._known.get(source)
        if found is None:
            settings = settings_of(source, self._usual, self._overrides)
            fails = settings["missing_schemas"] == "fail"
            found = self._known[source] = Strictness(MODES[settings["field_validation"]], fails)
        return found

    def skips_unknown(self, source: str) -> bool:
        """Returns whether objects without a known CRD are left out of the report."""
        return str(settings_of(source, self._usual, self._overrides)["missing_schemas"]) == "skip"


def _without_unknown(results: list[Result], selection: Selection, strictness: _Strictness) -> list[Result]:
    """Returns the results to report; with `skip`, objects of unknown kinds are only counted, by kind."""
    reported = []
    for each in results:
        source = each.place.source
        if each.verdict is Verdict.UNKNOWN and strictness.skips_unknown(source):
            what = f"{each.identity.kind} objects of {each.identity.api_version}, without a CRD"
            selection.leave_out(what, "missing-schemas", source)
        else:
            if each.verdict is Verdict.UNKNOWN:
                selection.withhold("missing-schemas", source)
            reported.append(each)
    return reported


def _unvalidated(
    paths: Sequence[str], results: Sequence[Result], found: FoundSettings, selection: Selection
) -> Iterator[Unreadable]:
    """Yields the paths of the command line from which a found project file left out everything."""
    if "paths" in found.keys:
        return
    from kapivara.cli.project_file.found_settings import unvalidated

    validated = (each.place.source for each in results if each.verdict is not Verdict.UNKNOWN)
    for path in unvalidated(paths, validated, (path for _, path in selection.withheld)):
        keys = ", ".join(dict.fromkeys(each.key for each in found.weakening if each.leaves_out))
        message = f"nothing here was validated, because {found.file} sets {keys}"
        note = "if this is intended, use options on the command line, or name the file with --config"
        yield Unreadable(Location(shown_path(path)), message, note=note)
