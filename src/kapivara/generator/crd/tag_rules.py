"""Adds the rules of `+k8s:` tags to CRDs, beside kubebuilder's markers.

The types are read a second time, as for validators, from the same files, but only in packages with tags that have an
effect on CRDs. Tags that are also markers of CRDs (`+k8s:required`, `+k8s:listType` and others) have the effect that
they have in controller-gen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from kapivara.files.reading import read_beside
from kapivara.generator.crd.markers.all_markers import MARKERS
from kapivara.generator.grammar.validation_markers import PREFIX, ValidationMarkerError, read_validation_markers
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import member_by_json, value_type
from kapivara.generator.model.types import Member, Position, Type, TypeKind, TypeName, Universe
from kapivara.generator.planning.plan_sources import discover_all
from kapivara.generator.schema_keywords.dialect import DEFINITION
from kapivara.generator.schema_keywords.type_schemas import TypeSchema, TypeSchemas, UnexpressedRule
from kapivara.generator.sources.go.go_package import GoFiles
from kapivara.generator.sources.go.import_paths import Root
from kapivara.generator.sources.loading import SourceOptions, try_sources
from kapivara.schema.structural.combining import RULES, Schema, combine
from kapivara.values.lazy_pattern import lazy_bytes_pattern, lazy_pattern
from kapivara.values.record import replace

SAID_BY_MARKERS: Final = frozenset(each.name for each in MARKERS)
_TAG = lazy_bytes_pattern(
    rb"\+k8s:(?!(?:[a-z-]+-gen|conversion-fn|openapi-model-package|required|optional|listType|listMapKey|immutable|enum)\b)"
)
"""A tag that constrains values; tags of other generators (`+k8s:conversion-gen`) do not."""
_ABOUT = lazy_pattern(r'tag "([^"]+)"')
_MOST_BYTES: Final = 16 << 20
_NOTHING: Final = TypeSchema({}, {})
_OLD: Final = "oldSelf"


class TagRules:
    """The rules of tags in some packages; `files` are the Go files that were read before."""

    def __init__(self, folders: Iterable[Path], roots: tuple[Root, ...], options: Mapping[str, bool], files: GoFiles):
        tagged = [folder for folder in folders if _has_tags(folder)]
        self._schemas: TypeSchemas | None = None
        self._universe = Universe()
        self.errors: list[AuthorError] = []
        self._transitions: set[str] = set()
        """The rules of tags that compare with old values."""
        self._dropped: list[UnexpressedRule] = []
        if tagged:
            sources = try_sources(tagged, SourceOptions(roots=roots), files=files)
            found = discover_all(sources)
            dialect = replace(DEFINITION, options=options, elsewhere=SAID_BY_MARKERS)
            self._universe = sources.universe
            self._schemas = TypeSchemas(found.discovery, found.session, dialect)
            self.errors = [each for each in found.errors if not _is_about_a_marker(each)]

    def of(self, package: str, name: str, way: tuple[str, ...] = ()) -> TypeSchema:
        """Returns the schema from the tags of a type, or of the type to which `way` leads; empty for unknown types."""
        kind = self._type(package, name, way)
        if kind is None or self._schemas is None:
            return _NOTHING
        said = self._schemas.of(kind)
        fields = dict(said.fields)
        own = dict(said.own)
        combine(own, _marked(kind))
        for member in kind.members:
            if marked := _marked(member):
                fields[member.json.name] = dict(fields.get(member.json.name, {}))
                combine(fields[member.json.name], marked)
        for each in (own, *fields.values()):
            self._transitions.update(_transitions_in(each))
        return TypeSchema(own, fields)

    def opaque_fields(self, package: str, name: str, way: tuple[str, ...] = ()) -> frozenset[str]:
        """Returns the fields of a type in which the tags of the field's type are ignored."""
        kind = None if self._schemas is None else self._type(package, name, way)
        return frozenset() if kind is None or self._schemas is None else self._schemas.of(kind).opaque

    def _type(self, package: str, name: str, way: tuple[str, ...]) -> Type | None:
        kind = self._universe.type(TypeName(package, name))
        for step in way:
            kind = None if kind is None else _held_by(kind, step)
        return kind

    @property
    def unexpressed(self) -> list[UnexpressedRule]:
        """The rules that CRDs cannot express."""
        said = [] if self._schemas is None else self._schemas.unexpressed
        return list(dict.fromkeys((*said, *self._dropped)))

    def finish(self, schema: Schema, kind: str, place: Position) -> None:
        """Removes rules of tags with `oldSelf` where values have no old value: the server rejects them."""
        for rule in _drop_uncorrelated(schema, self._transitions) if self._transitions else ():
            why = f"items of a list have no old selves where they have no keys, so it goes without {rule}"
            self._dropped.append(UnexpressedRule(kind, "", "", why, place))


def _marked(declared: Type | Member) -> Schema:
    """Parses the markers +k8s:validation of a type or field."""
    for line in declared.comments:
        if PREFIX in line.text and line.text.strip(" ").startswith(PREFIX):
            break
    else:
        return {}
    kind = declared if isinstance(declared, Type) else declared.type
    try:
        return read_validation_markers(declared.comments, kind)
    except ValidationMarkerError:
        return {}  # reported when tags were read


def _held_by(kind: Type, name: str) -> Type | None:
    """Returns the type of a field; for a list or map, the struct type of its items."""
    member = member_by_json(kind, name)
    found = None if member is None else value_type(member.type)
    while found is not None and found.kind is not TypeKind.STRUCT:
        found = None if found.elem is None else value_type(found.elem)
    return found


def _has_tags(path: Path) -> bool:
    """Returns whether a package has a tag that affects CRDs and is not one of their markers."""
    files = [path] if path.is_file() else [*path.glob("*.go"), *path.glob("*.py")]
    try:
        return any(_TAG.search(read_beside(str(each), _MOST_BYTES)) for each in files)
    except OSError:
        return False


def _is_about_a_marker(error: AuthorError) -> bool:
    """Returns whether an error is about a tag that is also a CRD marker, which reports it itself."""
    found = _ABOUT.search(error.message)
    return found is not None and found[1] in SAID_BY_MARKERS


def _transitions_in(schema: Schema) -> list[str]:
    """Returns the rules that use `oldSelf`, of a schema and of those below it."""
    found, waiting = [], [schema]
    while waiting:
        each = waiting.pop()
        found += [rule for entry in each.get(RULES, ()) if _OLD in (rule := entry["rule"])]
        waiting += _below(each)
    return found


def _below(schema: Schema) -> list[Schema]:
    found = list(schema["properties"].values()) if "properties" in schema else []
    for keyword in ("items", "additionalProperties"):
        if isinstance(below := schema.get(keyword), dict):
            found.append(below)
    return found


def _drop_uncorrelated(schema: Schema, known: set[str], *, correlated: bool = True) -> Iterator[str]:
    """Removes known rules that use `oldSelf` from lists whose items have no keys; yields these rules."""
    if not correlated:
        dropped = [each for each in schema.get(RULES, ()) if each["rule"] in known]
        if dropped:
            schema[RULES] = [each for each in schema[RULES] if each not in dropped]
            yield from (each["rule"] for each in dropped)
            if not schema[RULES]:
                del schema[RULES]
    keyed = schema.get("type") != "array" or schema.get("x-kubernetes-list-type") == "map"
    for each in _below(schema):
        yield from _drop_uncorrelated(each, known, correlated=correlated and keyed)
