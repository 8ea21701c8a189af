"""`kapivara validate`: reads all input, checks it, prints the report."""

from __future__ import annotations

from kapivara.cli.command import Argument, Option, command
from kapivara.cli.findings import Location, Report, Unreadable
from kapivara.cli.options import output_option, timeout_option
from kapivara.cli.reading import read_manifests, read_old_manifests
from kapivara.cli.reports import write_report
from kapivara.cli.sources import STDIN
from kapivara.cli.terminal import with_progress
from kapivara.cli.usage_error import UsageError
from kapivara.cli.validation import Validation
from kapivara.values.stack import deep_stack

MODES = {"strict": "Strict", "warn": "Warn", "ignore": "Ignore"}


@command(
    Argument("paths", "PATH...", takes_all=True),
    Option(
        "--crds",
        "Use the CustomResourceDefinitions in this file or folder; may be given several times. "
        "Those among the PATHs are used (and checked) in any case.",
        metavar="PATH",
        multiple=True,
    ),
    Option(
        "--old",
        "Judge objects as updates of those of the same kind, namespace and name in this file or folder, or in what "
        "the PATHs held at a revision of git; may be given several times.",
        metavar="PATH|git:REV",
        multiple=True,
    ),
    output_option("text", "json"),
    Option(
        "--field-validation",
        "What unknown and duplicate fields are: errors, warnings, or nothing.",
        choices=tuple(MODES),
        default="strict",
    ),
    timeout_option(),
)
@deep_stack()
def validate(
    paths: tuple[str, ...],
    *,
    crds: tuple[str, ...],
    old: tuple[str, ...],
    output: str,
    field_validation: str,
    request_timeout: float,
) -> int:
    """Tell whether the server would accept manifests.

    A PATH is a file, a folder (its *.yaml, *.yml and *.json files, and those in folders below it) or - for standard
    input. Files may hold several documents and lists.

    With --old, objects that were there before are judged as updates: the report tells which errors the server forgives
    because nothing changed there, and of the others why not.

    Exits 0 where all objects are valid, 1 where one is not, 2 where input could not be read or judged.
    """
    if (*paths, *crds, *old).count(STDIN) > 1:
        raise UsageError("standard input (-) can be read only once")
    unreadable: list[Unreadable] = []
    manifests = read_manifests(paths, unreadable)
    definitions = [manifest for manifest in read_manifests(crds, unreadable) if manifest.is_definition]
    before = read_old_manifests(old, paths, unreadable)
    validation = Validation(MODES[field_validation], before, request_timeout=request_timeout)
    results = validation.run(manifests, definitions, with_progress)
    if not results and not unreadable:
        unreadable.append(Unreadable(Location(", ".join(paths)), "no objects in this input"))
    gone = validation.gone([*manifests, *definitions])
    report = Report(tuple(results), tuple(unreadable), gone=gone, compared=bool(old))
    write_report("report", report, output)
    return report.exit_code
