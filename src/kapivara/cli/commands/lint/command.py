"""`kapivara lint`: reads the sources of API types, applies the lint rules, and prints the findings."""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.cli.commands.lint.report import LintReport
from kapivara.cli.findings import EXIT_GOOD, Location, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import UsageError
from kapivara.cli.framework.terminal import write_out
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.options.server import REPORT_OPTIONS, Output
from kapivara.cli.options.type_sources import SOURCE_OPTIONS, find_types, read_types
from kapivara.cli.options.value_readers import read_rule_names
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.files.reading import read_named
from kapivara.generator.lint import RULES, LintOptions, by_place, lint_sources, wanted_rules
from kapivara.generator.lint.exceptions import AcceptedDifferences, read_exceptions
from kapivara.generator.lint.rule import Rule
from kapivara.values.record import replace

_MOST_BYTES = 16 << 20
_REPORTS = ReportModules(
    text="kapivara.cli.commands.lint.report_text",
    json="kapivara.cli.commands.lint.report_json",
    diagnosis="kapivara.cli.commands.lint.report_json",
)


def _read_rules(given: tuple[str, ...]) -> frozenset[str]:
    return read_rule_names(given, [rule.name for rule in RULES])


@command(
    Argument("paths", "PATH...", takes_all=True, required=False, project=ProjectValue.PATH),
    *REPORT_OPTIONS,
    Option(
        "--select",
        "Apply only these rules; may be repeated, or a list with commas.",
        metavar="RULE",
        multiple=True,
        read=_read_rules,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--ignore",
        "Skip these rules; may be repeated, or a list with commas.",
        metavar="RULE",
        multiple=True,
        read=_read_rules,
        project=ProjectValue.TEXT,
    ),
    Option("--strict", "Let warnings fail the run too.", is_switch=True, project=ProjectValue.STRICTER_TEXT),
    Option(
        "--target",
        "Report an error for each tag that validation-gen of this version rejects or ignores.",
        choices=("v1.37",),
        project=ProjectValue.STRICTER_TEXT,
    ),
    Option(
        "--exceptions",
        "A file of accepted differences between versions of an API, one per line: PACKAGE TYPE[.FIELD].",
        metavar="FILE",
        project=ProjectValue.PATH,
    ),
    Option("--list-rules", "List the rules, and exit.", is_switch=True),
    *SOURCE_OPTIONS,
    examples=(
        Example("Two versions of an API, compared with each other:", "kapivara lint widgets/v1 widgets/v1beta1"),
        Example("List the rules:", "kapivara lint --list-rules"),
    ),
)
def lint(
    paths: tuple[str, ...],
    *,
    output: tuple[Output, ...],
    output_file: str | None,
    select: frozenset[str],
    ignore: frozenset[str],
    strict: bool,
    target: str | None,
    exceptions: str | None,
    list_rules: bool,
    roots: tuple[tuple[str, str], ...],
    readonly: tuple[str, ...],
    typedef_chains: bool,
    found: FoundSettings | None = None,
) -> int:
    """Find likely mistakes in the tags of API types.

    A PATH is the folder of a package, or a Python file of types, as for `gen`. Give all versions of an API to compare
    their tags. The rules are those of validation-gen and more; `+k8s:validation-gen-nolint` on a package or type turns
    validation-gen's rules off there.

    Exits 0 if no errors were found, 1 if there were errors (with --strict: or warnings), 2 if a path could not be read.
    """
    options = LintOptions(select=select, ignore=ignore, target=target or "", typedef_chains=typedef_chains)
    rules = wanted_rules(options)
    if list_rules:
        _print_rules(rules, output[0].form)
        return EXIT_GOOD
    if not paths:
        raise UsageError("Missing argument 'PATH...'.")
    types = find_types(paths)
    unreadable = list(types.unreadable)
    accepted = _read_exceptions(exceptions, unreadable) if exceptions else None
    findings = lint_sources(read_types(types.packages, roots, readonly), replace(options, exceptions=accepted))
    report = LintReport(tuple(by_place(findings)), tuple(unreadable), rules=tuple(rules), strict=strict)
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.exit_code


def _read_exceptions(file: str, unreadable: list[Unreadable]) -> AcceptedDifferences | None:
    try:
        return read_exceptions(read_named(file, _MOST_BYTES).decode(), file)
    except UnicodeDecodeError:
        unreadable.append(Unreadable(Location(shown_path(file)), "not UTF-8"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        unreadable.append(Unreadable(Location(shown_path(file)), reason.lower()))
    return None


def _print_rules(rules: Sequence[Rule], output: str) -> None:
    if output == "json":
        from kapivara.cli.commands.lint.report_json import render_rules_json

        write_out(render_rules_json(rules))
    else:
        from kapivara.cli.commands.lint.report_text import render_rules

        write_out(render_rules(rules))
