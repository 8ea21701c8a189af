"""Generates OpenAPI documents from sources: per package and version, with all types to which its own types refer.

The document's schemas are merged into one schema per root type; rules that are too expensive, or do not compile, are
reported at their field. An expensive rule is no error in a document, which need not become a CRD.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from kapivara.field import FieldPath
from kapivara.generator.model.author_error import AuthorError, AuthorErrors, without_repeats
from kapivara.generator.model.json_fields import json_fields
from kapivara.generator.model.kinds import is_kind
from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Member, Package, Position, Type, TypeKind
from kapivara.generator.openapi_documents.type_descriptions import V2, V3, OpenApiVersion, TypeDescriptions, schema_name
from kapivara.generator.planning.plan_sources import GenerateOptions, discover_all, in_order
from kapivara.generator.schema_keywords.dialect import OPENAPI
from kapivara.generator.schema_keywords.type_schemas import TypeSchemas, UnexpressedRule
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import declaring_package
from kapivara.schema.expressions.cost_errors import excess_message
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.pricing.pricing import Remedy, RuleCost, price_rules, total_cost
from kapivara.schema.structural.combining import ERRORS, RULES, STRIP_ZERO, Schema, combine
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record, replace

_OPAQUE: Final[Schema] = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
_LEFT_OUT: Final = frozenset((STRIP_ZERO, ERRORS, "default", "description", "x-kubernetes-group-version-kind"))
_PATCHING: Final = "x-kubernetes-patch-"
_MOST_PARTS: Final = 50_000
_STEP = lazy_pattern(r"\.(?:properties\[([^\]]*)\]|(items|additionalProperties)(?=\.|$))")


class _TooLargeError(Exception):
    """A schema that is too large to be merged."""


@record(eq=False)
class Priced:
    """Rules that do not compile, and rules that cost more than the server allows in CRDs."""

    errors: list[AuthorError]
    dear: list[AuthorError]


def price_types(types: list[Type], schemas: Schema, prefix: str) -> Priced:
    """Estimates the cost of the rules of types, from the schemas of their document."""
    types = [kind for kind in types if not _is_list(kind)]
    held = {schema_name(found) for kind in types for found in _held(kind)}
    tops = [kind for kind in types if schema_name(kind) not in held] or types
    found = Priced([], [])
    for kind in tops:
        try:
            whole = _Whole(schemas, prefix).of(schema_name(kind))
        except _TooLargeError:
            continue
        if "metadata" in whole.get("properties", {}):
            whole["properties"]["metadata"] = {"type": "object"}
        rules = price_rules(whole, FieldPath.of("schema"))
        _add_errors(found.errors, kind, rules)
        _add_dear(found.dear, kind, rules)
    return Priced(without_repeats(found.errors), without_repeats(found.dear))


def _is_list(kind: Type) -> bool:
    """Returns whether a type is a list of objects, as in list responses: each object is validated by itself."""
    return any(each.embedded and each.type.name.name == "ListMeta" for each in kind.members)


def _held(kind: Type) -> Iterator[Type]:
    for field in json_fields(kind):
        found = _innermost(field.member.type)
        if found is not kind:
            yield found


def _innermost(kind: Type) -> Type:
    kind = value_type(kind)
    while kind.kind in (TypeKind.SLICE, TypeKind.MAP, TypeKind.ARRAY) and kind.elem is not None:
        kind = value_type(kind.elem)
    return kind


class _Whole:
    """Replaces references between schemas by the schemas; a recursive type becomes an object of any kind."""

    def __init__(self, schemas: Schema, prefix: str):
        self._schemas = schemas
        self._prefix = prefix
        self._parts = 0

    def of(self, name: str, above: tuple[str, ...] = ()) -> Schema:
        """Returns the schema of a type with all references replaced."""
        if name in above or name not in self._schemas:
            return dict(_OPAQUE)
        return self._whole(self._schemas[name], (*above, name))

    def _whole(self, schema: Schema, above: tuple[str, ...]) -> Schema:
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise _TooLargeError
        if not schema or "oneOf" in schema or schema.get("format") == "int-or-string":
            return {"x-kubernetes-int-or-string": True} if schema else {"x-kubernetes-preserve-unknown-fields": True}
        if "$ref" in schema:
            made = self.of(schema["$ref"].removeprefix(self._prefix), above)
        else:
            made = {}
            for each in schema.get("allOf", ()):
                combine(made, self._whole(each, above))
        combine(made, self._own(schema, above))
        return made

    def _own(self, schema: Schema, above: tuple[str, ...]) -> Schema:
        made: Schema = {}
        for keyword, value in schema.items():
            if keyword in _LEFT_OUT or keyword in ("$ref", "allOf") or keyword.startswith(_PATCHING):
                continue
            if keyword == "properties":
                made[keyword] = {name: self._whole(each, above) for name, each in value.items()}
            elif keyword in ("items", "additionalProperties"):
                made[keyword] = self._whole(value, above)
            else:
                made[keyword] = value
        return made


def _add_errors(errors: list[AuthorError], kind: Type, rules: tuple[RuleCost, ...]) -> None:
    """Adds an error for each rule that does not compile."""
    for rule in rules:
        if rule.error:
            place, field = _place_of(kind, str(rule.at))
            errors.append(_error_at(f"rule {rule.text!r}: {rule.error}", place, kind, field))


def _add_dear(dear: list[AuthorError], kind: Type, rules: tuple[RuleCost, ...]) -> None:
    """Adds an error for each rule that exceeds its limit, and for rules that exceed the limit together."""
    total = total_cost(rules)
    for rule in rules:
        if rule.cost <= RULE_COST_LIMIT and not (total > SCHEMA_COST_LIMIT and rule.remedies):
            continue
        place, field = _place_of(kind, str(rule.at))
        alone = rule.cost > RULE_COST_LIMIT
        what, cost, limit = _ALONE if alone else _TOGETHER, rule.cost if alone else total, _LIMITS[alone]
        error = _error_at(f"rule {rule.text!r}: {excess_message(what, cost, limit)}", place, kind, field)
        error.hint = _hint(rule, kind)
        dear.append(error)


_ALONE, _TOGETHER = "estimated rule cost", "estimated cost of all rules together"
_LIMITS = {True: RULE_COST_LIMIT, False: SCHEMA_COST_LIMIT}


def _error_at(message: str, place: Position | None, kind: Type, field: str) -> AuthorError:
    name = f"{kind}.{field}" if field else str(kind)
    return AuthorError(message, place, type_name=str(kind), field=name)


def _hint(rule: RuleCost, kind: Type) -> str:
    if not rule.remedies:
        return ""
    return f"it would fit with {' and '.join(_bound(each, kind) for each in rule.remedies[0])}"


def _bound(remedy: Remedy, kind: Type) -> str:
    place, field = _place_of(kind, str(remedy.place.path))
    return f"+k8s:{remedy.keyword}={remedy.value} at {field or kind} ({place})"


def _place_of(kind: Type, path: str) -> tuple[Position | None, str]:
    """Returns the place of the field to which a path in a type's schema leads, and its path in an object."""
    at: Any = kind
    member: Member | None = None
    steps = []
    for found in _STEP.finditer(path.partition(f".{RULES}")[0]):
        if found[1] is None:
            at = value_type(at).elem
            steps.append("[]")
        else:
            fields = {each.name: each.member for each in json_fields(value_type(at))}
            if found[1] not in fields:
                break
            member = fields[found[1]]
            at = member.type
            steps.append(f".{found[1]}")
    return (kind.place if member is None else member.place), "".join(steps).removeprefix(".")


