"""Validates one version's schema: root rules, structure, defaults, then every nested schema.

CEL expressions are compiled if structure and defaults have no errors.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
validateCustomResourceDefinitionValidation (1.37).
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
validateCustomResourceDefinitionValidation (1.37).

CEL expressions are compiled only if a schema and all schemas below it have no other errors; their errors come last.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
ValidateCustomResourceDefinitionOpenAPISchema (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kapivara.field import ErrorList, FieldPath, forbidden, internal_error, invalid
from kapivara.schema.legality.go_schema import FIELDS, go_schema
from kapivara.schema.legality.invariants import structural_errors
from kapivara.schema.legality.keywords import SchemaContext, keyword_errors
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.legality.survey import MAX_NESTING, Survey, survey
from kapivara.schema.legality.topology import topology_errors
from kapivara.schema.structural.subschemas import additional_schema, is_leaf, items_schema, properties_of
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.schema.legality.rule_compilation import RuleJudge
    from kapivara.schema.legality.rule_place import RulePlace


_META_FIELDS: Final = frozenset(("metadata", "kind", "apiVersion"))
_IN_METADATA_MAP: Final = "inside additionalProperties applying to object metadata"
_EVERYWHERE: Final = SchemaContext()


def schema_errors(
    raw: JsonObject, path: FieldPath, options: LegalityOptions, rules: RuleJudge | None = None
) -> ErrorList:
    """Validates a root schema and all schemas inside it; compiles rules if `rules` is given."""
    errors: ErrorList = []
    place = None
    if rules is not None:
        from kapivara.schema.legality.rule_place import root_place

        place = root_place(raw)
    _Walk(options, errors, rules).check(_SchemaAt(raw, path, _EVERYWHERE, place), is_root=True)
    return errors if rules is None else errors + rules.errors


@record(eq=False)
class _SchemaAt:
    """A schema with its path, its context, and the place of its rules (None: not validated)."""

    raw: JsonObject
    path: FieldPath
    context: SchemaContext
    rules: RulePlace | None


class _Walk:
    """One walk through a schema; appends to the given errors."""

    def __init__(self, options: LegalityOptions, errors: ErrorList, rules: RuleJudge | None):
        self._options = options
        self._errors = errors
        self._rules = rules

    def check(self, node: _SchemaAt, *, is_root: bool = False) -> None:
        """Validates a schema and all schemas below it."""
        raw, path = node.raw, node.path
        errors, before = self._errors, len(self._errors)
        errors += keyword_errors(raw, path, node.context, self._options)
        if not is_leaf(raw):
            for child in _children(node, is_root=is_root):
                self.check(child)
        errors += topology_errors(raw, path, self._options)
        if raw.get("x-kubernetes-validations"):
            from kapivara.schema.legality.rules import rule_errors  # many CRDs have no rules

            errors += rule_errors(raw, path)
            if self._rules is not None and node.rules is not None and len(errors) == before:
                self._rules.judge(raw, path, node.rules)


def _children(node: _SchemaAt, *, is_root: bool) -> Iterator[_SchemaAt]:
    """Yields the schemas that the server visits, with their context."""
    raw, path, context, rules = node.raw, node.path, node.context, node.rules
    below = None if rules is None else rules.below(raw)
    if (additional := additional_schema(raw)) is not None:
        inside = replace(context, no_defaults=_IN_METADATA_MAP) if context.inside_metadata else context
        yield _SchemaAt(additional, path.child("additionalProperties"), inside, below and below.of(additional))
    is_resource = is_root or raw.get("x-kubernetes-embedded-resource")
    for name, each in properties_of(raw):
        here = context
        if is_resource and name in _META_FIELDS:
            here = SchemaContext(True, f"in top-level {name}" if is_root else context.no_defaults)
        yield _SchemaAt(each, path.child("properties").key(name), here, below and below.of(each, name))
    for each, at in _branches(raw, path):
        yield _SchemaAt(each, at, context, None)
    in_list = None if rules is None else rules.in_list(raw, path)
    if (items := items_schema(raw)) is not None:
        yield _SchemaAt(items, path.child("items"), context, in_list and in_list.of(items))
    elif isinstance(raw.get("items"), list):
        for position, each in enumerate(raw["items"]):
            yield _SchemaAt(each, path.child("items").index(position), context, in_list and in_list.of(each))
    for name, each in sorted((raw.get("dependencies") or {}).items()):
        if isinstance(each, dict):
            yield _SchemaAt(each, path.child("dependencies").key(name), context, None)


def _branches(raw: JsonObject, path: FieldPath) -> Iterator[tuple[JsonObject, FieldPath]]:
    """Yields the schemas under junctors and `definitions`."""
    if "not" in raw:
        yield raw["not"], path.child("not")
    for keyword in ("allOf", "oneOf", "anyOf"):
        for position, each in enumerate(raw.get(keyword) or ()):
            yield each, path.child(keyword).index(position)
    for name, each in sorted((raw.get("definitions") or {}).items()):
        yield each, path.child("definitions").key(name)


_WITH_STATUS: Final = (
    "Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum", "ExclusiveMinimum", "MaxLength",
    "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems", "MultipleOf", "Required", "Items", "Properties",
    "ExternalDocs", "Example", "XPreserveUnknownFields", "XValidations",
)  # fmt: skip
_NOT_ALLOWED: Final = (
    f"only [{' '.join(_WITH_STATUS)}] fields are allowed at the root of the schema if the status subresource is enabled"
)


def root_errors(raw: JsonObject, path: FieldPath, *, status_enabled: bool) -> ErrorList:
    """Validates the rules that apply only to the root of a schema."""
    errors = _status_errors(raw, path) if status_enabled else []
    if raw.get("nullable"):
        errors.append(forbidden(path.child("nullable"), "nullable cannot be true at the root"))
    return errors


def _status_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Returns an error about the first keyword that a status-only schema would lose."""
    for keyword, name, zero in FIELDS:
        if keyword not in raw or (zero is not None and raw[keyword] == zero):
            continue
        if keyword == "type" and raw["type"] != "object":
            detail = (
                'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
            )
            return [invalid(path.child("type"), raw["type"], detail)]
        if name not in _WITH_STATUS:
            return [invalid(path, go_schema(raw), _NOT_ALLOWED)]
    return []


