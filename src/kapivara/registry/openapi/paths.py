"""The paths of a resource in a document, each with the methods that it takes.

Upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go generateBuilder,
kube-openapi/pkg/builder3/openapi.go buildOpenAPISpec, findCommonParameters (1.37).
"""

from __future__ import annotations

from kapivara.registry.openapi.operations import ACTIONS, operation, parameters_of
from kapivara.registry.openapi.resource import DescribedResource, ResourcePath
from kapivara.values import JsonObject

_COLLECTION = ("list", "create", "deletecollection")
_OBJECT = ("get", "update", "delete", "patch")


def paths_of(resource: DescribedResource) -> JsonObject:
    """Returns every path to a resource, and what may be asked there."""
    kind = resource.kind
    root = f"/apis/{kind.group}/{kind.version}" if kind.group else f"/api/{kind.version}"
    collection = f"{root}/{resource.plural}"
    found: dict[ResourcePath, frozenset[str]] = {}
    if resource.namespaced:
        everywhere = ResourcePath(collection, resource.list_model, ending="ForAllNamespaces")
        found[everywhere] = resource.verbs.intersection(("list",))
        collection = f"{root}/namespaces/{{namespace}}/{resource.plural}"
    all_of_it = ResourcePath(collection, resource.model, list_model=resource.list_model)
    found[all_of_it] = resource.verbs.intersection(_COLLECTION)
    one = ResourcePath(f"{collection}/{{name}}", resource.model)
    found[one] = resource.verbs.intersection(_OBJECT)
    for each in resource.subresources:
        below = ResourcePath(f"{one.path}/{each.name}", each.model, subresource=each.name)
        found[below] = each.verbs.intersection((*_OBJECT, "create"))
    return {path.path: _path_item(resource, path, verbs) for path, verbs in found.items() if verbs}


def _path_item(resource: DescribedResource, path: ResourcePath, verbs: frozenset[str]) -> JsonObject:
    """Describes a path; parameters that all its methods take are said once."""
    actions = [ACTIONS[verb] for verb in (*_COLLECTION, *_OBJECT) if verb in verbs]
    parameters = [parameters_of(action, path, resource.kind.kind) for action in actions]
    shared = [each for each in parameters[0] if all(each in others for others in parameters)]
    item: JsonObject = {"parameters": shared}
    for action, taken in zip(actions, parameters, strict=True):
        own = [each for each in taken if each not in shared]
        item[action.method] = operation(resource, action, path, own)
    return item
