"""`kapivara validate`: reads all input, checks it, prints the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kapivara.cli.command import Argument, Example, Option, ProjectValue, command, section
from kapivara.cli.findings import Detail, Location, Report, Result, Unreadable, Verdict
from kapivara.cli.options import (
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
from kapivara.cli.parsing import did_you_mean
from kapivara.cli.path_overrides import PathOverride, settings_of
from kapivara.cli.reading import past_path, read_files
from kapivara.cli.reports import ReportModules, write_report
from kapivara.cli.selection import Selection
from kapivara.cli.sources import STDIN, shown_path
from kapivara.cli.usage_error import BadValueError, UsageError
from kapivara.cli.validate_input import Judged, judge_together, mark_duplicates, read_changes, read_input
from kapivara.cli.validation import ServerTerms, Strictness, Validation
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.api.modes import FieldValidation
    from kapivara.cli.found_settings import FoundSettings

MODES: dict[str, FieldValidation] = {"strict": "Strict", "warn": "Warn", "ignore": "Ignore"}
_HABITS = {
    **dict.fromkeys(("f", "filename"), "Paths stand without an option: kapivara validate PATH."),
    **dict.fromkeys(("R", "recursive", "Rf", "fR"), "Folders are read with all that is below them."),
    **dict.fromkeys(
        ("schema-location", "local-schemas", "local-crds"),
        "Definitions are named by --crds PATH; built-in kinds need no schemas.",
    ),
    "strict": "Unknown fields are errors, unless --field-validation says otherwise.",
    "ignore-missing-schemas": "Write --missing-schemas skip, or warn.",
    "ignore-filename-pattern": "Write --exclude GLOB.",
    "exit-on-error": "All errors are told.",
    "format": "Write -o json, or another form.",
}
"""What kubectl, kubeconform and kubectl-validate have; docs/coming-from.md tells more."""
FAILING = ("warning", "forgiven", "duplicate")
_MOST_JOBS = 64
_REPORTS = ReportModules(
    text="kapivara.cli.report_text",
    json="kapivara.cli.report_json",
    diagnosis="kapivara.cli.report_diagnosis",
)


def _read_failing(given: tuple[str, ...]) -> frozenset[str]:
    names = frozenset(name for each in given for name in each.split(",") if name)
    if unknown := sorted(names.difference(FAILING)):
        wrong = f"{unknown[0]!r} is not one of {', '.join(map(repr, FAILING))}."
        raise BadValueError(wrong + did_you_mean(unknown[0], FAILING))
    return names


def _read_jobs(given: str) -> int:
    if not given.isdecimal() or int(given) > _MOST_JOBS:
        raise BadValueError(f"{given!r} is no number from 0 to {_MOST_JOBS}.")
    return int(given)


@command(
    Argument("paths", "PATH...", takes_all=True, project=ProjectValue.PATH),
    *section(
        "What is judged",
        Option(
            "--crds",
            "Use the CustomResourceDefinitions in this file or folder; may be given several times. "
            "Those among the PATHs are used (and checked) in any case.",
            metavar="PATH",
            multiple=True,
            project=ProjectValue.PATH,
        ),
        Option(
            "--openapi",
            "Judge objects by what this document of OpenAPI says of their kinds, rules included, and by nothing else: "
            "a file, a folder of them, or the URL of one or of a server; may be given several times.",
            metavar="FILE|URL",
            multiple=True,
            excludes=("crds",),
            project=ProjectValue.PATH,
        ),
        *document_access_options(),
        Option(
            "--old",
            "Judge objects as updates of those of the same kind, namespace and name in this file or folder, or in what "
            "the PATHs held at a revision of git, also before they were moved; may be given several times.",
            metavar="PATH|git:REV",
            multiple=True,
            project=ProjectValue.PATH,
        ),
        Option(
            "--changed-since",
            "Judge only objects that changed since today's work forked off from this revision of git, as updates of "
            "what they were.",
            metavar="REV",
        ),
        Option(
            "--only",
            "Judge only objects of this kind (Deployment, Deployment.apps or apps/v1/Deployment); may be given several "
            "times, or with commas.",
            metavar="KIND",
            multiple=True,
            suggest=kind_names,
            project=ProjectValue.TEXT,
        ),
        Option(
            "--skip",
            "Leave objects of this kind out, in the same way.",
            metavar="KIND",
            multiple=True,
            suggest=kind_names,
            project=ProjectValue.TEXT,
        ),
        Option(
            "--exclude",
            "Leave out files and folders whose name or path matches this pattern; may be given several times.",
            metavar="GLOB",
            multiple=True,
            project=ProjectValue.PATTERN,
        ),
    ),
    *section(
        "How it is judged",
        Option(
            "--field-validation",
            "What unknown and duplicate fields are: errors, warnings, or nothing.",
            choices=tuple(MODES),
            default="strict",
            project=ProjectValue.TEXT,
        ),
        Option(
            "--missing-schemas",
            "What objects are whose kind no definition is known of: errors, told and otherwise ignored, or left out.",
            choices=("fail", "warn", "skip"),
            default="fail",
            project=ProjectValue.TEXT,
        ),
        Option(
            "--fail-on",
            "Exit with 1 for this, too: warnings of the server, errors that an update is forgiven, objects that are "
            "there twice. May be given several times, or with commas.",
            metavar="WHAT",
            multiple=True,
            choices=FAILING,
            read=_read_failing,
            project=ProjectValue.STRICTER_TEXT,
        ),
        Option(
            "--as",
            "As what files are judged: as kubectl would send them, or as a server reads the files themselves, where "
            "keys that override those of a YAML merge key are duplicates, too.",
            choices=("kubectl", "server"),
            default="kubectl",
            parameter="sender",
            project=ProjectValue.TEXT,
        ),
        kubernetes_version_option(),
        feature_gates_option(),
        Option(
            "--ask-webhooks",
            "Have custom resources converted by the webhooks of their definitions; else nothing asks the network.",
            is_switch=True,
        ),
        webhook_service_option(),
        timeout_option(),
        Option(
            "-j, --jobs",
            "In how many processes files are judged; 0 for as many as there are processors, where there is much to do.",
            metavar="N",
            default="0",
            read=_read_jobs,
            project=ProjectValue.STRICTER_TEXT,
        ),
    ),
    *REPORT_OPTIONS,
    *section(
        REPORT,
        Option("-q, --quiet", "Of text, print only what is wrong.", is_switch=True, project=ProjectValue.TEXT),
        Option("--summary", "Of text, print only the line that sums up.", is_switch=True, project=ProjectValue.TEXT),
    ),
    per_path=("field-validation", "missing-schemas", "only", "skip"),
    habits=_HABITS,
    examples=(
        Example("All manifests of a folder, with the definitions of another:", "kapivara validate deploy --crds crds"),
        Example("What a chart or a kustomization renders to:", "kubectl kustomize overlay | kapivara validate -"),
        Example(
            "By the rules in the documents that a server publishes:",
            "kapivara validate deploy --openapi http://127.0.0.1:8001",
        ),
        Example("As updates of what was committed before:", "kapivara validate deploy --crds crds --old git:HEAD~1"),
        Example("In a pull request, only what it changes:", "kapivara validate deploy --changed-since HEAD~1"),
        Example(
            "In CI, with reports for the code scanner and for people:",
            "kapivara validate deploy --crds crds -o sarif=report.sarif -o text",
        ),
        Example(
            "Without Secrets and test data, where some definitions are not at hand:",
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
    """Tell whether the server would accept manifests.

    A PATH is a file (also packed, *.gz), a folder (its *.yaml, *.yml and *.json files, and those in folders below it),
    a pattern in quotes, git:REV:PATH for what was there at a revision of git, or - for standard input. Files may hold
    several documents, and lists of any kind. What lies in folders and is no Kubernetes object (Chart.yaml, values.yaml,
    kustomization.yaml) is passed over, and counted. An object that is there twice is told.

    With --old, objects that were there before are judged as updates: the report tells which errors the server forgives
    because nothing changed there, and of the others why not.

    Exits 0 where all objects are valid, 1 where one is not, 2 where input could not be read or judged.
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
        from kapivara.cli.document_access import document_access  # most runs need no documents
        from kapivara.cli.document_validation import DocumentValidation, read_documents

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
        raise UsageError("options about servers of documents need --openapi URL")
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
            from kapivara.cli.judged_files import judge_files  # most commands judge a file or two

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
        gone=tuple(each for each in judged.gone if selection.judges(each.identity, past_path(each.place.source))),
        compared=bool(old) or changed_since is not None,
        left_out=selection.left_out_in_order,
        fails_on=fail_on,
        detail=Detail.SUMMARY if summary else Detail.ERRORS if quiet else Detail.ALL,
        sums_up=found is not None and bool(found.told),
    )
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.exit_code


