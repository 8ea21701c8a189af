"""Generates CRDs from kinds: all versions of a kind, also from several packages, become one CRD.

Upstream: controller-tools/pkg/crd/spec.go, gen.go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.generator.crd.declared import DeclaredPackage, DeclaredType
from kapivara.generator.crd.flattening import Flattening, TooLargeError, TypeConflictError
from kapivara.generator.crd.markers.definition import SKIP_VERSION, STORAGE_VERSION
from kapivara.generator.crd.markers.marker import MarkerError, Schema, first_of
from kapivara.generator.crd.markers.package import GROUP_NAME, SKIP, VERSION_NAME
from kapivara.generator.crd.markers.type_rules import NAME_FORMAT, add_name_rules
from kapivara.generator.crd.places import find_place
from kapivara.generator.crd.plural import plural_of
from kapivara.generator.crd.python_types import Places, go_package
from kapivara.generator.crd.schemas import SchemaOptions, Schemas
from kapivara.generator.crd.tag_rules import TagRules
from kapivara.generator.crd.type_names import TypeNames
from kapivara.generator.model.author_error import AuthorError, AuthorErrors, without_repeats
from kapivara.generator.model.types import META, Position, Universe
from kapivara.generator.planning.plan_sources import in_order
from kapivara.generator.schema_keywords.type_schemas import UnexpressedRule
from kapivara.generator.sources.go.go_package import GoFiles, GoPackage
from kapivara.generator.sources.go.import_paths import Root, module_cache
from kapivara.generator.sources.go.loader import Loader
from kapivara.generator.sources.python.front_end import try_package
from kapivara.generator.sources.python.type_files import group_files
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_SENTENCE_ENDS = (
    ".!?\u0589\u061e\u061f\u06d4\u0964\u0965\u203c\u203d\u2047\u2048\u2049\u3002\ufe52\uff01\uff0e\uff1f\uff61"
)


def cut_descriptions(schema: Schema, most: int) -> None:
    """Shortens all descriptions of a schema to a number of bytes; 0 removes them."""
    if most == 0:
        schema.pop("description", None)
    elif len(schema.get("description", "").encode()) > most:
        schema["description"] = _cut(schema["description"], most)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            cut_descriptions(schema[name], most)
    for each in (*schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("properties", {}).values()):
        cut_descriptions(each, most)


def _cut(text: str, most: int) -> str:
    """Cuts a text after its last complete sentence, or else after its last complete word."""
    text = text.encode()[:most].decode(errors="ignore")
    end = max((at for at, sign in enumerate(text) if sign in _SENTENCE_ENDS), default=0)
    if end > 0:
        return text[: end + 1]
    blank = max((at for at, sign in enumerate(text) if sign.isspace()), default=0)
    return f"{text[:blank] if blank > 0 else text}..."


@record
class DefinitionOptions:
    """Options of CRD generation: folders of packages, schema options, the most bytes of a description (None: any)."""

    roots: tuple[Root, ...] = ()
    schemas: SchemaOptions = SchemaOptions()
    descriptions: int | None = None
    unknown_markers: bool = False
    """Whether unknown markers are ignored instead of reported."""
    switched: Mapping[str, bool] = MappingProxyType({})
    """The settings of the options on which tags depend."""


@record(eq=False)
class GeneratedDefinition:
    """A generated CRD, and the types of its versions."""

    document: dict[str, Any]
    kinds: dict[str, DeclaredType]
    """The types, by name of the version."""
    names: TypeNames
    places: Places

    @property
    def name(self) -> str:
        """The name of the CRD, `PLURAL.GROUP`."""
        name: str = self.document["metadata"]["name"]
        return name

    @property
    def file_name(self) -> str:
        """The name of the CRD's file."""
        spec = self.document["spec"]
        return f"{spec['group']}_{spec['names']['plural']}.yaml"

    def place_of(self, path: str) -> Position:
        """Returns the place in the sources of a path in the CRD."""
        found = find_place(path, self.document, self.kinds, self.names)
        return self.places.translated(found) or found


@record(eq=False)
class _Version:
    """One version of a kind."""

    group: str
    version: str
    kind: DeclaredType


