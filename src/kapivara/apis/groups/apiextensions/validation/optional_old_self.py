"""The field `optionalOldSelf` of CEL rules, which is dropped if ratcheting is off.

Upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go dropDisabledFields (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.schema.structural.subschemas import every_schema
from kapivara.values import JsonObject

_FIELD = "optionalOldSelf"


def has_optional_old_self(crd: JsonObject) -> bool:
    """Returns True if a rule of a CRD has the field."""
    return any(_FIELD in rule for rule in _rules(crd))


def drop_optional_old_self(crd: JsonObject) -> None:
    """Removes the field from all rules of a CRD, in place."""
    for rule in _rules(crd):
        rule.pop(_FIELD, None)


def _rules(crd: JsonObject) -> Iterator[JsonObject]:
    for version in crd["spec"]["versions"] or ():
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if schema is not None:
            for each in every_schema(schema):
                yield from each.get("x-kubernetes-validations") or ()