class _Strictness:
    """How strictly files are judged: as the options say, but for those that a project file has other settings for."""

    def __init__(self, field_validation: str, missing_schemas: str, overrides: tuple[PathOverride, ...]) -> None:
        self._usual = {"field_validation": field_validation, "missing_schemas": missing_schemas}
        self._overrides = overrides
        self._known: dict[str, Strictness] = {}

    def of(self, source: str) -> Strictness:
        """Returns how the objects of a file are judged."""
        found = self._known.get(source)
        if found is None:
            settings = settings_of(source, self._usual, self._overrides)
            fails = settings["missing_schemas"] == "fail"
            found = self._known[source] = Strictness(MODES[settings["field_validation"]], fails)
        return found

    def skips_unknown(self, source: str) -> bool:
        """Tells whether objects of which no definition is known are left out of the report."""
        return str(settings_of(source, self._usual, self._overrides)["missing_schemas"]) == "skip"


def _without_unknown(results: list[Result], selection: Selection, strictness: _Strictness) -> list[Result]:
    """Returns the results that are to be told; objects of unknown kinds may be only counted, by kind."""
    told = []
    for each in results:
        source = each.place.source
        if each.verdict is Verdict.UNKNOWN and strictness.skips_unknown(source):
            what = f"{each.identity.kind} objects of {each.identity.api_version}, which is not defined"
            selection.leave_out(what, "missing-schemas", source)
        else:
            if each.verdict is Verdict.UNKNOWN:
                selection.withhold("missing-schemas", source)
            told.append(each)
    return told


def _unvalidated(
    paths: Sequence[str], results: Sequence[Result], found: FoundSettings, selection: Selection
) -> Iterator[Unreadable]:
    """Lists the paths of the command line of which nothing was validated because of a project file that was found."""
    if "paths" in found.keys:
        return
    from kapivara.cli.found_settings import unvalidated

    validated = (each.place.source for each in results if each.verdict is not Verdict.UNKNOWN)
    for path in unvalidated(paths, validated, (path for _, path in selection.withheld)):
        keys = ", ".join(dict.fromkeys(each.key for each in found.told if each.leaves_out))
        message = f"nothing here was validated, because {found.file} sets {keys}"
        note = "if that is meant, say it on the command line, or name the file with --config"
        yield Unreadable(Location(shown_path(path)), message, note=note)
