"""The paths of a resource in documents, with the operations of its verbs.

Upstream: apiserver/pkg/endpoints/installer.go registerResourceHandlers,
apiextensions-apiserver/pkg/controller/openapi/builder/builder.go generateBuilder (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.codec.shapes import Struct
from kapivara.codec.typed.described import described
from kapivara.meta import GroupVersionKind
from kapivara.registry.openapi.model import TEXT, Model, meta_model
from kapivara.registry.openapi.operation import Operation, Parameter, PathItem, RequestBody
from kapivara.registry.openapi.operation_names import describe_operation, operation_id, operation_tag
from kapivara.registry.openapi.parameters import NAMESPACE, PRETTY, REST_OF_PATH, name_parameter, option_parameters
from kapivara.registry.openapi.service import ANY, Action, Holds, Service
from kapivara.values.record import record, replace

_COLLECTION = ("list", "create", "deletecollection")
_OBJECT = ("get", "update", "patch", "delete")
_CONNECT = Action("", "connect", "connect")
_METHODS = {"create": "post", "delete": "delete", "get": "get", "patch": "patch", "update": "put"}
_PROXIED = ("head", "options")
"""The methods without a verb that proxies forward, too."""


@record
class DescribedSubresource:
    """A subresource: its name and verbs, its kind, and the model of its responses.

    `options` is the type of its query, `media_type` the media type of a response that is no object. If `connects`, it
    opens connections; a proxy also serves all paths below.
    """

    name: str
    verbs: tuple[str, ...]
    kind: GroupVersionKind
    model: Model
    options: Struct | None = None
    media_type: str = ""
    connects: bool = False
    is_proxy: bool = False


@record
class DescribedResource:
    """A resource to describe, built-in or custom; `deleted` is the model of deletion responses."""

    service: Service
    kind: GroupVersionKind
    plural: str
    namespaced: bool
    model: Model
    list_model: Model
    deleted: Model
    verbs: tuple[str, ...]
    subresources: tuple[DescribedSubresource, ...] = ()


@record
class _Route:
    """A path below the root of a version, and its subresource.

    `all_namespaces` marks the path across all namespaces.
    """

    path: str
    subresource: DescribedSubresource | None = None
    all_namespaces: bool = False


def paths_of(resource: DescribedResource) -> list[PathItem]:
    """Returns all paths of a resource that have operations."""
    collection = f"namespaces/{{namespace}}/{resource.plural}" if resource.namespaced else resource.plural
    one = f"{collection}/{{name}}"
    found: list[PathItem] = []
    if resource.namespaced:
        found += _at(resource, _Route(resource.plural, all_namespaces=True), ("list",))
    found += _at(resource, _Route(collection), _COLLECTION)
    found += _at(resource, _Route(one), _OBJECT)
    for each in resource.subresources:
        found += _below(resource, each, f"{one}/{each.name}")
    return found


def _at(resource: DescribedResource, route: _Route, verbs: Iterable[str]) -> Iterator[PathItem]:
    """Yields a path with the given verbs that a resource or subresource supports, and its path for watches only."""
    offered = resource.verbs if route.subresource is None else route.subresource.verbs
    actions = [resource.service.actions[verb] for verb in verbs if verb in offered]
    if actions:
        yield PathItem(_full(resource, route), tuple(_describe(resource, each, route) for each in actions))
    watch = resource.service.actions.get("watchlist" if "list" in verbs else "watch")
    if watch is not None and "watch" in offered:
        beside = replace(route, path=f"watch/{route.path}")
        yield PathItem(_full(resource, beside), (_describe(resource, watch, beside),))


def _below(resource: DescribedResource, subresource: DescribedSubresource, path: str) -> Iterator[PathItem]:
    """Yields the paths of a subresource; a proxy has a second one for the paths below."""
    if not subresource.connects:
        yield from _at(resource, _Route(path, subresource), (*_OBJECT, "create"))
        return
    methods = [_METHODS[verb] for verb in subresource.verbs]
    for each in (path, f"{path}/{{path}}") if subresource.is_proxy else (path,):
        route = _Route(each, subresource)
        allowed = [*methods, *_PROXIED] if subresource.is_proxy else methods
        connections = [_describe(resource, replace(_CONNECT, method=method), route) for method in sorted(allowed)]
        yield PathItem(_full(resource, route), tuple(connections))


def _full(resource: DescribedResource, route: _Route) -> str:
    kind = resource.kind
    return f"/apis/{kind.group}/{kind.version}/{route.path}" if kind.group else f"/api/{kind.version}/{route.path}"


def _describe(resource: DescribedResource, action: Action, route: _Route) -> Operation:
    """Returns the operation of an action at a path."""
    subresource, path = route.subresource, _full(resource, route)
    kind = resource.kind if subresource is None else subresource.kind
    body = _body_model(resource, action, subresource)
    described = Operation(
        action.method,
        operation_id(_operation(resource, action, route), path),
        operation_tag(path),
        describe_operation(action.operation, resource.kind.kind, "" if subresource is None else subresource.name),
        consumes=resource.service.consumed(action),
        produces=resource.service.produced(action),
        model=_answer_model(resource, action, subresource),
        codes=action.codes,
        parameters=tuple(_parameters(action, route, kind.kind)),
        body=None if body is None else RequestBody(body, required=action.body is not Holds.DELETE_OPTIONS),
        action=action.name,
        kind=kind,
    )
    if subresource is None or not (subresource.media_type or subresource.connects):
        return described
    produces = ANY if subresource.connects else (subresource.media_type, *described.produces)
    return replace(described, model=TEXT, produces=produces)


def _operation(resource: DescribedResource, action: Action, route: _Route) -> str:
    """Returns the name of an operation, the source of its id."""
    method = action.method.capitalize() if action is not None and action.name == "connect" else ""
    scope = "Namespaced" if resource.namespaced and not route.all_namespaces else ""
    below = "" if route.subresource is None else route.subresource.name.capitalize()
    ending = "ForAllNamespaces" if route.all_namespaces else "WithPath" if route.path.endswith("/{path}") else ""
    return f"{action.operation}{method}{scope}{resource.kind.kind}{below}{action.ending}{ending}"


def _parameters(action: Action, route: _Route, kind: str) -> Iterator[Parameter]:
    if action.name != "connect":
        yield PRETTY
    for name in action.options:
        yield from option_parameters(described("meta.v1").struct(name), action.without)
    if route.subresource is not None and route.subresource.options is not None:
        yield from option_parameters(route.subresource.options)
    if "{namespace}" in route.path:
        yield NAMESPACE
    if "{name}" in route.path:
        yield name_parameter(kind)
    if "{path}" in route.path:
        yield REST_OF_PATH


def _answer_model(resource: DescribedResource, action: Action, subresource: DescribedSubresource | None) -> Model:
    match action.answer:
        case Holds.LIST:
            return resource.list_model
        case Holds.DELETED:
            return resource.deleted
        case Holds.STATUS | Holds.WATCH_EVENT as name:
            return meta_model(name)
        case _:
            return resource.model if subresource is None else subresource.model


def _body_model(resource: DescribedResource, action: Action, subresource: DescribedSubresource | None) -> Model | None:
    match action.body:
        case Holds.NOTHING:
            return None
        case Holds.OBJECT:
            return resource.model if subresource is None else subresource.model
        case name:
            return meta_model(name)
