"""`kapivara crd upgrade`: reads both sides and the objects, tries the change out, prints the report."""

from __future__ import annotations

import sys

import click

from kapivara.cli.commands import Option, PlainHelp, output_option
from kapivara.cli.findings import Place, Unreadable
from kapivara.cli.manifests import Manifest
from kapivara.cli.reading import read_manifests, read_old_manifests
from kapivara.cli.sources import STDIN
from kapivara.cli.terminal import has_colour, with_progress, write_out
from kapivara.cli.upgrade_findings import UpgradeReport
from kapivara.cli.upgrading import Upgrade
from kapivara.cli.validation import is_definition


@click.command(cls=PlainHelp)
@click.argument("old", metavar="OLD_CRD")
@click.argument("new", metavar="NEW_CRD")
@click.argument("more", nargs=-1, metavar="")
@click.option(
    "--objects",
    cls=Option,
    multiple=True,
    metavar="PATH...",
    help="The stored objects: a file, a folder or - for standard input; may be given several times, and followed by "
    "more of them, as a shell makes of *.yaml.",
)
@output_option("text", "json")
def upgrade(old: str, new: str, more: tuple[str, ...], *, objects: tuple[str, ...], output: str) -> int:
    """Tell what a changed definition does to the objects that are stored.

    OLD_CRD and NEW_CRD are files or folders with CustomResourceDefinitions; OLD_CRD may be git:REV, for what NEW_CRD
    held at a revision. The change itself is judged as the server would; then, of every object and in every version
    that is served: whether it is invalid at rest, what an update of it is forgiven as long as it stays unchanged, which
    writes are refused from now on, what is pruned, and which defaults are new.

    Exits 0 where the change is safe, 1 where it breaks something (the server refuses it, a version is served no longer,
    a create or an unchanged update is refused that was not before, or data is pruned), 2 where input could not be read.
    """
    if more and not objects:
        raise click.UsageError(f"Got unexpected extra arguments: {' '.join(more)} (objects go behind --objects)")
    if (old, new, *objects, *more).count(STDIN) > 1:
        raise click.UsageError("standard input (-) can be read only once")
    unreadable: list[Unreadable] = []
    old_side = _definitions(old, read_old_manifests([old], [new], unreadable), unreadable)
    new_side = _definitions(new, read_manifests([new], unreadable), unreadable)
    stored = [each for each in read_manifests([*objects, *more], unreadable) if not is_definition(each)]
    report = Upgrade(old_side, new_side, unreadable).run(stored, with_progress)
    _print(report, output)
    return report.exit_code


def _definitions(path: str, manifests: list[Manifest], unreadable: list[Unreadable]) -> list[Manifest]:
    definitions = [manifest for manifest in manifests if is_definition(manifest)]
    if not definitions and not unreadable:
        unreadable.append(Unreadable(Place(path), "no CustomResourceDefinitions in this input"))
    return definitions


def _print(report: UpgradeReport, output: str) -> None:
    if output == "json":
        from kapivara.cli.upgrade_report_json import render_json

        rendered = render_json(report)
    else:
        from kapivara.cli.upgrade_report_text import render_text

        rendered = render_text(report, colour=has_colour(sys.stdout))
    write_out(rendered)
