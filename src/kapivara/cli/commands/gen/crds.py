"""`kapivara gen --crd`: generates CustomResourceDefinitions from Go types, and validates them as the server would."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

from kapivara.apis.groups.apiextensions.rule_costs import rule_costs
from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.apis.machinery.validation.declared_rules import OPTIONS
from kapivara.cli.commands.gen.crd_options import CrdOptions
from kapivara.cli.commands.gen.files import MARK, Bounds, FileState, TargetFile, present_at, write_files
from kapivara.cli.commands.gen.report import GenReport
from kapivara.cli.findings import Finding, Location, Unreadable
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.framework.wording import plural
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.inputs.manifests import manifest_of
from kapivara.cli.options.type_sources import TypePaths, packages_below
from kapivara.cli.validation.dry_run import ServerTerms, Validation
from kapivara.codec import read_documents
from kapivara.files.reading import read_beside
from kapivara.generator.crd.definitions import DefinitionOptions, GeneratedDefinition, generate_definitions
from kapivara.generator.crd.schemas import SchemaOptions
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.schema_keywords.type_schemas import UnexpressedRule
from kapivara.generator.sources.go.build_constraints import is_package_file
from kapivara.generator.sources.go.import_paths import Root
from kapivara.generator.sources.python.type_files import names_group
from kapivara.schema.pricing.pricing import Remedy, RuleCost
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.server.responses.yaml_text import to_yaml
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

USUAL_FOLDER = Path("config/crd/bases")
_MOST_BYTES = 16 << 20
_NO_GATES: Mapping[str, bool] = MappingProxyType({})
_GROUP = lazy_bytes_pattern(rb"^[ \t]*+//[ \t]*+\+groupName=", 8)  # re.MULTILINE
_HEADER = f"# {MARK}\n---\n".encode()


@record(eq=False)
class PrintedDefinition:
    """A CRD, and the contents of its file."""

    definition: GeneratedDefinition
    data: bytes


def find_kinds(paths: Iterable[str]) -> TypePaths:
    """Returns the packages that paths name; `folder/...` selects those in it and below that have +groupName."""
    packages: list[Path] = []
    unreadable = []
    for path in paths:
        head, tail = os.path.split(path)
        folder = (head or os.curdir) if tail == "..." else ""
        if not Path(folder or path).exists():
            unreadable.append(Unreadable(Location(shown_path(path)), "no such file or folder"))
        elif folder:
            found = packages_below(folder, _names_its_group)
            if not found:
                why = "no package in this folder or below has the marker +groupName"
                unreadable.append(Unreadable(Location(shown_path(path)), why))
            packages += found
        else:
            packages.append(Path(path) if Path(path).is_dir() or path.endswith(".py") else Path(path).parent)
    return TypePaths(tuple(dict.fromkeys(packages)), tuple(unreadable))


def _names_its_group(file: Path) -> bool:
    if file.suffix == ".py":
        return names_group(file)
    try:
        return is_package_file(file.name) and _GROUP.search(read_beside(str(file), _MOST_BYTES)) is not None
    except OSError:
        return False


@deep_stack()
def print_definitions(definitions: Iterable[GeneratedDefinition]) -> list[PrintedDefinition]:
    """Returns CRDs with the contents of their files."""
    return [PrintedDefinition(each, _HEADER + to_yaml(each.document)) for each in definitions]


def definition_files(printed: Iterable[PrintedDefinition], out: Path) -> list[TargetFile]:
    """Returns the target file of each CRD; raises OSError, and AuthorErrors for an invalid file name."""
    targets = []
    for each in printed:
        name = each.definition.file_name
        if os.path.basename(name) != name or name.startswith(".") or not name.isprintable():
            message = f"{name!r}, from the group and the plural of {each.definition.name}, is not a valid file name"
            raise AuthorErrors([AuthorError(message, each.definition.place_of("spec.group"))])
        path = out / each.definition.file_name
        versions = plural(len(each.definition.kinds), "version")
        targets.append(TargetFile(path, each.data, present_at(path), each.definition.name, versions))
    return targets


@deep_stack()
def check_definitions(printed: Sequence[PrintedDefinition], feature_gates: Mapping[str, bool] = _NO_GATES) -> None:
    """Validates CRDs as a server would; raises AuthorErrors with the server's errors."""
    manifests = []
    for each in printed:
        (document,) = read_documents(each.data, each.definition.file_name)
        manifests.append(manifest_of(document, document.value, ""))
    results = Validation(terms=ServerTerms(feature_gates=feature_gates)).run(manifests, (), with_progress)
    server = FeatureGates(feature_gates).extend(NEWEST)
    errors = [
        _error(finding, each.definition, server)
        for each, result in zip(printed, results, strict=True)
        for finding in result.errors
    ]
    if errors:
        raise AuthorErrors(errors)


