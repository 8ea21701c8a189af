"""Validates the defaults of a schema: by its value rules, its CEL rules, and without fields that pruning would remove.

A default inside `metadata`, `apiVersion` or `kind` is validated within a generated object. Defaults under
`additionalProperties` are not validated. The server reads the schema here before its normalization: an int-or-string
accepts a default of any type, and formats apply that are ignored for objects.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go ValidateDefaults (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.codec.errors import DecodeError
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.schema.resource.validator import validator_for
from kapivara.schema.steps.embedded import coerce_embedded, validate_embedded
from kapivara.schema.steps.pruning import is_pruned, prune
from kapivara.schema.structural.structural import Structural, WrittenStructural
from kapivara.schema.structural.subschemas import is_leaf, items_schema, properties_of
from kapivara.values import JsonObject, JsonValue, copy_json, deep_equal
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record

_EMBEDDED: Final = "x-kubernetes-embedded-resource"
_META_FIELDS: Final = frozenset(("metadata", "apiVersion", "kind"))
_PYTHON_TYPES: Final = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list}
_MIND_NO_SCALAR: Final = frozenset(
    ("type", "description", "title", "default", "example", "externalDocs", "nullable", "enum")
)
_MIND_EMPTINESS: Final = frozenset(("required", "minProperties", "minItems", "enum", "allOf", "anyOf", "oneOf", "not"))
_BAD_METADATA: Final = "must result in valid metadata: "


@record
class _WithinObject:
    """The path to a schema from the nearest schema of a whole object (`resource`, the root or an embedded one).

    `steps` are field names, None for items of a list; `inside_metadata` is True if the path leads through `metadata`,
    `apiVersion` or `kind`, which are only valid in a whole object.
    """

    resource: JsonObject
    steps: tuple[str | None, ...] = ()
    inside_metadata: bool = False

    def item(self) -> _WithinObject:
        """Returns the path to the items of a list."""
        return _WithinObject(self.resource, (*self.steps, None), self.inside_metadata)

    def field(self, name: str, *, of_resource: bool) -> _WithinObject:
        """Returns the path to a field."""
        inside = self.inside_metadata or (of_resource and name in _META_FIELDS)
        return _WithinObject(self.resource, (*self.steps, name), inside)

    def whole_object(self, value: JsonValue) -> JsonObject:
        """Returns the smallest whole object that has the value at this place."""
        for step in reversed(self.steps):
            value = [value] if step is None else {step: value}
        return {"kind": "Validation", "apiVersion": "validation/v1", **value}


def default_errors(
    raw: JsonObject, path: FieldPath, *, require_pruned: bool, deadline: Deadline = NO_DEADLINE
) -> ErrorList:
    """Returns the errors of all defaults of a structural schema.

    Like the server, normalizes the metadata of embedded resources in defaults, in place.
    """
    root = raw if raw.get(_EMBEDDED) else {**raw, _EMBEDDED: True}
    walk = _Walk(require_pruned=require_pruned, deadline=deadline)
    walk.check(root, path, _WithinObject(root))
    return walk.errors


class _Walk:
    """One walk through a schema; the CEL rules of all defaults share one budget."""

    def __init__(self, *, require_pruned: bool, deadline: Deadline):
        self.errors: ErrorList = []
        self._require_pruned = require_pruned
        self._deadline = deadline
        self._budget: int | None = None

    def check(self, raw: JsonObject, path: FieldPath, place: _WithinObject) -> None:
        """Validates the default of a schema and all defaults below it; stops when the budget is used up."""
        is_resource = bool(raw.get(_EMBEDDED))
        if is_resource:
            place = _WithinObject(raw)
        if "default" in raw:
            self._check_default(raw, path.child("default"), place)
        if (items := items_schema(raw)) is not None and not self._is_spent():
            self.check(items, path.child("items"), place.item())
        for name, each in properties_of(raw):
            if ("default" in each or not is_leaf(each)) and not self._is_spent():  # most fields have nothing to check
                self.check(each, path.child("properties").key(name), place.field(name, of_resource=is_resource))

    def _check_default(self, raw: JsonObject, at: FieldPath, place: _WithinObject) -> None:
        if place.inside_metadata:
            found = _errors_in_metadata(raw, at, place)
        else:
            if self._require_pruned and has_unknown_fields(raw):
                self.errors.append(invalid(at, copy_json(raw["default"]), "must not have unknown fields"))
            found = _errors_outside_metadata(raw, at)
        self.errors += found or self._rule_errors(raw, at)

    def _rule_errors(self, raw: JsonObject, at: FieldPath) -> ErrorList:
        """Evaluates the CEL rules at and below a schema on its default, as an unchanged value and as a new one."""
        schema = Structural(raw)
        if not schema.holds_rules:
            return []
        from kapivara.schema.expressions.running.checking import (
            default_rule_errors,  # a schema without rules starts faster
        )

        errors, self._budget = default_rule_errors(schema, at, self._budget, self._deadline)
        return errors

    def _is_spent(self) -> bool:
        return self._budget is not None and self._budget < 0


def own_default_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Validates the default of one schema like a value, even where the server validates no defaults."""
    at = path.child("default")
    if has_unknown_fields(raw):
        return [invalid(at, copy_json(raw["default"]), "must not have unknown fields")]
    walk = _Walk(require_pruned=True, deadline=NO_DEADLINE)
    return _value_errors(raw, at) or walk._rule_errors(raw, at)


