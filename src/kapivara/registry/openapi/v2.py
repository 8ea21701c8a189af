"""OpenAPI v2: the form of the single document of all served resources.

Upstream: kube-openapi/pkg/builder/{openapi,parameters}.go, pkg/handler/default_pruning.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.registry.openapi.form import Form, about, described_text
from kapivara.registry.openapi.operation import UNAUTHORIZED, Operation, Parameter, PathItem, RequestBody
from kapivara.registry.openapi.shared_parameters import shared_body_name, shared_name
from kapivara.values import JsonObject, JsonValue

_SHARED = "#/parameters/"


class V2(Form):
    """OpenAPI 2.0 (Swagger). `parameters` collects the shared parameters."""

    prefix = "#/definitions/"
    is_plain = True

    def __init__(self) -> None:
        self.parameters: JsonObject = {}

    def reference_with(self, model: str, beside: JsonObject) -> JsonObject:
        """Returns a reference to a schema, with sibling keywords."""
        return {**self.reference(model), **beside}

    def default(self, value: JsonValue) -> JsonObject:  # noqa: ARG002  whatever it is
        """Returns nothing: clients of this version expect no defaults."""
        return {}

    def own_type(self, schema: Mapping[str, JsonValue]) -> JsonObject:
        """Returns the schema of a type with its own JSON decoding; a choice of types becomes a string."""
        if "oneOf" not in schema:
            return dict(schema)
        return {"type": "string", **{key: value for key, value in schema.items() if key != "oneOf"}}

    def path_item(self, item: PathItem) -> JsonObject:
        """Returns a path; parameters common to all operations appear once."""
        written = {each.method: self._operation(item, each) for each in item.operations}
        common = [self._parameter(each) for each in item.common_parameters().values()]
        return written | ({"parameters": common} if common else {})

    def _operation(self, item: PathItem, operation: Operation) -> JsonObject:
        written = about(operation)
        if operation.consumes:
            written["consumes"] = list(operation.consumes)
        body = [] if operation.body is None else [self._body(operation.body)]
        if own := [*body, *(self._parameter(each) for each in item.own_parameters(operation))]:
            written["parameters"] = own
        schema = self.schema_of(operation.model)
        code, word = UNAUTHORIZED
        written["responses"] = {
            **{code: {"description": word, "schema": schema} for code, word in operation.codes},
            code: {"description": word},
        }
        return {**written, "produces": list(operation.produces), "schemes": ["https"]}

    def _parameter(self, parameter: Parameter) -> JsonObject:
        """Returns a parameter, or a reference to a shared one."""
        required = {"required": True} if parameter.place == "path" else {}
        text = described_text(parameter.text)
        place = {"name": parameter.name, "in": parameter.place}
        written = {**place, **text, **required, "type": parameter.type, "uniqueItems": True}
        return self._share(shared_name(parameter), written)

    def _body(self, body: RequestBody) -> JsonObject:
        required = {"required": True} if body.required else {}
        written = {"name": "body", "in": "body", **required, "schema": self.reference(body.model.name)}
        return self._share(shared_body_name(body.model), written)

    def _share(self, name: str, written: JsonObject) -> JsonObject:
        if not name:
            return written
        self.parameters[name] = written
        return {"$ref": f"{_SHARED}{name}"}
