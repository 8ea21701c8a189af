"""`kapivara explain`: finds a field of a built-in or custom kind, and prints its declaration.

A kind has the names that kubectl accepts. Its group may follow, or its version and group, or its API version as in
`Deployment.apps/v1`; field names follow these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kapivara.api import Api
from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.cli.commands.explain.explanation import explain_field
from kapivara.cli.fields.tree import fields_of
from kapivara.cli.findings import EXIT_GOOD, Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, ProjectValue, command
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.hints.kinds import KindGuide, KnownKind
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.options.server import Output, kind_names, output_option
from kapivara.cli.project_file.found_settings import FoundSettings, warn
from kapivara.cli.reports.write import ReportModules, write_report
from kapivara.content.nearest import nearest
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record, replace
from kapivara.values.stack import deep_stack

_POSITION = lazy_pattern(r"\[[^\]]*\]")
_ALIKE = 0.7


@record
class Target:
    """A resource, and the names of fields that lead from it to the explained field."""

    resource: ApiResource
    steps: tuple[str, ...]


def find_target(text: str, api_version: str, resources: Sequence[ApiResource]) -> Target:
    """Returns the resource and the field steps that a text names; raises CommandError if there is no such kind.

    List indexes, as in the paths of errors, are ignored.
    """
    text = _POSITION.sub("", text).strip(".")
    name, _, rest = text.partition(".")
    head, slash, tail = rest.partition("/")
    if slash:
        version, _, fields = tail.partition(".")
        return _at(name, f"{head}/{version}", tuple(filter(None, fields.split("."))), resources)
    steps = tuple(filter(None, rest.split(".")))
    if api_version:
        return _at(name, api_version, steps, resources)
    named = _named(name, resources)
    if not named:
        raise CommandError(_no_kind(name, resources))
    return next(filter(None, (_with_group(each, steps) for each in named)), Target(named[0], steps))


def _at(name: str, api_version: str, steps: tuple[str, ...], resources: Sequence[ApiResource]) -> Target:
    """Returns the target for a kind at an API version."""
    named = _named(name, resources)
    found = [each for each in named if each.kind.api_version == api_version]
    if found:
        return Target(found[0], steps)
    kind = named[0].kind.kind if named else name
    raise CommandError(KindGuide(_custom_kinds(resources)).judge(api_version, kind).message)


def _named(name: str, resources: Iterable[ApiResource]) -> list[ApiResource]:
    wanted = name.lower()
    return [each for each in resources if wanted in _names(each)]


def _names(resource: ApiResource) -> tuple[str, ...]:
    return (resource.kind.kind.lower(), resource.plural, resource.singular, *resource.short_names)


def _with_group(resource: ApiResource, steps: tuple[str, ...]) -> Target | None:
    """Returns the target if the resource's group, or version and group, precedes the fields; None otherwise."""
    group = tuple(resource.kind.group.split(".")) if resource.kind.group else ()
    for words in ((resource.kind.version, *group), group):
        if words and steps[: len(words)] == words:
            return Target(resource, steps[len(words) :])
    return None


def _no_kind(name: str, resources: Sequence[ApiResource]) -> str:
    by_name = {each: resource.kind.kind for resource in reversed(resources) for each in _names(resource)}
    meant = by_name.get(nearest(name, by_name, _ALIKE), "")
    hint = f"did you mean {meant}?" if meant else "for a custom kind, name the file of its CRD with --crds PATH"
    return f"there is no kind {name}: {hint}"


def _custom_kinds(resources: Iterable[ApiResource]) -> list[KnownKind]:
    custom = (each for each in resources if each.custom)
    return [KnownKind(each.kind.group, (each.kind.version,), each.kind.kind, _names(each)) for each in custom]


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
