"""`kapivara docs crd`: prints the reference page of a CRD, with examples that the server accepts."""

from __future__ import annotations

from kapivara.api import Api
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.cli.commands.docs.crd_examples import Examples, ExampleSearch
from kapivara.cli.commands.docs.crd_page import DescribedVersion, render_page
from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Unreadable
from kapivara.cli.framework.command import Argument, Example, command
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.framework.terminal import write_error, write_out
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.reports.result_text import result_lines, unreadable_lines
from kapivara.cli.validation.results import judge
from kapivara.schema.expressions.data.places import SchemaPlace, places_below
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject
from kapivara.values.stack import deep_stack


@command(
    Argument("paths", "PATH...", takes_all=True),
    examples=(Example("The page of a CRD:", "kapivara docs crd volumes/crd.yaml"),),
)
@deep_stack()
def crd(paths: tuple[str, ...]) -> int:
    """Print the reference page of CustomResourceDefinitions as Markdown.

    A PATH is a file, a folder or - for standard input. For every served version, the page lists the fields with types,
    defaults and constraints, the CEL rules with their messages, and examples, which are generated from the schema and
    accepted by the server.

    Exits 0 if all pages were printed, 1 if the server rejects a CRD, 2 if input could not be read.
    """
    unreadable: list[Unreadable] = []
    definitions = [each for each in read_manifests(paths, unreadable) if each.is_definition]
    if not definitions and not unreadable:
        raise CommandError(f"{', '.join(paths)}: no CustomResourceDefinitions in this input")
    pages, refused = [], False
    for manifest in definitions:
        page = _page(manifest)
        refused = refused or page is None
        pages += [page] if page is not None else []
    write_out("\n".join(pages))
    for line in unreadable_lines(tuple(unreadable), colour=False):
        write_error(f"{line}\n")
    return EXIT_UNREADABLE if unreadable else EXIT_INVALID if refused else EXIT_GOOD


def _page(manifest: Manifest) -> str | None:
    """Returns the page of a CRD; None if the server rejects it, with the errors on standard error."""
    with Api(assume_namespaces=True) as api:
        outcome = api.create(manifest.decoded, field_validation="Strict")
        crd = read_definition(manifest.value)
        if not outcome.ok or crd is None:
            for line in result_lines(judge(manifest, outcome), colour=False):
                write_error(f"{line}\n")
            return None
        return render_page(crd, tuple(_versions(api, crd)))


def _versions(api: Api, crd: JsonObject) -> list[DescribedVersion]:
    """Returns the served versions, the storage version first."""
    group, kind = crd["spec"]["group"], crd["spec"]["names"]["kind"]
    described = []
    for position, version in enumerate(crd["spec"]["versions"] or ()):
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if not version["served"] or schema is None:
            continue
        path = SPEC.child("versions").index(position).child("schema", "openAPIV3Schema")
        search = ExampleSearch(api, f"{group}/{version['name']}", kind, Structural(schema))
        places = tuple(places_below(SchemaPlace(schema, path)))
        found = search.find() if not version.get("deprecated") else Examples()
        described.append(DescribedVersion(version, places, found))
    return sorted(described, key=lambda each: not each.raw["storage"])
