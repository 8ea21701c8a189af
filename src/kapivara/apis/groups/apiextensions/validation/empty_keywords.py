"""Empty lists and maps in schemas: validation distinguishes them from absent ones; accepted CRDs lose them.

Upstream: the `omitempty` of apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go (1.37).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.codec.typed.described import described
from kapivara.schema.structural.subschemas import every_schema
from kapivara.values import JsonObject, copy_json, deep_equal

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1


@cache
def _keywords() -> frozenset[str]:
    """Returns the schema keywords whose empty value is kept until validation."""
    return _kept_for_a_while("JSONSchemaProps")


@cache
def _of_versions() -> frozenset[str]:
    """Returns the fields of versions whose empty value is kept until validation."""
    return _kept_for_a_while("CustomResourceDefinitionVersion")


def _kept_for_a_while(struct: str) -> frozenset[str]:
    fields = described("apis.groups.apiextensions.v1").struct(struct).tables.fields
    return frozenset(each.name for each in fields if "keepempty" in each.words)


def drop_empty_keywords(crd: JsonObject) -> None:
    """Removes empty lists and maps from all versions and schemas of a CRD, in place."""
    for version in crd["spec"]["versions"] or ():
        for field in _of_versions().intersection(version):
            if not version[field]:
                del version[field]
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if schema is not None:
            _drop_empty(schema)
            for each in every_schema(schema):
                if "items" in each and each["items"] is None:  # an invalid value of `items`
                    del each["items"]


def same_validation(one: v1.CustomResourceValidation | None, other: v1.CustomResourceValidation | None) -> bool:
    """Returns True if two versions have the same schema; empty and absent lists and maps are equal.

    Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go, by apiequality.Semantic (1.37).
    """
    if deep_equal(one, other):
        return True
    schemas = [schema_of(one), schema_of(other)]
    if None in schemas:
        return False
    for schema in (copies := copy_json(schemas)):
        _drop_empty(schema)
    return deep_equal(*copies)


def _drop_empty(schema: JsonObject) -> None:
    keywords = _keywords()
    for each in list(every_schema(schema)):
        for keyword in keywords.intersection(each):
            if not each[keyword]:
                del each[keyword]