MARK: Final = "Code generated by kapivara gen. DO NOT EDIT."
_KIND: Final = "x-kubernetes-group-version-kind"


@record(eq=False)
class PackageDocuments:
    """The documents of a package, by version number, and the number of its own types in them."""

    package: Package
    documents: dict[int, Schema]
    types: int


@record(eq=False)
class Documents:
    """Generated documents, rules that no document expresses, and rules that would be too expensive in CRDs."""

    packages: list[PackageDocuments]
    unexpressed: list[UnexpressedRule]
    dear: list[AuthorError]


def generate_documents(
    sources: Sources,
    options: GenerateOptions,
    switched: Mapping[str, bool] = MappingProxyType({}),
    versions: tuple[OpenApiVersion, ...] = (V3, V2),
) -> Documents:
    """Generates the documents of all requested packages; raises AuthorErrors with all their errors.

    `switched` are the settings of the options on which tags depend.
    """
    found = discover_all(sources, options)
    errors = list(found.errors)
    rules = TypeSchemas(found.discovery, found.session, replace(OPENAPI, options=switched))
    made = []
    dear: list[AuthorError] = []
    for path in sources.packages:
        package = sources.universe.packages[path]
        declaring = declaring_package(package, sources.universe)
        own = [kind for kind in found.roots if kind.name.package == declaring.path and kind.kind is TypeKind.STRUCT]
        documents = {}
        for version in versions:
            described = TypeDescriptions(sources.universe, rules, version, errors)
            described.describe(*own)
            _name_kinds(described.schemas, own, declaring)
            if version is versions[0] and not errors:
                priced = price_types(own, described.schemas, version.prefix)
                errors += priced.errors
                dear += priced.dear
            documents[version.number] = version.document(declaring.path, declaring.name, MARK, described.schemas)
        made.append(PackageDocuments(package, documents, len(own)))
    if errors:
        raise AuthorErrors(without_repeats(in_order(errors)))
    return Documents(made, list(dict.fromkeys(rules.unexpressed)), in_order(dear))


def _name_kinds(schemas: Schema, types: list[Type], package: Package) -> None:
    """Adds group, version and kind to the schemas of kinds, where the package declares its group."""
    if not package.group:
        return
    for kind in types:
        if is_kind(kind):
            identity = {"group": package.group, "version": package.version or package.name, "kind": kind.name.name}
            schemas[schema_name(kind)][_KIND] = [identity]
