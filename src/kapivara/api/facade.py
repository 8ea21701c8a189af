"""The façade: the API server in process, with plain calls on plain values.

`Api` addresses objects by API version and kind, as manifests do. Each call is one request to the registry that the
HTTP server uses, and returns an `Outcome`.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, Self

from kapivara.api.request_parts import (
    Manifest,
    Query,
    decode_manifest,
    query_of,
    undecodable,
    unserved,
    unserved_object,
    write_query,
)
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.feature_gates import FeatureGates, RolloutStage
from kapivara.codec import DecodeError, encode_json
from kapivara.codec.errors import CannotError
from kapivara.meta.identity import identify
from kapivara.meta.media_types import APPLY_PATCH, JSON, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH
from kapivara.registry.registry import REQUEST_SECONDS, Registry
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.requests.request import Request
from kapivara.schema.server_version import NEWEST, parse_server_version
from kapivara.storage import Storage
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.api.loading import DeclarativeValidation, FieldValidation, PatchType, PropagationPolicy
    from kapivara.api.watching import Watch
    from kapivara.webhooks.access import WebhookAccess

_PATCHES: Mapping[PatchType, str] = {"merge": MERGE_PATCH, "json": JSON_PATCH, "strategic": STRATEGIC_MERGE_PATCH}


class Api:
    """A Kubernetes API server without HTTP, in memory unless given a storage.

    >>> from kapivara import Api
    >>> api = Api()
    >>> api.create({
    ...     "apiVersion": "apiextensions.k8s.io/v1",
    ...     "kind": "CustomResourceDefinition",
    ...     "metadata": {"name": "capybaras.zoo.example.com"},
    ...     "spec": {
    ...         "group": "zoo.example.com",
    ...         "names": {"plural": "capybaras", "kind": "Capybara"},
    ...         "scope": "Namespaced",
    ...         "versions": [{
    ...             "name": "v1", "served": True, "storage": True,
    ...             "schema": {"openAPIV3Schema": {"type": "object", "properties": {
    ...                 "spec": {"type": "object", "properties": {
    ...                     "friends": {"type": "integer", "minimum": 1, "default": 4}}}}}}}],
    ...     },
    ... }).ok
    True
    >>> ada = {"apiVersion": "zoo.example.com/v1", "kind": "Capybara", "metadata": {"name": "ada"}, "spec": {}}
    >>> outcome = api.create(ada)
    >>> outcome.code, outcome.object["spec"]
    (201, {'friends': 4})
    >>> outcome = api.patch("zoo.example.com/v1", "Capybara", "ada", {"spec": {"friends": 0, "hat": "red"}})
    >>> outcome.ok, outcome.code
    (False, 422)
    >>> print(outcome.causes[0].message)
    Invalid value: 0: spec.friends in body should be greater than or equal to 1
    >>> outcome.warnings
    ('unknown field "spec.hat"',)

    An `Api` may be used by many threads. Close it, or use it in a `with` block, if its storage is persistent.
    `assume_namespaces` allows creates in namespaces that do not exist, to validate objects alone. `feature_gates` turns
    feature gates on or off by name, as in `{"CRDValidationRatcheting": False}`. CRDs and their rules are validated as
    by `kubernetes_version`, such as `1.31`. An unknown gate or version raises ValueError. `declarative_validation`
    selects which errors of declarative rules apply where a hand-written rule exists too: by their `levels`, or as in a
    stage of KEP-5073 (`off`, `compare`, `takeover`). A request that takes longer than `request_timeout` seconds returns
    504, as on the server, and stores nothing. `ask_webhooks` converts objects by the webhooks of their CRDs, as on the
    server; by default webhooks are called unless `assume_namespaces` is set. Without webhooks, objects only change
    their apiVersion. `webhook_services` maps services to their addresses: `{"system/hook": "127.0.0.1:9443"}`.
    """

    def __init__(
        self,
        storage: Storage | None = None,
        *,
        assume_namespaces: bool = False,
        feature_gates: Mapping[str, bool] = MappingProxyType({}),
        kubernetes_version: str = str(NEWEST),
        declarative_validation: DeclarativeValidation = "levels",
        request_timeout: float = REQUEST_SECONDS,
        ask_webhooks: bool | None = None,
        webhook_services: Mapping[str, str] = MappingProxyType({}),
    ):
        if storage is None:
            from kapivara.storage.memory import MemoryStorage

            storage = MemoryStorage()
        self._storage: Storage | None = storage
        asks = not assume_namespaces if ask_webhooks is None else ask_webhooks
        self._registry = Registry(
            storage,
            assume_namespaces=assume_namespaces,
            feature_gates=FeatureGates(feature_gates),
            server_version=parse_server_version(kubernetes_version),
            rollout_stage=RolloutStage(declarative_validation),
            request_seconds=request_timeout,
            webhooks=_webhook_access(webhook_services) if asks else None,
        )

    @classmethod
    def over(cls, registry: Registry) -> Self:
        """Returns the façade of an existing registry, such as a server's; `close` does not close that registry."""
        api = cls.__new__(cls)
        api._storage, api._registry = None, registry
        return api

    @property
    def registry(self) -> Registry:
        """The registry that handles the requests, as for the HTTP server."""
        return self._registry

    def serves(self, api_version: str, kind: str) -> bool:
        """Returns whether objects of a kind can be created: a built-in kind, or one with a CRD."""
        return self._registry.find_kind(api_version, kind) is not None

    def create(
        self,
        manifest: Manifest,
        *,
        namespace: str = "",
        dry_run: bool = False,
        field_validation: FieldValidation = "",
        field_manager: str = "",
    ) -> Outcome:
        """Creates an object; the namespace is the argument's, or the object's own, or `default`."""
        query = write_query(dry_run, field_validation, field_manager)
        return self._send("create", manifest, query, namespace=namespace)

    def update(
        self,
        manifest: Manifest,
        *,
        namespace: str = "",
        subresource: str = "",
        dry_run: bool = False,
        field_validation: FieldValidation = "",
        field_manager: str = "",
    ) -> Outcome:
        """Replaces an object, or through a subresource only a part, such as its status."""
        query = write_query(dry_run, field_validation, field_manager)
        return self._send("update", manifest, query, namespace=namespace, subresource=subresource)

    def store_unchecked(self, manifest: Manifest, *, namespace: str = "") -> Outcome:
        """Stores an object without validating it; it is only decoded as its kind.

        An object from before a CRD became stricter can be stored under the old CRD, or under the new one.
        """
        return self._send("store_unchecked", manifest, {}, namespace=namespace)

    def patch(
        self,
        api_version: str,
        kind: str,
        name: str,
        patch: Any,
        *,
        patch_type: PatchType = "merge",
        namespace: str = "",
        subresource: str = "",
        dry_run: bool = False,
        field_validation: FieldValidation = "",
        field_manager: str = "",
    ) -> Outcome:
        """Changes an object by a JSON merge patch, a `json` patch, or for built-in kinds a `strategic` merge patch.

        The patch is a value, or JSON text as bytes.
        """
        if patch_type not in _PATCHES:
            raise ValueError(f"patch_type must be one of {', '.join(_PATCHES)}, not {patch_type!r}")
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return unserved(api_version, kind)
        from kapivara.codec.python_values import decode_value  # the command line decodes texts only

        try:
            body = patch if isinstance(patch, bytes) else encode_json(decode_value(patch).value)
        except DecodeError as error:
            return undecodable(error)
        query = write_query(dry_run, field_validation, field_manager)
        return self._registry.handle_kind(
            found,
            Request(
                "patch",
                found.gvr,
                namespace=_namespace(found, namespace),
                name=name,
                subresource=subresource,
                query=query,
                body=body,
                media_type=_PATCHES[patch_type],
            ),
        )

    def apply(
        self,
        manifest: Manifest,
        *,
        field_manager: str,
        force: bool = False,
        namespace: str = "",
        subresource: str = "",
        dry_run: bool = False,
        field_validation: FieldValidation = "",
    ) -> Outcome:
        """Applies a configuration (server-side apply): creates the object, or merges the manager's fields into it.

        Fields that the manager applied before and now omits are removed, unless others manage them. A different value
        of a field that others manage is a conflict (409), unless `force` is set. YAML text is decoded as on the server.
        """
        query = write_query(dry_run, field_validation, field_manager)
        if force:
            query["force"] = ["true"]
        return self._send("patch", manifest, query, namespace=namespace, subresource=subresource)

    def get(self, api_version: str, kind: str, name: str, *, namespace: str = "", subresource: str = "") -> Outcome:
        """Returns an object, or its form in a subresource."""
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return unserved(api_version, kind)
        return self._registry.handle_kind(
            found, Request("get", found.gvr, _namespace(found, namespace), name, subresource)
        )

    def list(
        self,
        api_version: str,
        kind: str,
        *,
        namespace: str = "",
        label_selector: str = "",
        field_selector: str = "",
        limit: int = 0,
        continue_token: str = "",
    ) -> Outcome:
        """Returns the list of a kind's objects in a namespace, or without one in all namespaces."""
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return unserved(api_version, kind)
        query = query_of(
            labelSelector=label_selector,
            fieldSelector=field_selector,
            limit=str(limit) if limit else "",
            **{"continue": continue_token},
        )
        return self._registry.handle_kind(found, Request("list", found.gvr, namespace, query=query))

    def delete(
        self,
        api_version: str,
        kind: str,
        name: str,
        *,
        namespace: str = "",
        dry_run: bool = False,
        propagation_policy: PropagationPolicy = "",
    ) -> Outcome:
        """Deletes an object; one with finalizers is marked for deletion, and returned."""
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return unserved(api_version, kind)
        query = query_of(dryRun="All" if dry_run else "", propagationPolicy=propagation_policy)
        return self._registry.handle_kind(
            found, Request("delete", found.gvr, _namespace(found, namespace), name, query=query)
        )

    def watch(
        self,
        api_version: str,
        kind: str,
        name: str = "",
        *,
        namespace: str = "",
        label_selector: str = "",
        field_selector: str = "",
        resource_version: str = "",
        initial: bool = False,
        timeout: float | None = None,
    ) -> Watch:
        """Returns a watch of a kind's objects, or of the object with a name; raises ApiError.

        Without a namespace, objects of all namespaces are watched; a named object is watched in `default`, as for
        `get`. The watch begins after a `resource_version`, such as that of a list, or else now. With `initial`, it
        begins with an ADDED event for every existing object. `next` waits for an event. The watch ends when it is
        closed, after `timeout` seconds, or when the CRD of the kind changes or is deleted.
        """
        from kapivara.api.watching import Watch, watch_query

        query = query_of(labelSelector=label_selector, fieldSelector=field_selector)
        query |= watch_query(self._registry, resource_version, initial=initial)
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return Watch(unserved(api_version, kind))
        namespace = _namespace(found, namespace) if name else namespace
        request = Request("watch", found.gvr, namespace, name, query=query)
        return Watch(self._registry.handle_kind(found, request), timeout)

    def load(
        self, *paths: str | PathLike[str], field_validation: FieldValidation = "Strict", field_manager: str = ""
    ) -> tuple[JsonObject, ...]:
        """Creates all objects in files and folders (*.yaml, *.yml, *.json), and returns them as stored.

        CRDs come first, then namespaces, then all others in file order; a `List` stands for its items. Everything is
        read before anything is created. Raises LoadError with file, line and column of every error, and with the
        objects created so far. Unknown and duplicate fields are errors, as for kubectl.
        """
        from kapivara.api.loading import load

        return load(self, paths, field_validation=field_validation, field_manager=field_manager)

    def _send(self, verb: str, manifest: Manifest, query: Query, *, namespace: str, subresource: str = "") -> Outcome:
        try:
            body = decode_manifest(manifest, as_yaml=verb == "patch")
        except (DecodeError, CannotError) as error:
            return undecodable(error)
        given = identify(body.value)
        found = self._registry.find_kind(given.api_version, given.kind)
        if found is None:
            return unserved_object(given)
        return self._registry.handle_kind(
            found,
            Request(
                verb,
                found.gvr,
                namespace=_namespace(found, namespace or given.namespace),
                name=given.name if verb in ("update", "patch") else "",
                subresource=subresource,
                query=query,
                body=body,
                media_type=APPLY_PATCH if verb == "patch" else JSON,
            ),
        )

    def close(self) -> None:
        """Closes the storage; watches end."""
        if self._storage is not None:
            self._registry.close()
            self._storage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _namespace(kind: Kind, namespace: str) -> str:
    return (namespace or "default") if kind.namespaced else ""


def _webhook_access(services: Mapping[str, str]) -> WebhookAccess:
    from kapivara.webhooks.access import WebhookAccess  # validation alone calls no webhooks
    from kapivara.webhooks.services import read_service_addresses

    return WebhookAccess(read_service_addresses(services))
