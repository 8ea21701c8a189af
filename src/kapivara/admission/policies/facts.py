"""The variables of policies for a write: the objects, the request, the namespace and the user.

Objects have the form that clients see through the written subresource. All variables are computed once per write, for
all policies. Upstream: apiserver/pkg/admission/plugin/cel/condition.go CreateAdmissionRequest, CreateNamespaceObject,
pkg/admission/attributes.go (1.37).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from kapivara.admission.plugin import Attributes
from kapivara.apis.catalog.rows import NAMESPACES
from kapivara.codec.typed.decoding import take_typed
from kapivara.meta import ApiError
from kapivara.values import ABSENT, Absent, JsonObject, copy_json
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.meta import GroupVersionKind, GroupVersionResource

_NAMESPACES: Final = NAMESPACES.gvr()
_NAMESPACE_METADATA: Final = (
    *("name", "generateName", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp"),
    *("deletionTimestamp", "deletionGracePeriodSeconds", "labels", "annotations", "finalizers"),
)


@record(eq=False)
class Versioned:
    """A write at the version of a policy: the kind, its resource, and the objects."""

    kind: GroupVersionKind
    resource: GroupVersionResource
    obj: JsonObject | None
    old: JsonObject | None


class Facts:
    """The facts about one write."""

    def __init__(self, write: Attributes):
        self.write = write
        self.subresource = write.kind.subresources[write.subresource]
        self.kind: GroupVersionKind = self.subresource.shows
        self.resource = write.kind.gvr
        self.is_namespace = self.resource.group_resource == _NAMESPACES.group_resource
        self.namespace = write.name if self.is_namespace else write.namespace

    @cached_property
    def as_sent(self) -> Versioned:
        """The write at the version of the request."""
        write = self.write
        return Versioned(self.kind, self.resource, self._shown(write.obj), self._shown(write.old))

    @cached_property
    def sends_shown(self) -> bool:
        """Whether the written object is the one of the subresource, not its parent."""
        obj = self.write.obj if self.write.old is ABSENT else self.write.old
        return self.subresource.shows_whole or (obj is not ABSENT and obj.get("kind") == self.kind.kind)

    def _shown(self, obj: JsonObject | Absent) -> JsonObject | None:
        if obj is ABSENT:
            return None
        if not self.sends_shown:
            return self.subresource.show(obj, reading=False)
        if self.write.kind.keeps_empties:  # empty values that only the kind itself distinguishes from missing ones
            normal: JsonObject = take_typed(copy_json(obj), self.subresource.shown_kind.shape).value
            return normal
        return obj

    @cached_property
    def other_versions(self) -> list[Kind]:
        """The kinds at other versions and in other groups that could receive the same write."""
        kind, name = self.write.kind, self.write.subresource
        return [each for each in kind.surroundings.versions_of(kind) if name in each.subresources]

    def at(self, kind: Kind) -> Versioned:
        """Returns the write at another version of its resource."""
        sent = self.as_sent
        if kind is self.write.kind:
            return sent
        shows = kind.subresources[self.write.subresource].shows
        obj, old = (_converted(each, self.write.kind, kind) for each in (sent.obj, sent.old))
        return Versioned(shows, kind.gvr, obj, old)

    def labels(self) -> tuple[JsonObject, ...]:
        """Returns the labels of the new and the old object, if they exist."""
        objects = (self.as_sent.obj, self.as_sent.old)
        return tuple(each["metadata"].get("labels", {}) for each in objects if each is not None)

    @cached_property
    def namespace_labels(self) -> JsonObject:
        """The labels of the namespace; for a written namespace its new ones. Raises ApiError."""
        obj = self.write.obj
        if self.is_namespace and not self.write.subresource and obj is not ABSENT:
            labels: JsonObject = obj["metadata"].get("labels", {})
            return labels
        found: JsonObject = self._stored_namespace["metadata"].get("labels", {})
        return found

    @cached_property
    def _stored_namespace(self) -> JsonObject:
        return self.write.surroundings.get(_NAMESPACES, self.namespace)

    @cached_property
    def namespace_object(self) -> dict[str, Any] | None:
        """The namespace in expressions; None for cluster-scoped objects and for namespaces.

        Kept: times are strings, contrary to their checked type, and the UID has a name that the checker does not know.
        """
        if self.is_namespace or not self.namespace:
            return None
        try:
            stored = self._stored_namespace
        except ApiError:
            return None
        metadata: dict[str, Any] = {
            name: stored["metadata"][name] for name in _NAMESPACE_METADATA if name in stored["metadata"]
        }
        return {"metadata": metadata, "spec": stored.get("spec", {}), "status": stored.get("status", {})}

    def request(self, versioned: Versioned) -> dict[str, Any]:
        """Returns the request in expressions."""
        write, user = self.write, self.write.user
        names = {
            "subResource": write.subresource,
            "requestSubResource": write.subresource,
            "name": write.name,
            "namespace": self.namespace,
        }
        return {
            "uid": "",
            "kind": _kind(versioned.kind),
            "resource": _resource(versioned.resource),
            "requestKind": _kind(self.kind),
            "requestResource": _resource(self.resource),
            **{field: text for field, text in names.items() if text},
            "operation": str(write.action),
            "userInfo": {"username": "", **user.to_json()},
            "dryRun": write.dry_run,
            "options": write.options(write.action),
        }


def _kind(kind: GroupVersionKind) -> dict[str, str]:
    return {"group": kind.group, "version": kind.version, "kind": kind.kind}


def _resource(resource: GroupVersionResource) -> dict[str, str]:
    return {"group": resource.group, "version": resource.version, "resource": resource.resource}


def _converted(obj: JsonObject | None, kind: Kind, other: Kind) -> JsonObject | None:
    """Returns an object at another version of its kind."""
    if obj is None:
        return None
    made = other.from_hub(kind.to_hub(obj))
    return {**made, "apiVersion": other.gvk.api_version, "kind": obj["kind"] if made is obj else other.gvk.kind}