def _error(finding: Finding, definition: GeneratedDefinition, server: ServerVersion) -> AuthorError:
    message = f"the server would reject {definition.name}: {finding.field}: {finding.message}"
    return AuthorError(message, definition.place_of(finding.field), hint=_remedies(finding, definition, server))


def _remedies(finding: Finding, definition: GeneratedDefinition, server: ServerVersion) -> str:
    """Returns the bounds that reduce the cost of a rule below the limit; "" for all other errors."""
    if "cost" not in finding.message:
        return ""
    priced = [rule for schema in rule_costs(definition.document, server) for rule in schema.rules]
    found = next((rule for rule in priced if rule.remedies and str(rule.at) == finding.field), None)
    return "" if found is None else _remedy_text(found, definition)


def _remedy_text(rule: RuleCost, definition: GeneratedDefinition) -> str:
    return f"it fits with {' and '.join(_bound(each, definition) for each in rule.remedies[0])}"


def _bound(remedy: Remedy, definition: GeneratedDefinition) -> str:
    place = definition.place_of(str(remedy.place.path))
    marker = remedy.keyword[0].upper() + remedy.keyword[1:]
    field = remedy.place.field or "(root)"
    return f"+kubebuilder:validation:{marker}={remedy.value} at {field} ({shown_path(str(place))})"


def deliver_definitions(
    paths: Sequence[str],
    roots: Sequence[tuple[str, str]],
    options: CrdOptions,
    out: Path | None,
    *,
    switched: Mapping[str, bool],
    check: bool,
    bounds: Bounds | None = None,
) -> GenReport:
    """Generates and validates the CRDs of packages, and writes their files unless `check`."""
    report = partial(GenReport, checked=check, made_of="definition", command="kapivara gen --crd")
    found = find_kinds(paths)
    if found.unreadable:
        return report(missing=found.unreadable)
    try:
        unexpressed: list[UnexpressedRule] = []
        printed = print_definitions(_generated(found.packages, roots, options, switched, unexpressed))
        if not options.unchecked:
            check_definitions(printed, options.feature_gates)
        targets = tuple(definition_files(printed, out or USUAL_FOLDER))
        if not check and all(each.state is not FileState.FOREIGN for each in targets):
            write_files(targets, bounds)
    except AuthorErrors as wrong:
        return report(errors=tuple(wrong.errors))
    except OSError as error:
        place = Location(shown_path(str(error.filename or out or USUAL_FOLDER)))
        return report(missing=(Unreadable(place, (error.strerror or str(error)).lower()),))
    if not targets:
        where = Location(", ".join(map(shown_path, paths)))
        return report(missing=(Unreadable(where, "no kind found: no type embeds both TypeMeta and ObjectMeta"),))
    return report(targets=targets, unexpressed=tuple(unexpressed))


def _generated(
    packages: Sequence[Path],
    roots: Sequence[tuple[str, str]],
    options: CrdOptions,
    switched: Mapping[str, bool],
    unexpressed: list[UnexpressedRule],
) -> list[GeneratedDefinition]:
    return generate_definitions(
        with_progress(packages, "reading"),
        DefinitionOptions(
            roots=tuple(Root(prefix, Path(folder)) for prefix, folder in roots),
            schemas=SchemaOptions(floats=options.floats, embedded_metadata=options.embedded_metadata),
            descriptions=options.descriptions,
            unknown_markers=options.unknown_markers,
            switched={**OPTIONS, **switched},
        ),
        unexpressed,
    )
