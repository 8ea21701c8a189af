"""The façade: the API server in process, as plain calls on plain values.

`Api` addresses objects by API version and kind, as manifests do; each call is one request to the registry that the
HTTP server uses, and its answer is an `Outcome`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, TracebackType
from typing import Any, Self, TypeAlias

from kapivara.apis.feature_gates import FeatureGates
from kapivara.apis.kind import Kind
from kapivara.codec import Decoded, DecodeError, decode_json, encode_json
from kapivara.codec.errors import TOO_DEEP, CannotError
from kapivara.codec.python_values import decode_value
from kapivara.meta import bad_request_status, cannot_status, generic_status
from kapivara.meta.identity import identify
from kapivara.meta.media_types import APPLY_PATCH, JSON, JSON_PATCH, MERGE_PATCH
from kapivara.registry.outcome import Outcome
from kapivara.registry.registry import REQUEST_SECONDS, Registry
from kapivara.registry.request import Request
from kapivara.storage import Storage
from kapivara.values import copy_json
from kapivara.values.stack import deep_stack, is_too_deep

__all__ = ["Api", "Outcome"]

Manifest: TypeAlias = Mapping[str, Any] | bytes | str | Decoded
"""An object: as a dict, as JSON or YAML text, or decoded already by `kapivara.codec` (duplicate fields noted).