@deep_stack()
def generate_definitions(
    folders: Iterable[Path], options: DefinitionOptions, unexpressed: list[UnexpressedRule] | None = None
) -> list[GeneratedDefinition]:
    """Generates the CRDs of all kinds in some packages; raises AuthorErrors with all their errors.

    Rules of tags that CRDs cannot express are added to `unexpressed`.
    """
    folders = list(folders)
    errors: list[AuthorError] = []
    files = GoFiles()
    tag_rules = TagRules(folders, options.roots, options.switched, files)
    loader = Loader(Universe(), options.roots, module_cache(), files)
    names = TypeNames(loader, errors)
    schemas = Schemas(names, errors, options.schemas, tag_rules)
    versions: dict[tuple[str, str], list[_Version]] = {}
    places = Places()
    for folder in folders:
        for source in _read(folder, loader, places):
            errors += source.errors
            package = names.package(source, strict=not options.unknown_markers)
            for found in _kinds(package, schemas, folder):
                versions.setdefault((found.group, found.kind.name), []).append(found)
    making = _Making(schemas, options, places, tag_rules)
    made = [making.definition(versions[key]) for key in sorted(versions)]
    errors += tag_rules.errors
    if unexpressed is not None:
        unexpressed += tag_rules.unexpressed
    if errors:
        places.translate(errors)
        raise AuthorErrors(in_order(without_repeats(errors)))
    return [each for each in made if each is not None]


def _read(path: Path, loader: Loader, places: Places) -> list[GoPackage]:
    """Reads the package at a path: a folder of Go files, or Python types, in a file or in a folder without Go files."""
    files = [path] if path.suffix == ".py" else [] if any(path.glob("*.go")) else group_files(path)
    if not files:
        return [loader.read(path)]
    found = []
    for file in files:
        package, errors = try_package(file, loader.universe, loader.shared_type)
        if package is None:
            raise AuthorErrors(in_order(errors))
        loader.universe.packages[package.path] = package
        try:
            for each in list(loader.universe.packages.values()):
                if each.files and each.files[0].endswith(".py"):
                    loader.add(go_package(each, places))
        except AuthorError as error:
            places.translate([error])
            raise AuthorErrors([error]) from None
        made = loader.imported(package.path, GoPackage("", ""))
        made.errors += errors
        found.append(made)
    return found


def _kinds(package: DeclaredPackage, schemas: Schemas, folder: Path) -> list[_Version]:
    """Returns the kinds of a package; reads the markers of its other types too, so that their errors are reported."""
    if first_of(package.markers, SKIP):
        return []
    kinds = [each for each in package.types.values() if _is_kind(each, schemas.names)]
    for kind in package.types.values():
        _ = kind.markers
    group = first_of(package.markers, GROUP_NAME)
    if kinds and (group is None or not group.value):
        hint = "write // +groupName=GROUP above the package clause of doc.go or groupversion_info.go"
        place = Position(str(folder), 1, 1)
        schemas.errors.append(AuthorError(f"package {package.path} declares no group for its kinds", place, hint=hint))
        return []
    version = first_of(package.markers, VERSION_NAME)
    name = package.name if version is None else str(version.value)
    return [_Version(str(group.value), name, each) for each in kinds] if group is not None else []


def _is_kind(kind: DeclaredType, names: TypeNames) -> bool:
    """Returns whether a type is a kind: it embeds TypeMeta and ObjectMeta."""
    embedded = set()
    for field in kind.fields:
        if not field.name and field.type.type == "qualified_type":
            prefix, _, name = kind.scope.file.slice(field.type).partition(".")
            if names.imported_path(prefix, kind.scope) == META:
                embedded.add(name)
    return {"TypeMeta", "ObjectMeta"} <= embedded


