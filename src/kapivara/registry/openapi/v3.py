"""OpenAPI v3, as documents of one group and version are written.

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
        """Refers to a schema; beside a reference nothing else may stand, so it is wrapped."""
        return {"allOf": [self.reference(model)], **beside}

    def default(self, value: JsonValue) -> JsonObject:
        """Says what a field is where it is not given."""
        return {"default": value}

    def own_type(self, schema: Mapping[str, JsonValue]) -> JsonObject:
        """Describes a type that reads its JSON itself, all that it may be included."""
        return dict(schema)

    def path_item(self, item: PathItem) -> JsonObject:
        """Writes a path; parameters that all its operations take are said once."""
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
