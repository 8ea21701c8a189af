"""Validates `x-kubernetes-list-type`, `-list-map-keys`, `-map-type` and `-preserve-unknown-fields`.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
ValidateCustomResourceDefinitionOpenAPISchema, validateMapListKeysMapSet (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required
from kapivara.schema.legality.go_schema import go_items
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.structural.subschemas import items_schema
from kapivara.values import JsonObject

_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
_LIST_TYPE: Final = "x-kubernetes-list-type"
_MAP_KEYS: Final = "x-kubernetes-list-map-keys"
_MAP_TYPE: Final = "x-kubernetes-map-type"
_KEYWORDS: Final = frozenset((_PRESERVE, _LIST_TYPE, _MAP_KEYS, _MAP_TYPE))
_IN_A_SET: Final = "must be atomic as item of a list with x-kubernetes-list-type=set"


def topology_errors(raw: JsonObject, path: FieldPath, options: LegalityOptions) -> ErrorList:
    """Validates the extensions of one schema about lists, maps and unknown fields."""
    errors: ErrorList = []
    if _KEYWORDS.isdisjoint(raw):
        return errors
    if raw.get(_PRESERVE) is False:
        errors.append(invalid(path.child(_PRESERVE), False, "must be true or undefined"))
    if _MAP_TYPE in raw:
        _check_map_type(raw, path, errors)
    if _LIST_TYPE in raw:
        _check_list_type(raw, path, errors, require_atomic_sets=options.require_atomic_sets)
    if raw.get(_MAP_KEYS) and raw.get(_LIST_TYPE) != "map":
        at, detail = path.child(_LIST_TYPE), f"must be map if {_MAP_KEYS} is non-empty"
        errors.append(invalid(at, raw[_LIST_TYPE], detail) if _LIST_TYPE in raw else required(at, detail))
    if raw.get(_LIST_TYPE) == "map":
        _check_map_list(raw, path, errors)
    if options.require_map_list_keys:
        errors += item_errors(raw, path)
    return errors


def _check_owner(raw: JsonObject, path: FieldPath, errors: ErrorList, *, wanted: str, keyword: str) -> bool:
    """Validates that a keyword is used with its type."""
    declared = raw.get("type") or ""
    if declared != wanted:
        at, detail = path.child("type"), f"must be {wanted} if {keyword} is specified"
        errors.append(invalid(at, declared, detail) if declared else required(at, detail))
    return declared == wanted


def _check_map_type(raw: JsonObject, path: FieldPath, errors: ErrorList) -> None:
    _check_owner(raw, path, errors, wanted="object", keyword=_MAP_TYPE)
    if raw[_MAP_TYPE] not in ("atomic", "granular"):
        errors.append(not_supported(path.child(_MAP_TYPE), raw[_MAP_TYPE], ("atomic", "granular")))


def _check_list_type(raw: JsonObject, path: FieldPath, errors: ErrorList, *, require_atomic_sets: bool) -> None:
    items, list_type = items_schema(raw), raw[_LIST_TYPE]
    right_owner = _check_owner(raw, path, errors, wanted="array", keyword=_LIST_TYPE)
    if right_owner and require_atomic_sets and items is not None and holds_granular_set(raw):
        # Kept: for objects, upstream names the map type and prints the list type, which they do not have.
        keyword = _LIST_TYPE if items.get("type") == "array" else _MAP_TYPE
        errors.append(invalid(path.child("items", keyword), items.get(_LIST_TYPE), _IN_A_SET))
    if list_type not in ("atomic", "set", "map"):
        errors.append(not_supported(path.child(_LIST_TYPE), list_type, ("atomic", "set", "map")))


def holds_granular_set(raw: JsonObject) -> bool:
    """Returns True if a schema is a set whose items are not compared as a whole.

    Upstream: hasNonAtomicSetType. A list without a type is atomic, a map without one is granular.
    """
    items = items_schema(raw)
    if items is None or raw.get(_LIST_TYPE) != "set":
        return False
    if items.get("type") == "array":
        return bool(items.get(_LIST_TYPE, "atomic") != "atomic")
    return items.get("type") == "object" and items.get(_MAP_TYPE) != "atomic"


def _check_map_list(raw: JsonObject, path: FieldPath, errors: ErrorList) -> None:
    """Validates a list of type map: its keys must exist, each the name of a scalar field of the items."""
    items, keys = items_schema(raw), raw.get(_MAP_KEYS) or []
    if not keys:
        errors.append(required(path.child(_MAP_KEYS), f"must not be empty if {_LIST_TYPE} is map"))
    if "items" not in raw:
        errors.append(required(path.child("items"), f"must have a schema if {_LIST_TYPE} is map"))
        return
    if items is None:
        detail = f"must only have a single schema if {_LIST_TYPE} is map"
        errors.append(invalid(path.child("items"), go_items(raw["items"]), detail))
        return
    if items.get("type") != "object":
        detail = f"must be object if parent array's {_LIST_TYPE} is map"
        errors.append(invalid(path.child("items", "type"), items.get("type") or "", detail))
        return
    seen: set[str] = set()
    for key in keys:
        declared = (items.get("properties") or {}).get(key)
        if declared is None:
            errors.append(invalid(path.child(_MAP_KEYS), keys, "entries must all be names of item properties"))
        elif declared.get("type") in ("array", "object"):
            # Kept: upstream prints the type of the items, not the key's.
            at = path.child("items", "properties").key(key).child("type")
            errors.append(invalid(at, "object", f"must be a scalar type if parent array's {_LIST_TYPE} is map"))
        if key in seen:
            errors.append(invalid(path.child(_MAP_KEYS), keys, "must not contain duplicate entries"))
        seen.add(key)


def item_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Validates the items of a set or map list: they are not nullable, and their keys are required or have defaults.

    Upstream: validateMapListKeysMapSet.
    """
    errors: ErrorList = []
    items, list_type = items_schema(raw), raw.get(_LIST_TYPE)
    if items is None or list_type not in ("set", "map"):
        return errors
    if items.get("nullable"):
        detail = f"cannot be nullable when {_LIST_TYPE} is {list_type}"
        errors.append(forbidden(path.child("items", "nullable"), detail))
    for key in (raw.get(_MAP_KEYS) or ()) if list_type == "map" else ():
        declared = (items.get("properties") or {}).get(key)
        if declared is None:
            continue
        at, reason = path.child("items", "properties").key(key), f"this property is in {_MAP_KEYS}, so it"
        if key not in (items.get("required") or ()) and "default" not in declared:
            errors.append(required(at.child("default"), f"{reason} must have a default or be a required property"))
        if declared.get("nullable"):
            errors.append(forbidden(at.child("nullable"), f"{reason} cannot be nullable"))
    return errors