A dict that holds what JSON cannot say (NaN, a set, a key that is no text) is answered with 400, and the place.
"""

Query: TypeAlias = dict[str, list[str]]

_PATCHES = {"merge": MERGE_PATCH, "json": JSON_PATCH}


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
    >>> print(outcome.status.causes[0].message)
    Invalid value: 0: spec.friends in body should be greater than or equal to 1
    >>> outcome.warnings
    ('unknown field "spec.hat"',)

    An `Api` may be used by many threads; close it (or use it in a `with` block) where it has a storage that lasts.
    `assume_namespaces` lets objects be created in namespaces that do not exist, to judge the objects alone.
    `feature_gates` switches features on or off by name, as in `{"CRDValidationRatcheting": False}`; an unknown name
    raises ValueError. A request that takes longer than `request_timeout`, in seconds, is answered as the server does
    (504), and stores nothing.
    """

    def __init__(
        self,
        storage: Storage | None = None,
        *,
        assume_namespaces: bool = False,
        feature_gates: Mapping[str, bool] = MappingProxyType({}),
        request_timeout: float = REQUEST_SECONDS,
    ):
        if storage is None:
            from kapivara.storage.memory import MemoryStorage

            storage = MemoryStorage()
        self._storage = storage
        self._registry = Registry(
            storage,
            assume_namespaces=assume_namespaces,
            feature_gates=FeatureGates(feature_gates),
            request_seconds=request_timeout,
        )

    @property
    def registry(self) -> Registry:
        """The engine underneath, which takes requests as the HTTP server makes them."""
        return self._registry

    def serves(self, api_version: str, kind: str) -> bool:
        """Tells whether objects of a kind can be created: it is built in here, or a definition of it was."""
        return self._registry.find_kind(api_version, kind) is not None

    def create(
        self,
        manifest: Manifest,
        *,
        namespace: str = "",
        dry_run: bool = False,
        field_validation: str = "",
        field_manager: str = "",
    ) -> Outcome:
        """Creates an object; the namespace is the argument's, else the object's own, else `default`."""
        query = _write_query(dry_run, field_validation, field_manager)
        return self._send("create", manifest, query, namespace=namespace)

    def update(
        self,
        manifest: Manifest,
        *,
        namespace: str = "",
        subresource: str = "",
        dry_run: bool = False,
        field_validation: str = "",
        field_manager: str = "",
    ) -> Outcome:
        """Replaces an object by a whole new version of it, or its status through that subresource."""
        query = _write_query(dry_run, field_validation, field_manager)
        return self._send("update", manifest, query, namespace=namespace, subresource=subresource)

    def store_unchecked(self, manifest: Manifest, *, namespace: str = "") -> Outcome:
        """Puts an object into the storage as it is, read as its kind but not judged: it may be invalid at rest.

        What was stored before a definition became stricter can be stored under the looser one, or under the new one.
        """
        return self._send("store_unchecked", manifest, {}, namespace=namespace)

    def patch(
        self,
        api_version: str,
        kind: str,
        name: str,
        patch: Any,
        *,
        patch_type: str = "merge",
        namespace: str = "",
        subresource: str = "",
        dry_run: bool = False,
        field_validation: str = "",
        field_manager: str = "",
    ) -> Outcome:
        """Changes an object by a JSON merge patch, or by a JSON patch (`patch_type="json"`).

        The patch is a value or JSON text as bytes.
        """
        if patch_type not in _PATCHES:
            raise ValueError(f"patch_type must be one of {', '.join(_PATCHES)}, not {patch_type!r}")
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return _unknown()
        try:
            body = patch if isinstance(patch, bytes) else encode_json(decode_value(patch).value)
        except DecodeError as error:
            return _refused(error)
        query = _write_query(dry_run, field_validation, field_manager)
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
        field_validation: str = "",
    ) -> Outcome:
        """Applies a configuration: makes the object, or merges into it what the manager wants to decide.

        What it applied before and gives up goes, unless others manage it; what others manage is a conflict (409),
        unless `force` takes it over. YAML text is read as the server reads it.
        """
        query = _write_query(dry_run, field_validation, field_manager)
        if force:
            query["force"] = ["true"]
        return self._send("patch", manifest, query, namespace=namespace, subresource=subresource)

    def get(self, api_version: str, kind: str, name: str, *, namespace: str = "", subresource: str = "") -> Outcome:
        """Returns an object, or what a subresource shows of it."""
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return _unknown()
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
        """Returns the list of a kind's objects: in a namespace, or without one in all."""
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return _unknown()
        query = _query(
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
        propagation_policy: str = "",
    ) -> Outcome:
        """Deletes an object; one with finalizers is marked, and returned as it then is."""
        found = self._registry.find_kind(api_version, kind)
        if found is None:
            return _unknown()
        query = _query(dryRun="All" if dry_run else "", propagationPolicy=propagation_policy)
        return self._registry.handle_kind(
            found, Request("delete", found.gvr, _namespace(found, namespace), name, query=query)
        )

    def _send(self, verb: str, manifest: Manifest, query: Query, *, namespace: str, subresource: str = "") -> Outcome:
        try:
            body = _decode(manifest, as_yaml=verb == "patch")
        except DecodeError as error:
            return _refused(error)
        except CannotError as error:
            status = cannot_status(error.message)
            return Outcome(status.code, status=status)
        given = identify(body.value)
        found = self._registry.find_kind(given.api_version, given.kind)
        if found is None:
            return _unknown()
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
        """Closes the storage."""
        self._storage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _decode(manifest: Manifest, *, as_yaml: bool) -> Decoded:
    """Returns a manifest decoded, sharing nothing with what was given; raises DecodeError.

    Text that looks like JSON is read as YAML all the same where the server does so, which takes less: no surrogates.
    """
    if isinstance(manifest, Decoded):
        if manifest.unshared:
            return manifest
        if is_too_deep(manifest.value):
            raise DecodeError(TOO_DEEP)
        with deep_stack():
            return Decoded(copy_json(manifest.value), manifest.duplicates, manifest.yaml_errors)
    if isinstance(manifest, (bytes, str)):
        data = manifest.encode("utf-8", "surrogatepass") if isinstance(manifest, str) else manifest
        if not as_yaml and data.lstrip()[:1] in (b"{", b"["):
            return decode_json(data)
        from kapivara.codec import decode_yaml

        return decode_yaml(data)
    return decode_value(manifest)


def _namespace(kind: Kind, namespace: str) -> str:
    return (namespace or "default") if kind.namespaced else ""


def _write_query(dry_run: bool, field_validation: str, field_manager: str) -> Query:
    return _query(dryRun="All" if dry_run else "", fieldValidation=field_validation, fieldManager=field_manager)


def _query(**options: str) -> Query:
    return {name: [value] for name, value in options.items() if value}


def _refused(error: DecodeError) -> Outcome:
    status = bad_request_status(error.message)
    return Outcome(status.code, status=status)


def _unknown() -> Outcome:
    status = generic_status(404)
    return Outcome(status.code, status=status)
