"""Empty lists and maps in schemas: told from missing ones while a definition is judged, gone once it is accepted.

Upstream: the `omitempty` of apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go (1.37).
"""

from kapivara.schema.legality.subschemas import every_schema
from kapivara.values import JsonObject

KEYWORDS = (
    "enum", "required", "allOf", "oneOf", "anyOf", "properties", "patternProperties", "dependencies", "definitions",
    "x-kubernetes-list-map-keys", "x-kubernetes-validations",
)  # fmt: skip
"""The keywords whose empty value is kept for a while."""

_KEYWORDS = frozenset(KEYWORDS)


def drop_empty_keywords(crd: JsonObject) -> None:
    """Removes empty lists and maps from every schema of a definition, in place."""
    for version in crd["spec"]["versions"] or ():
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if schema is not None:
            for each in list(every_schema(schema)):
                for keyword in _KEYWORDS.intersection(each):
                    if not each[keyword]:
                        del each[keyword]
                if "items" in each and each["items"] is None:  # what was neither a schema nor a list of them
                    del each["items"]
