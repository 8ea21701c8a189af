"""One method on one path: its parameters, the bodies it reads and answers with, and how generated clients call it.

Upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go buildRoute, descriptionFor,
apiserver/pkg/endpoints/openapi/openapi.go GetOperationIDAndTags (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.meta.media_types import JSON, YAML
from kapivara.registry.openapi.query_parameters import PATCH_MANAGER, query_parameter
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, identity, reference
from kapivara.registry.openapi.resource import DescribedResource, ResourcePath
from kapivara.values import JsonObject
from kapivara.values.record import record

_MEDIA_TYPES = (JSON, YAML)
_OK, _CREATED, _ACCEPTED = ("200", "OK"), ("201", "Created"), ("202", "Accepted")
_NAMESPACE = "the namespace that the objects are in"
_LIST_OPTIONS = (
    "allowWatchBookmarks",
    "continue",
    "fieldSelector",
    "labelSelector",
    "limit",
    "resourceVersion",
    "resourceVersionMatch",
    "sendInitialEvents",
    "shardSelector",
    "timeoutSeconds",
    "watch",
)
_WRITE_OPTIONS = ("dryRun", "fieldManager", "fieldValidation")
_PATCH_OPTIONS = ("dryRun", PATCH_MANAGER, "fieldValidation", "force")
_DELETE_OPTIONS = (
    "dryRun",
    "gracePeriodSeconds",
    "ignoreStoreReadErrorWithClusterBreakingPotential",
    "orphanDependents",
    "propagationPolicy",
)


@record
class Action:
    """A verb on paths: its HTTP method, the names that documents have for it, its parameters and its good answers."""

    method: str
    name: str
    operation: str
    options: tuple[str, ...]
    answers: tuple[tuple[str, str], ...] = (_OK,)


ACTIONS = {
    "list": Action("get", "list", "list", _LIST_OPTIONS),
    "create": Action("post", "post", "create", _WRITE_OPTIONS, (_OK, _CREATED, _ACCEPTED)),
    "deletecollection": Action("delete", "deletecollection", "deletecollection", _LIST_OPTIONS),
    "get": Action("get", "get", "read", ("resourceVersion",)),
    "update": Action("put", "put", "replace", _WRITE_OPTIONS, (_OK, _CREATED)),
    "delete": Action("delete", "delete", "delete", _DELETE_OPTIONS, (_OK, _ACCEPTED)),
    "patch": Action("patch", "patch", "patch", _PATCH_OPTIONS),
}
"""What discovery's verbs are in documents."""


def parameters_of(action: Action, path: ResourcePath, kind: str) -> list[JsonObject]:
    """Returns the parameters of an action, those in the path included, by name."""
    parameters = [query_parameter(name) for name in (*action.options, "pretty")]
    if "{namespace}" in path.path:
        parameters.append(_path_parameter("namespace", _NAMESPACE))
    if "{name}" in path.path:
        parameters.append(_path_parameter("name", f"name of the {kind}"))
    return sorted(parameters, key=lambda each: (each["name"], each["in"]))


def _path_parameter(name: str, description: str) -> JsonObject:
    schema = {"type": "string", "uniqueItems": True}
    return {"name": name, "in": "path", "required": True, "description": description, "schema": schema}


def operation(
    resource: DescribedResource, action: Action, path: ResourcePath, parameters: list[JsonObject]
) -> JsonObject:
    """Describes an action at a path, with the parameters that are its own there."""
    described: JsonObject = {
        "description": _describe(resource.kind.kind, action, path.subresource),
        "operationId": _operation_id(resource, action, path),
        "tags": [f"{_identifier(_group(resource))}_{_identifier(resource.kind.version)}"],
        "responses": _responses(action, path),
        "x-kubernetes-action": action.name,
        GROUP_VERSION_KIND: identity(resource.kind),
    }
    if parameters:
        described["parameters"] = parameters
    body = _request_body(resource, action, path)
    if body:
        described["requestBody"] = body
    return described


def _describe(kind: str, action: Action, subresource: str) -> str:
    below = f" {subresource} of" if subresource else ""
    match action.operation:
        case "list":
            return f"list objects of kind {kind}"
        case "deletecollection":
            return f"delete collection of {kind}"
        case "patch":
            return f"partially update{below} the specified {kind}"
        case "read" | "replace" as verb:
            return f"{verb}{below} the specified {kind}"
        case verb:
            return f"{verb}{_article(kind)}{kind}"


def _article(noun: str) -> str:
    """Returns the article for a noun between its spaces; what looks like a plural has none.

    Upstream: apiserver/pkg/endpoints/installer.go GetArticleForNoun.
    """
    if noun.endswith("s") and not noun.endswith("ss"):
        return " "
    return " an " if noun[0].lower() in "aeiou" else " a "


def _operation_id(resource: DescribedResource, action: Action, path: ResourcePath) -> str:
    scope = "Namespaced" if resource.namespaced and not path.ending else ""
    what = f"{scope}{resource.kind.kind}{path.subresource.capitalize()}{path.ending}"
    parts = (_group(resource), resource.kind.version, what)
    return action.operation + "".join(_identifier(part, capital=True) for part in parts)


def _group(resource: DescribedResource) -> str:
    return resource.kind.group.removesuffix(".k8s.io") or "core"


def _identifier(text: str, *, capital: bool = False) -> str:
    """Writes a text in camel case, as part of an identifier: what cannot stand in one parts its words."""
    made = []
    for position, letter in enumerate(text):
        if letter.isalpha() or letter == "_" or (position and letter.isdigit()):
            made.append(letter.upper() if capital else letter)
            capital = False
        else:
            capital = True
    return "".join(made)


def _responses(action: Action, path: ResourcePath) -> JsonObject:
    model = path.model
    if action.operation in ("delete", "deletecollection"):
        model = f"{META}.Status"
    elif action.operation == "list" and path.list_model:
        model = path.list_model
    responses: JsonObject = {
        code: {"description": text, "content": _content(model, _MEDIA_TYPES)} for code, text in action.answers
    }
    return responses | {"401": {"description": "Unauthorized"}}


def _request_body(resource: DescribedResource, action: Action, path: ResourcePath) -> JsonObject | None:
    match action.operation:
        case "create" | "replace":
            return {"content": _content(path.model, _MEDIA_TYPES), "required": True}
        case "patch":
            return {"content": _content(f"{META}.Patch", resource.patch_types), "required": True}
        case "delete":
            return {"content": _content(f"{META}.DeleteOptions", _MEDIA_TYPES)}
    return None


def _content(model: str, media_types: Iterable[str]) -> JsonObject:
    return {media_type: {"schema": reference(model)} for media_type in media_types}