def has_unknown_fields(raw: JsonObject) -> bool:
    """Returns True if pruning would remove a part of a schema's default."""
    default = raw["default"]
    if type(default) not in (dict, list):
        return False
    schema, whole = Structural(raw), bool(raw.get(_EMBEDDED))
    if is_pruned(default, schema, whole):
        return False
    pruned = copy_json(default)
    prune(pruned, schema, resource_root=whole)
    return not deep_equal(pruned, default)


def _errors_in_metadata(raw: JsonObject, at: FieldPath, place: _WithinObject) -> ErrorList:
    default = raw["default"]
    whole, schema = place.whole_object(copy_json(default)), Structural(place.resource)
    try:
        coerce_embedded(whole, schema)
    except DecodeError as problem:
        return [invalid(at, default, _BAD_METADATA + problem.message)]
    if errors := validate_embedded(None, whole, schema):
        texts = list(dict.fromkeys(map(str, errors)))
        return [invalid(at, default, _BAD_METADATA + (texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"))]
    return _value_errors(raw, at)


def _errors_outside_metadata(raw: JsonObject, at: FieldPath) -> ErrorList:
    default = raw["default"]
    if type(default) in (dict, list) and (schema := Structural(raw)).holds_embedded:
        try:
            coerce_embedded(default, schema)
        except DecodeError as problem:
            # Decoding raises a text; validation finds the error again with its path.
            found = validate_embedded(at, default, schema)
            return [error for error in found if problem.message.endswith(error.body())][:1]
        if errors := validate_embedded(at, default, schema):
            return errors
    return _value_errors(raw, at)


def _value_errors(raw: JsonObject, at: FieldPath) -> ErrorList:
    """Validates a default by the value rules; list types are ignored here."""
    if _is_plainly_valid(raw):
        return []
    return validator_for(WrittenStructural(raw), "default").explain_values(at, raw["default"])


def _is_plainly_valid(raw: JsonObject) -> bool:
    """Returns True if a simple default (a scalar, a text of an enum, an empty value) is valid by a fast check.

    Hot: compiling a validator for each default would take longer than all other checks of a CRD.
    """
    default = raw["default"]
    kind = type(default)
    if kind is not _PYTHON_TYPES.get(raw.get("type", "")):
        return False
    if kind is dict or kind is list:
        return not default and _MIND_EMPTINESS.isdisjoint(raw)
    if "enum" in raw and (kind is not str or default not in raw["enum"]):
        return False
    return _MIND_NO_SCALAR.issuperset(raw)
