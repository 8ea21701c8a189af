"""`kapivara explain`: finds a field of a built-in or custom kind, and prints its declaration."""

from __future__ import annotations

from kapivara.api import Api
from kapivara.cli.commands.explain.explanation import explain_field
from kapivara.cli.commands.explain.target import find_target
from kapivara.cli.fields.tree import fields_of
from kapivara.cli.findings import EXIT_GOOD, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.options.server import Output, kind_names, output_option
from kapivara.cli.project_file.found_settings import FoundSettings, warn
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.values.record import replace
from kapivara.values.stack import deep_stack

_REPORTS = ReportModules(
    text="kapivara.cli.commands.explain.report_text",
    json="kapivara.cli.commands.explain.report_json",
)


@command(
    Argument("field", "KIND[.FIELD...]", suggest=kind_names),
    Option("--api-version", "The API version of the kind, such as apps/v1; by default the preferred one."),
    Option(
        "--crds",
        "Read custom kinds from the CustomResourceDefinitions in this file or folder; may be repeated.",
        metavar="PATH",
        multiple=True,
        project=ProjectValue.PATH,
    ),
    Option("--recursive", "List nested fields too.", is_switch=True),
    output_option("text", "json"),
    examples=(
        Example("The fields of a kind:", "kapivara explain Deployment"),
        Example("A field and its rules:", "kapivara explain pods.spec.containers.resources"),
        Example("A custom kind:", "kapivara explain backups.spec --crds crds --recursive"),
    ),
)
@deep_stack()
def explain(
    field: str,
    *,
    api_version: str | None,
    crds: tuple[str, ...],
    recursive: bool,
    output: str,
    found: FoundSettings | None = None,
) -> int:
    """Explain the fields of a kind: types, defaults, how lists merge, and validation rules.

    KIND is the name of a kind in any form: Deployment, deployments, deploy, Deployment.apps/v1. Field names follow it,
    separated by dots, through lists and maps: deployments.spec.template.spec.containers.image.

    A default is the value in an object that leaves the field out. Each rule names its source: a tag in the declaration
    of a type, a keyword of a schema, or the function of kapivara that validates the field.
    """
    with Api(assume_namespaces=True) as api:
        _define(api, crds)
        target = find_target(field, api_version or "", api.registry.api_resources())
        kind = api.registry.find_kind(target.resource.kind.api_version, target.resource.kind.kind)
        if kind is None:
            raise CommandError(f"{target.resource.kind.kind} is not served")
        explanation = explain_field(target.resource, fields_of(kind), target.steps, recursive=recursive)
        if not target.steps and not target.resource.custom:
            from kapivara.cli.commands.explain.rule_share import rule_share  # imports all rules of the kind

            explanation = replace(explanation, share=rule_share(kind))
        write_report(_REPORTS, explanation, (Output(output),))
    warn(found)
    return EXIT_GOOD


def _define(api: Api, paths: tuple[str, ...]) -> None:
    """Creates CRDs; raises CommandError if one cannot be read or the server would reject it."""
    unreadable: list[Unreadable] = []
    for manifest in read_manifests(paths, unreadable):
        if manifest.is_definition:
            outcome = api.create(manifest.decoded)
            if outcome.status is not None and not outcome.ok:
                raise CommandError(f"{manifest.place}: {outcome.status.message}")
    if unreadable:
        raise CommandError(f"{unreadable[0].place}: {unreadable[0].message}")
