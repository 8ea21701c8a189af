"""What every document says in the server's own words: the types that all kinds share, and the query parameters.

`published.json` holds them as the server publishes them; it is read when the first document is made.
Upstream: apimachinery/pkg/apis/meta/v1/types.go, api/autoscaling/v1/types.go, as OpenAPI describes them (1.37).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject

META = "io.k8s.apimachinery.pkg.apis.meta.v1"
AUTOSCALING = "io.k8s.api.autoscaling.v1"
SCALE_MODEL = f"{AUTOSCALING}.Scale"
GROUP_VERSION_KIND = "x-kubernetes-group-version-kind"


@cache
def _published() -> JsonObject:
    import orjson

    published: JsonObject = orjson.loads(Path(__file__).with_name("published.json").read_bytes())
    return published


def shared_schemas(*, scale: bool = False) -> JsonObject:
    """Returns the schemas of the types that requests to every resource use; on demand with those of a Scale."""
    schemas: JsonObject = _published()["schemas"]
    return {name: schema for name, schema in schemas.items() if scale or not name.startswith(AUTOSCALING)}


def query_parameter(name: str) -> JsonObject:
    """Returns a query parameter; `fieldManager` has a second text, under `fieldManager of patches`."""
    known = _published()["parameters"][name]
    schema = {"type": known["type"], "uniqueItems": True}
    return {
        "name": name.partition(" ")[0],
        "in": "query",
        "description": known["description"],
        "schema": schema,
    }


def type_meta() -> JsonObject:
    """Returns the properties that say of which kind an object is."""
    properties: JsonObject = _published()["schemas"][SCALE_MODEL]["properties"]
    return {name: properties[name] for name in ("apiVersion", "kind")}


def reference(model: str) -> JsonObject:
    """Refers to the schema of a model, by the name that it has in its document."""
    return {"$ref": f"#/components/schemas/{model}"}


def described_reference(model: str, description: str) -> JsonObject:
    """Refers to a schema and describes it: beside a reference nothing else may stand, so it is wrapped."""
    return {"allOf": [reference(model)], "description": description}


def identity(kind: GroupVersionKind) -> JsonObject:
    """Returns how documents name a kind."""
    return {"group": kind.group, "version": kind.version, "kind": kind.kind}
