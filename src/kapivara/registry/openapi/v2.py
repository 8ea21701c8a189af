"""OpenAPI v2: the form of the single document of all served resources.

Upstream: kube-openapi/pkg/builder/{openapi,parameters}.go, pkg/handler/default_pruning.go (1.37).

The real server makes these names from a hash of the whole parameter, including its description. Documents with other
descriptions use the same names here, so that the two can be compared. Upstream: kube-openapi/pkg/builder/parameters.go
collectSharedParameters (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.registry.openapi.form import Form, about, described_text
from kapivara.registry.openapi.model import Model
from kapivara.registry.openapi.operation import UNAUTHORIZED, Operation, Parameter, PathItem, RequestBody
from kapivara.values import JsonObject, JsonValue

_NAMES = """
allowWatchBookmarks-HC2hJt-J continue-QfD61s0i fieldManager-Qy4HdaTW fieldSelector-xIcQKXFG force-tOGGb0Yi
gracePeriodSeconds--K5HaBOS ignoreStoreReadErrorWithClusterBreakingPotential-QbNkfIqj labelSelector-5Zw57w4C
limit-1NfNmdNH namespace-vgWSWtn3 orphanDependents-uRB25kX5 path-z6Ciiujn pretty-tJGM1-ng propagationPolicy-6jk3prlO
resourceVersion-5WAnf1kx resourceVersionMatch-t8XhRHeC sendInitialEvents-rLXlEK_k shardSelector-Kgyki_3_
timeoutSeconds-yvYezaOC watch-XNNPZGbK
PatchOptions.fieldManager-7c6nTn1T DeleteOptions.body-2Y1dVQaQ Patch.body-78PwaGsr
NodeProxyOptions.path-rFDtV0x9 PodProxyOptions.path-oPbzgLUj ServiceProxyOptions.path-QCf0eosM
PodAttachOptions.container-_Q-EJ3nR PodAttachOptions.stderr-26jJhFUR PodAttachOptions.stdin-sEFnN3IS
PodAttachOptions.stdout-005YMKE6 PodAttachOptions.tty-g7MlET_l
PodExecOptions.command-Py3eQybp PodExecOptions.container-i5dOmRiM PodExecOptions.stderr-W_1TNlWc
PodExecOptions.stdin-PSzNhyUC PodExecOptions.stdout--EZLRwV1 PodExecOptions.tty-s0flW37O
PodLogOptions.container-1GeXxFDC PodLogOptions.follow-9OIXh_2R PodLogOptions.insecureSkipTLSVerifyBackend-gM00jVbe
PodLogOptions.limitBytes-zwd1RXuc PodLogOptions.previous-1jxDPu3y PodLogOptions.sinceSeconds-vE2NLdnP
PodLogOptions.stream-l-48cgXv PodLogOptions.tailLines-9xQLWHMV PodLogOptions.timestamps-c17fW1w_
PodPortForwardOptions.ports-91KROJmm
"""
"""The names; a name that several types have includes the type."""

_ENDINGS = {name: ending for each in _NAMES.split() for name, _, ending in [each.partition("-")]}


def shared_name(parameter: Parameter) -> str:
    """Returns the name of a shared parameter; empty for a parameter that each path repeats."""
    return _shared(parameter.name, f"{parameter.owner}.{parameter.name}")


def shared_body_name(model: Model) -> str:
    """Returns the name of a shared body; empty for a body that each path repeats."""
    return _shared("body", f"{model.name.rpartition('.')[2]}.body")


def _shared(name: str, full_name: str) -> str:
    ending = _ENDINGS.get(full_name) or _ENDINGS.get(name)
    return f"{name}-{ending}" if ending else ""


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
