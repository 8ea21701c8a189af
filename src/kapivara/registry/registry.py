"""The registry: every resource behind one door, a request in, an outcome out.

The HTTP server, the façade and the command line are three ways to this one engine, so their answers cannot differ.
What only some verbs need is imported when they come: a validation should not wait for lists and patches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.core.namespace import NamespaceKind
from kapivara.codec.errors import CannotError
from kapivara.meta import (
    ApiError,
    GroupVersionResource,
    Status,
    cannot_status,
    generic_status,
    internal_error_status,
    method_not_supported_status,
    not_found_status,
    unknown_error_status,
)
from kapivara.meta.status import timeout_status
from kapivara.registry import namespaces, pipeline
from kapivara.registry.built_in import BuiltIn
from kapivara.registry.call import Call
from kapivara.registry.custom_resource import CustomResource
from kapivara.registry.definition_lifecycle import DefinitionLifecycle
from kapivara.registry.definition_table import Key, key_of
from kapivara.registry.definitions import Definitions
from kapivara.registry.feature_gates import DEFAULT_GATES, FeatureGates
from kapivara.registry.followers import Followers
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.registry.outcome import Outcome
from kapivara.registry.request import Request
from kapivara.registry.scope import Scope, View
from kapivara.schema.defaulting import OutgrownError
from kapivara.storage import Storage, StorageError
from kapivara.values import JsonObject
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.request_budget import RequestBudget
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.registry.definition import Definition
    from kapivara.registry.discovery import Discovery
    from kapivara.registry.openapi.documents import OpenApi

REQUEST_SECONDS = 60.0
"""What the server gives a request by default. Upstream: apiserver/pkg/server/config.go RequestTimeout (1.37)."""

_WHOLE_ONLY = frozenset(("create", "list", "delete", "deletecollection"))


class Registry:
    """All resources over one storage. Safe for many threads.

    `assume_namespaces` takes every namespace to exist, and makes none. `feature_gates` says which features are on,
    `observer` takes note of the work. `request_seconds` is the time for a request that brings no deadline of its own.
    """

    def __init__(
        self,
        storage: Storage,
        *,
        assume_namespaces: bool = False,
        feature_gates: FeatureGates = DEFAULT_GATES,
        observer: Observer = NO_OBSERVER,
        request_seconds: float = REQUEST_SECONDS,
    ):
        self._request_seconds = request_seconds
        self.feature_gates = feature_gates
        self.observer = observer
        self._storage = storage
        self._openapi: OpenApi | None = None
        self._assume_namespaces = assume_namespaces
        self._followers = Followers(storage)
        self._definitions = Definitions(self._followers, feature_gates, observer, replaced=self._forget)
        self._lifecycle = DefinitionLifecycle(self._definitions, self._followers)
        self._lifecycle.resume()
        scopes = (BuiltIn(NamespaceKind()), self._definitions.scope)
        self._built_ins: dict[Key, BuiltIn] = {key_of(scope.resource): scope for scope in scopes}
        if not assume_namespaces:
            self._make_system_namespaces()

    def _make_system_namespaces(self) -> None:
        from kapivara.codec import Decoded

        for name in namespaces.SYSTEM_NAMESPACES:
            namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
            self.handle(Request("create", namespaces.NAMESPACES, body=Decoded(namespace), user_agent="kube-apiserver"))

    def close(self) -> None:
        """Ends what follows the storage, which is left open."""
        self._followers.close()

    def scope(self, resource: GroupVersionResource) -> Scope | None:
        """Returns the scope of a resource; None where it is not served."""
        return self._built_ins.get(key_of(resource)) or self._definitions.find(resource)

    def has_built_in_group(self, group: str) -> bool:
        """Tells whether a group is one of the server's own."""
        return any(key[0] == group for key in self._built_ins)

    def scope_of_kind(self, api_version: str, kind: str) -> Scope | None:
        """Returns the scope of the resource whose objects say they are of this version and kind."""
        scopes: list[Scope] = [*self._built_ins.values(), *self._definitions.scopes()]
        for scope in scopes:
            if scope.kind.kind == kind and scope.kind.api_version == api_version:
                return scope
        return None

    def discovery(self) -> Discovery:
        """Returns what is served at this moment."""
        from kapivara.registry.discovery import Discovery

        return Discovery(self._built_ins.values(), self._definitions.scopes())

    def openapi(self) -> OpenApi:
        """Returns the OpenAPI documents about what is served."""
        if self._openapi is None:
            from kapivara.registry.openapi.documents import OpenApi

            self._openapi = OpenApi(self._built_ins.values(), self._definitions.scopes)
        return self._openapi

    def _forget(self, definition: Definition) -> None:
        if self._openapi is not None:
            self._openapi.forget(definition)

    def handle(self, request: Request) -> Outcome:
        """Answers a request; never raises but for bugs of the machine itself."""
        scope = self.scope(request.resource)
        if scope is None:
            status = generic_status(404)
            return Outcome(status.code, status=status)
        deadline = request.deadline or Deadline(self._request_seconds)
        records_managers = not self._assume_namespaces
        call = Call(request, scope, self._followers, records_managers=records_managers, deadline=deadline)
        try:
            deadline.check()
            with RequestBudget(deadline), deep_stack():
                return self._dispatch(call)
        except DeadlineExceededError:
            return _failed(call, timeout_status("request did not complete within the allotted timeout"))
        except ApiError as error:
            return _failed(call, error.status)
        except CannotError as error:
            return _failed(call, cannot_status(error.message))
        except StorageError as error:
            return _failed(call, internal_error_status(str(error)))
        except OutgrownError:
            return _failed(call, unknown_error_status("etcdserver: request is too large"))

    def _dispatch(self, call: Call) -> Outcome:
        request, scope = call.request, call.scope
        if isinstance(scope, CustomResource):
            call.warn(scope.version.deprecation_warning)
        view = scope.view(request.subresource)
        if view is None:
            raise ApiError(not_found_status(call.store.resource, request.name))
        if request.subresource and request.verb in _WHOLE_ONLY:
            raise ApiError(method_not_supported_status(call.store.resource, request.verb))
        return self._run(call, view)

    def _run(self, call: Call, view: View) -> Outcome:
        match call.request.verb:
            case "get":
                return _done(call, pipeline.get(call, view, self._storage.revision))
            case "list":
                from kapivara.registry.listing import list_objects

                return _done(call, list_objects(call, self._storage))
            case "create":
                return self._written(call, pipeline.create(call, view, self._admit), 201)
            case "update":
                return self._written(call, pipeline.update(call, view))
            case "patch":
                from kapivara.registry.patching import patch

                obj, is_new = patch(call, view, self._admit)
                return self._written(call, obj, 201 if is_new else 200)
            case "place":
                from kapivara.registry.placing import place

                return self._written(call, place(call, view), 201)
            case "delete":
                return self._delete(call)
            case "deletecollection":
                return self._delete_collection(call)
            case verb:
                raise ApiError(method_not_supported_status(call.store.resource, verb))

    def _admit(self, call: Call, obj: JsonObject) -> None:
        """Ends a create that may not be: the namespace is missing or going, or the definition is going."""
        scope = call.scope
        if scope.namespaced and not self._assume_namespaces:
            namespaces.check_creation(call, obj, self._storage, self._built_ins[key_of(namespaces.NAMESPACES)])
        scope.check_creation(obj["metadata"].get("name") or "")

    def _written(self, call: Call, obj: JsonObject, code: int = 200) -> Outcome:
        if call.scope is self._definitions.scope and not _is_dry_run(call):
            self._lifecycle.after_write(obj["metadata"]["name"])
        self._after_removal(call)
        return _done(call, obj, code)

    def _delete(self, call: Call) -> Outcome:
        from kapivara.registry.delete_body import read_delete_body
        from kapivara.registry.options import read_delete_options
        from kapivara.registry.removal import delete

        request = call.request
        options = read_delete_options(request.query, read_delete_body(request))
        if request.resource == namespaces.NAMESPACES:
            namespaces.check_deletion(request.name)
        removal = delete(call, request.name, options)
        if not options.dry_run:
            if call.scope is self._definitions.scope:
                self._lifecycle.after_write(request.name)
            self._after_removal(call)
        code = 202 if not removal.gone and options.orphan_dependents is False else 200
        return Outcome(code, object=removal.obj, status=removal.status, warnings=call.warnings)

    def _delete_collection(self, call: Call) -> Outcome:
        from kapivara.registry.delete_body import read_delete_body
        from kapivara.registry.list_options import read_list_options
        from kapivara.registry.options import read_delete_options, refuse_unreadable_collection
        from kapivara.registry.sweep import delete_collection

        request = call.request
        selection = read_list_options(request.query, call.scope.field_labels)
        options = read_delete_options(request.query, read_delete_body(request))
        refuse_unreadable_collection(options)
        listed = delete_collection(call, self._followers, selection, options)
        if not options.dry_run:
            if call.scope is self._definitions.scope:
                for item in listed["items"]:
                    self._lifecycle.after_write(item["metadata"]["name"])
            self._after_removal(call)
        return _done(call, listed)

    def _after_removal(self, call: Call) -> None:
        """Lets go of a definition that only waited for the objects that may just have gone."""
        scope = call.scope  # of when the request came: its definition may have been deleted since
        if isinstance(scope, CustomResource) and call.store.removed_at:
            self._lifecycle.after_removal(scope.definition, call.store.removed_at, call.deadline)


def _is_dry_run(call: Call) -> bool:
    return bool(call.request.query.get("dryRun"))


def _done(call: Call, obj: JsonObject, code: int = 200) -> Outcome:
    return Outcome(code, obj, None, call.warnings, call.ratcheted)


def _failed(call: Call, status: Status) -> Outcome:
    return Outcome(
        status.http_code,
        status=status,
        warnings=call.warnings,
        ratcheted=call.ratcheted,
        unforgiven=call.unforgiven,
    )
