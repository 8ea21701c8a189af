"""The parameters of requests: the fields of options types, and parts of paths.

Upstream: apiserver/pkg/endpoints/installer.go AddObjectParams, typeToJSON (1.37).
"""

from __future__ import annotations

from kapivara.codec.shapes import Field, ListOf, Scalar, Struct
from kapivara.codec.typed.described import described
from kapivara.registry.openapi.operation import Parameter

JSON_TYPES = {"string": "string", "bool": "boolean", "int": "integer", "float": "number"}
"""The JSON types of scalar kinds."""

PRETTY = Parameter("pretty", "query", "string", "Whether JSON is indented for people to read: true or false.")
NAMESPACE = Parameter("namespace", "path", "string", "the namespace that the objects are in")
REST_OF_PATH = Parameter("path", "path", "string", "where to go on to")


def name_parameter(kind: str) -> Parameter:
    """Returns the parameter for the name of an object."""
    return Parameter("name", "path", "string", f"name of the {kind}")


def option_parameters(options: Struct, without: tuple[str, ...] = ()) -> list[Parameter]:
    """Returns the fields of an options type as query parameters, except some. Kept: objects are omitted."""
    texts = described(options.folder).texts(options.name)
    return [
        Parameter(each.name, "query", JSON_TYPES[scalar.kind], texts.get(each.name, ""), options.name)
        for each in options.tables.fields
        if each.home is None and each.name not in without and (scalar := _scalar_of(each)) is not None
    ]


def _scalar_of(field: Field) -> Scalar | None:
    shape = field.shape.item if isinstance(field.shape, ListOf) else field.shape
    return shape if isinstance(shape, Scalar) else None
