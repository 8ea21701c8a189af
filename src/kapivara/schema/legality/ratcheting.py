"""Chooses the options for updates of a CRD: rules that the stored CRD violates do not apply.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go requireValidPropertyType,
requirePrunedDefaults, requireAtomicSetType, requireMapListKeysMapSetValidation, findPreexistingExpressions (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kapivara.field import FieldPath
from kapivara.schema.legality.invariants import structural_errors
from kapivara.schema.legality.keywords import TYPES
from kapivara.schema.legality.options import LegalityOptions, StoredRules
from kapivara.schema.legality.survey import survey
from kapivara.schema.legality.topology import holds_granular_set, item_errors
from kapivara.schema.structural.subschemas import every_schema
from kapivara.values import JsonObject

_ANYWHERE: Final = FieldPath.of("schema")


def options_for_update(stored: Iterable[JsonObject], *, status_enabled: bool = False) -> LegalityOptions:
    """Returns the options, given all schemas of the stored CRD."""
    schemas = list(stored)
    nodes = [each for schema in schemas for each in every_schema(schema)]
    return LegalityOptions(
        status_enabled=status_enabled,
        require_valid_types=all(each.get("type", "") in ("", *TYPES) for each in nodes),
        require_pruned_defaults=not any(map(_has_unpruned_defaults, schemas)),
        require_atomic_sets=not any(map(holds_granular_set, nodes)),
        require_map_list_keys=not any(item_errors(each, _ANYWHERE) for each in nodes),
        stored_rules=_stored_rules(nodes),
    )


def _stored_rules(nodes: list[JsonObject]) -> StoredRules:
    rules = [rule for each in nodes for rule in each.get("x-kubernetes-validations") or ()]
    return StoredRules(
        frozenset(rule.get("rule", "") for rule in rules),
        frozenset(rule["messageExpression"] for rule in rules if rule.get("messageExpression")),
    )


def _has_unpruned_defaults(raw: JsonObject) -> bool:
    """Returns True if pruning would remove a part of a default, including those under `additionalProperties`."""
    found = survey(raw)
    if "default" not in found.keywords or found.too_deep or found.conversion_problem is not None:
        return False
    from kapivara.schema.legality.defaults import has_unknown_fields  # a schema without defaults starts faster

    unpruned = any("default" in each and has_unknown_fields(each) for each in every_schema(raw))
    return unpruned and not structural_errors(raw, _ANYWHERE)
