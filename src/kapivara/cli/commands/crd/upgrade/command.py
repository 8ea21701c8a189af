"""`kapivara crd upgrade`: compares two versions of CRDs, tries the new one on stored objects, and prints a report."""

from __future__ import annotations

from kapivara.cli.commands.crd.upgrade.trial import Upgrade
from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import UsageError
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.files import STDIN
from kapivara.cli.inputs.manifest_reader import read_manifests, read_old_manifests
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.options.server import REPORT_OPTIONS, Output
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.schema.changes.change import ChangeClass
from kapivara.values.stack import deep_stack

_REPORTS = ReportModules(
    text="kapivara.cli.commands.crd.upgrade.report_text",
    json="kapivara.cli.commands.crd.upgrade.report_json",
    diagnosis="kapivara.cli.commands.crd.upgrade.report_json",
)


@command(
    Argument("old", "OLD_CRD"),
    Argument("new", "NEW_CRD"),
    Argument("more", "", takes_all=True, required=False),
    Option(
        "--objects",
        "The stored objects: a file, a folder or - for standard input; may be repeated, and followed by more paths, as "
        "from *.yaml in a shell.",
        metavar="PATH...",
        multiple=True,
        project=ProjectValue.PATH,
    ),
    Option(
        "--allow",
        "Show changes of this class without counting them as breaking; may be repeated, or a list with commas.",
        metavar="CLASS",
        multiple=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--advice",
        "Show advice about additions from the Kubernetes API conventions; it never counts as breaking.",
        is_switch=True,
        project=ProjectValue.STRICTER_TEXT,
    ),
    *REPORT_OPTIONS,
    examples=(
        Example("Show what changed since the last commit:", "kapivara crd upgrade git:HEAD~1 crds"),
        Example(
            "Test stored objects against a maximum that is smaller on purpose:",
            "kapivara crd upgrade old.yaml new.yaml --objects stored.yaml --allow refuses-creates",
        ),
    ),
)
@deep_stack()
def upgrade(
    old: str,
    new: str,
    more: tuple[str, ...],
    *,
    objects: tuple[str, ...],
    allow: tuple[str, ...],
    advice: bool,
    output: tuple[Output, ...],
    output_file: str | None,
    found: FoundSettings | None = None,
) -> int:
    """Show what a changed CRD breaks for clients that write its objects, and for stored objects.

    OLD_CRD and NEW_CRD are files or folders with CustomResourceDefinitions; OLD_CRD may be git:REV for NEW_CRD at a
    revision. kapivara validates the update of the CRD as the server would. Then it compares both sides, and shows every
    change with its place, its class and the reason. Given --objects, it tries each of them in every served version: it
    creates it, updates it whole and through /status and /scale, and applies it.

    Exits 0 if the upgrade is safe, 1 if it breaks something: the server rejects it, a change has a class that breaks
    (docs/upgrading.md lists them), or a write of an object fails that succeeded before; 2 if input could not be read.
    """
    if more and not objects:
        raise UsageError(f"Got unexpected extra arguments: {' '.join(more)} (put objects after --objects)")
    if (old, new, *objects, *more).count(STDIN) > 1:
        raise UsageError("standard input (-) can be read only once")
    allowed = frozenset(_class(name) for each in allow for name in each.split(",") if name)
    unreadable: list[Unreadable] = []
    old_side = _definitions(old, read_old_manifests([old], [new], unreadable), unreadable)
    new_side = _definitions(new, read_manifests([new], unreadable), unreadable)
    stored = [each for each in read_manifests([*objects, *more], unreadable) if not each.is_definition]
    report = Upgrade(old_side, new_side, unreadable, advice=advice).run(stored, with_progress, allowed)
    write_report(_REPORTS, report, output, output_file, found=found)
    return report.exit_code


def _class(name: str) -> ChangeClass:
    known = {each.value: each for each in ChangeClass if each.breaking and each is not ChangeClass.REFUSED}
    if name not in known:
        raise UsageError(f"--allow: there is no class {name}: use one of {', '.join(known)}")
    return known[name]


def _definitions(path: str, manifests: list[Manifest], unreadable: list[Unreadable]) -> list[Manifest]:
    definitions = [manifest for manifest in manifests if manifest.is_definition]
    if not definitions and not unreadable:
        unreadable.append(Unreadable(Location(path), "no CustomResourceDefinitions in this input"))
    return definitions
