"""OpenAPI v3: the form of the documents of one group and version.

Upstream: kube-openapi/pkg/builder3/openapi.go, pkg/builder3/util/util.go WrapRefs (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kapivara.registry.openapi.form import Form, about, described_text
from kapivara.registry.openapi.operation import UNAUTHORIZED, Operation, Parameter, PathItem
from kapivara.values import JsonObject, JsonValue


class V3(Form):
    """OpenAPI 3.0."""

    prefix = "#/components/schemas/"
    is_plain = False

    def reference_with(self, model: str, beside: JsonObject) -> JsonObject:
        """Returns a reference wrapped in allOf, because a reference cannot have siblings."""
        return {"allOf": [self.reference(model)], **beside}

    def default(self, value: JsonValue) -> JsonObject:
        """Returns the keyword of a default."""
        return {"default": value}

    def own_type(self, schema: Mapping[str, JsonValue]) -> JsonObject:
        """Returns the schema of a type with its own JSON decoding, including a choice of types."""
        return dict(schema)

    def path_item(self, item: PathItem) -> JsonObject:
        """Returns a path; parameters common to all operations appear once."""
        written = {each.method: self._operation(item, each) for each in item.operations}
        common = [_parameter(each) for each in item.common_parameters().values()]
        return written | ({"parameters": common} if common else {})

    def _operation(self, item: PathItem, operation: Operation) -> JsonObject:
        written = about(operation)
        if own := item.own_parameters(operation):
            written["parameters"] = [_parameter(each) for each in own]
        if (body := operation.body) is not None:
            content = self._content(operation.consumes, self.schema_of(body.model))
            written["requestBody"] = {"content": content, **({"required": True} if body.required else {})}
        schema = self.schema_of(operation.model)
        code, word = UNAUTHORIZED
        written["responses"] = {
            **{
                code: {"description": word, "content": self._content(operation.produces, schema)}
                for code, word in operation.codes
            },
            code: {"description": word},
        }
        return written

    def _content(self, media_types: Iterable[str], schema: JsonObject) -> JsonObject:
        return {media_type: {"schema": schema} for media_type in media_types}


def _parameter(parameter: Parameter) -> JsonObject:
    required = {"required": True} if parameter.place == "path" else {}
    schema = {"type": parameter.type, "uniqueItems": True}
    text = described_text(parameter.text)
    return {"name": parameter.name, "in": parameter.place, **text, **required, "schema": schema}