class _Making:
    """Makes CRDs from the versions of kinds."""

    def __init__(self, schemas: Schemas, options: DefinitionOptions, places: Places, tag_rules: TagRules):
        self._places = places
        self._tag_rules = tag_rules
        self._schemas = schemas
        self._options = options
        self._flattening = Flattening(schemas.of)

    def definition(self, versions: list[_Version]) -> GeneratedDefinition | None:
        """Returns the CRD of a kind; None where all of its versions are skipped."""
        first = versions[0]
        document = _empty_definition(first.group, first.kind.name)
        made: dict[str, dict[str, Any]] = {}
        # Markers of skipped versions still set names and scope, but markers of other versions override them.
        for each in sorted(versions, key=lambda one: (not _is_skipped(one.kind), one.version)):
            entry: dict[str, Any] = {"name": each.version, "served": True, "storage": False}
            if not _is_skipped(each.kind):
                if each.version in made:
                    self._refuse(f"version {each.version} of {each.kind.name} is declared twice", each.kind)
                made[each.version] = entry
                entry["schema"] = {"openAPIV3Schema": self._schema(each.kind)}
            self._apply_markers(document, entry, each.kind)
        if not made:
            return None
        if len(made) == 1:
            next(iter(made.values()))["storage"] = True
        self._check_versions(made, first.kind)
        spec = document["spec"]
        spec["versions"] = [made[name] for name in sorted(made)]
        document["metadata"]["name"] = f"{spec['names']['plural']}.{first.group}"
        kinds = {each.version: each.kind for each in versions if each.version in made}
        return GeneratedDefinition(document, kinds, self._schemas.names, self._places)

    def _schema(self, kind: DeclaredType) -> Schema:
        try:
            schema = self._flattening.flatten(self._schemas.declare(kind))
        except (TypeConflictError, TooLargeError) as error:
            self._refuse(str(error), kind)
            return {}
        if "metadata" in schema.get("properties", {}):
            schema["properties"]["metadata"] = {"type": "object"}
        self._tag_rules.finish(schema, kind.name, kind.place)
        self._add_name_rules(schema, kind)
        if self._options.descriptions is not None:
            cut_descriptions(schema, self._options.descriptions)
        return schema

    def _add_name_rules(self, schema: Schema, kind: DeclaredType) -> None:
        """Adds the rules for names that a marker above `metadata` requires; only rules of the root can read names."""
        for field in kind.fields:
            if (found := first_of(field.markers, NAME_FORMAT.name)) is None:
                continue
            if "metadata" not in schema.get("properties", {}):
                continue  # the version has no metadata, which is reported elsewhere
            try:
                add_name_rules(schema, found.value)
            except MarkerError as error:
                message = f"+{NAME_FORMAT.name}: {error.message}"
                self._schemas.errors.append(AuthorError(message, found.place, type_name=kind.name, hint=error.hint))

    def _apply_markers(self, document: dict[str, Any], version: dict[str, Any], kind: DeclaredType) -> None:
        for each in kind.markers:
            if each.marker.define is None:
                continue
            try:
                each.marker.define(document, version, each.value)
            except MarkerError as error:
                name = each.marker.name
                message = f"+{name}: {error.message}"
                self._schemas.errors.append(
                    AuthorError(message, each.place, type_name=kind.name, tag=name, hint=error.hint)
                )

    def _check_versions(self, versions: dict[str, dict[str, Any]], kind: DeclaredType) -> None:
        stored = [name for name, each in versions.items() if each["storage"]]
        if not stored:
            self._refuse(f"no version of {kind.name} is stored", kind, f"write // +{STORAGE_VERSION} above one of them")
        elif len(stored) > 1:
            told = ", ".join(sorted(stored))
            self._refuse(
                f"several versions of {kind.name} are stored: {told}", kind, f"leave +{STORAGE_VERSION} at one"
            )
        if not any(each["served"] for each in versions.values()):
            self._refuse(f"no version of {kind.name} is served", kind, "leave out +kubebuilder:unservedversion at one")

    def _refuse(self, message: str, kind: DeclaredType, hint: str = "") -> None:
        self._schemas.errors.append(AuthorError(message, kind.place, type_name=kind.name, hint=hint))


def _is_skipped(kind: DeclaredType) -> bool:
    return first_of(kind.markers, SKIP_VERSION) is not None


def _empty_definition(group: str, kind: str) -> dict[str, Any]:
    names = {"kind": kind, "listKind": f"{kind}List", "plural": plural_of(kind), "singular": kind.lower()}
    return {
        "apiVersion": DEFINITIONS.gvr().api_version,
        "kind": DEFINITIONS.kind,
        "metadata": {},
        "spec": {"group": group, "names": names, "scope": "Namespaced"},
    }
