"""Empty lists and maps in schemas: told from missing ones while a definition is judged, gone once it is accepted.

Upstream: the `omitempty` of apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go (1.37).
"""

from kapivara.schema.legality.subschemas import every_schema
from kapivara.values import JsonObject, copy_json, deep_equal

KEYWORDS = (
    "enum", "required", "allOf", "oneOf", "anyOf", "properties", "patternProperties", "dependencies", "definitions",
    "x-kubernetes-list-map-keys", "x-kubernetes-validations",
)  # fmt: skip
"""The keywords whose empty value is kept for a while."""

_KEYWORDS = frozenset(KEYWORDS)
_OF_VERSIONS = frozenset(("additionalPrinterColumns", "selectableFields"))


def drop_empty_keywords(crd: JsonObject) -> None:
    """Removes empty lists and maps from every version and schema of a definition, in place."""
    for version in crd["spec"]["versions"] or ():
        for field in _OF_VERSIONS.intersection(version):
            if not version[field]:
                del version[field]
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if schema is not None:
            _drop_empty(schema)
            for each in every_schema(schema):
                if "items" in each and each["items"] is None:  # what was neither a schema nor a list of them
                    del each["items"]


def same_validation(one: JsonObject | None, other: JsonObject | None) -> bool:
    """Tells whether two versions have the same schema; an empty list or map is as good as none.

    Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go, by apiequality.Semantic (1.37).
    """
    if deep_equal(one, other):
        return True
    schemas = [(each or {}).get("openAPIV3Schema") for each in (one, other)]
    if None in schemas:
        return False
    for schema in (copies := copy_json(schemas)):
        _drop_empty(schema)
    return deep_equal(*copies)


def _drop_empty(schema: JsonObject) -> None:
    for each in list(every_schema(schema)):
        for keyword in _KEYWORDS.intersection(each):
            if not each[keyword]:
                del each[keyword]