def validate_schema(raw: JsonObject, path: FieldPath, options: LegalityOptions) -> ErrorList:
    """Validates a version's `openAPIV3Schema` at `path`.

    The schema has passed typed decoding; keywords with an empty list or object must remain, since the server
    distinguishes them from absent ones.
    """
    found = survey(raw)
    if found.too_deep:
        return [internal_error(path, f"kapivara cannot validate schemas that nest deeper than {MAX_NESTING} levels")]
    errors = root_errors(raw, path, status_enabled=options.status_enabled)
    rules = None
    if found.conversion_problem is None:
        structural = structural_errors(raw, path)
        if not structural and "default" in found.keywords:
            # Imported on demand: a schema without defaults starts faster.
            from kapivara.schema.legality.defaults import default_errors

            structural = default_errors(
                raw, path, require_pruned=options.require_pruned_defaults, deadline=options.deadline
            )
        errors += structural
        rules = _rule_judge(found, options) if not structural else None
    errors += schema_errors(raw, path, options, rules)
    if found.conversion_problem is not None and not errors:
        errors.append(invalid(path, "", found.conversion_problem))
    return errors if rules is None else errors + rules.total_errors(path)


def _rule_judge(found: Survey, options: LegalityOptions) -> RuleJudge | None:
    if "x-kubernetes-validations" not in found.keywords:
        return None
    # Imported on demand: a schema without rules starts faster.
    from kapivara.schema.legality.rule_compilation import RuleJudge

    return RuleJudge(options.stored_rules, options.deadline, options.server)
