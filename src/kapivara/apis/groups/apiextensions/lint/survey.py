"""The input of lint rules: a decoded CRD with its schemas by place and its compiled CEL rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from kapivara.apis.groups.apiextensions.lint.rule import Finding, Inside
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.cel.tree.ast import Expr, Select
from kapivara.cel.tree.walk import descendants
from kapivara.field import FieldPath
from kapivara.schema.expressions.compiling.compilation import CompiledRule, Expression, compiler_of
from kapivara.schema.expressions.compiling.schema_facts import SchemaFacts
from kapivara.schema.expressions.data.declared import DeclaredType, declare
from kapivara.schema.expressions.data.places import SchemaPlace, places_below
from kapivara.schema.legality.invariants import structural_errors
from kapivara.schema.legality.survey import survey
from kapivara.schema.pricing.pricing import RuleCost, price_rules
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record

RULES: Final = "x-kubernetes-validations"


@record(eq=False)
class LintedRule:
    """A CEL rule of a schema, compiled as far as possible, with its place and its declared type."""

    version: LintedVersion
    place: SchemaPlace
    path: FieldPath
    raw: JsonObject
    compiled: CompiledRule
    declared: DeclaredType

    @property
    def expression(self) -> Expression | None:
        """The compiled expression; None if it does not compile."""
        return self.compiled.rule

    @property
    def facts(self) -> SchemaFacts:
        """The facts that the schema declares about the data that the rule reads."""
        is_resource = self.place.is_root or self.declared.schema.embedded_resource
        return SchemaFacts(self.declared, is_resource=is_resource)

    def finding(self, message: str, node: Expr | None = None, keyword: str = "rule", **more: Any) -> Finding:
        """Creates a finding about the rule, optionally at a node of its expression."""
        inside = None
        expression = self.compiled.message if keyword == "messageExpression" else self.compiled.rule
        if node is not None and expression is not None:
            inside = Inside(self.raw[keyword], *_span(node, expression))
        path = self.path.child(keyword) if keyword in self.raw else self.path
        return Finding(message, path, field=self.place.field, version=self.version.name, **{"inside": inside, **more})


class LintedVersion:
    """A version of a CRD; with `repeats`, an earlier version has the same schema.

    `written` is the version as the file has it, including fields that decoding drops; `server` compiles expressions.
    """

    def __init__(
        self, raw: JsonObject, path: FieldPath, *, repeats: bool, written: JsonObject, server: ServerVersion = NEWEST
    ):
        self.raw = raw
        self._server = server
        self.written = written
        self.path = path
        self.name: str = raw["name"]
        self.repeats = repeats

    @property
    def schema(self) -> JsonObject | None:
        """The schema of whole objects."""
        found: JsonObject | None = (self.raw.get("schema") or {}).get("openAPIV3Schema")
        return found

    @property
    def schema_path(self) -> FieldPath:
        """The path of the schema."""
        return self.path.child("schema", "openAPIV3Schema")

    @cached_property
    def places(self) -> tuple[SchemaPlace, ...]:
        """The schemas of all fields, items and values; empty if an earlier version has the same schema."""
        if self.schema is None or self.repeats:
            return ()
        return tuple(places_below(SchemaPlace(self.schema, self.schema_path)))

    @property
    def written_places(self) -> Iterator[SchemaPlace]:
        """The same schemas, as the file has them."""
        written = (self.written.get("schema") or {}).get("openAPIV3Schema") if self.places else None
        return places_below(SchemaPlace(written, self.schema_path)) if written else iter(())

    @cached_property
    def is_structural(self) -> bool:
        """True if the schema is structural, so that rules can be compiled and defaults validated."""
        if self.schema is None or self.repeats:
            return False
        return survey(self.schema).conversion_problem is None and not structural_errors(self.schema, self.schema_path)

    @cached_property
    def rules(self) -> tuple[LintedRule, ...]:
        """All CEL rules, in the order of the schema."""
        return tuple(each for place in self.places for each in self._rules_of(place)) if self.is_structural else ()

    def _rules_of(self, place: SchemaPlace) -> Iterator[LintedRule]:
        rules = place.raw.get(RULES) or ()
        schema = Structural(place.raw) if rules else None
        declared = declare(schema, resource=place.is_root or schema.embedded_resource) if schema is not None else None
        if declared is None:
            return
        compiler = compiler_of(declared)
        for position, raw in enumerate(rules):
            compiled = compiler.compile(raw, lambda _keyword, _text: False, self._server)
            yield LintedRule(self, place, place.path.child(RULES).index(position), raw, compiled, declared)

    @cached_property
    def costs(self) -> tuple[RuleCost, ...]:
        """The costs of the rules, with their causes."""
        if self.schema is None or self.repeats:
            return ()
        return price_rules(self.schema, self.schema_path, self._server)

    def finding(self, message: str, place: SchemaPlace, keyword: str = "", **more: Any) -> Finding:
        """Creates a finding about a schema, optionally at one of its keywords."""
        path = place.path.child(keyword) if keyword and keyword in place.raw else place.path
        return Finding(message, path, field=place.field, version=self.name, **more)


@record
class Remark:
    """A remark of another source about a CRD: path, text and fix."""

    path: FieldPath
    message: str
    fix: str = ""


class Survey:
    """A decoded CRD.

    `refusals` are the server's errors, `idle_silences` the annotations and comments that suppress nothing. A schema
    that several versions share is examined once, unless `in_every_version` is set. `written` is the CRD as the file has
    it; `server` is the version whose CEL environment compiles expressions.
    """

    def __init__(
        self,
        crd: JsonObject,
        *,
        refusals: tuple[Remark, ...] = (),
        idle_silences: tuple[Remark, ...] = (),
        in_every_version: bool = False,
        written: JsonObject | None = None,
        server: ServerVersion = NEWEST,
    ):
        self.crd = crd
        self.refusals = refusals
        self.idle_silences = idle_silences
        raws = crd["spec"]["versions"] or []
        schemas = [each.get("schema") for each in raws]
        self.versions = tuple(
            LintedVersion(
                raw,
                SPEC.child("versions").index(place),
                repeats=not in_every_version and any(deep_equal(schemas[place], each) for each in schemas[:place]),
                written=(written or crd)["spec"]["versions"][place] or {},
                server=server,
            )
            for place, raw in enumerate(raws)
        )

    def places(self) -> Iterator[tuple[LintedVersion, SchemaPlace]]:
        """Yields the schemas of all versions, except those of the object's metadata."""
        for version in self.versions:
            for place in version.places:
                if place.field != "metadata" and not place.field.startswith("metadata."):
                    yield version, place

    def rules(self) -> Iterator[LintedRule]:
        """Yields the rules of all versions."""
        return (rule for version in self.versions for rule in version.rules)


def _span(node: Expr, expression: Expression) -> tuple[int, int]:
    """Returns the start and the length of a node's text; the length is 1 unless the node is a selection."""
    offsets = expression.checked.ast.offsets
    found = [offsets[each.id] for each in descendants(node) if offsets.get(each.id, -1) >= 0]
    start = min(found, default=0)
    if isinstance(node, Select) and offsets.get(node.id, -1) > start:
        return start, offsets[node.id] + 1 + len(node.field) - start
    return start, 1
