"""A resource at one version, as discovery lists it: its names, verbs and subresources.

Catalog rows and CRDs are both converted into this form; discovery, routes and OpenAPI documents read nothing else.
Upstream: apimachinery/pkg/apis/meta/v1/types.go APIResource (1.37).
"""

from __future__ import annotations

from kapivara.meta.kinds import GroupVersion, GroupVersionKind
from kapivara.values.record import record


@record
class ApiSubresource:
    """A subresource. `kind` is the kind that it shows, or None for the resource's own kind.

    `options` names the type, in the resource's package, whose fields are the query parameters. `media_type` is the
    media type of the response where it is not an object.
    """

    name: str
    verbs: tuple[str, ...]
    kind: GroupVersionKind | None = None
    options: str = ""
    media_type: str = ""

    @property
    def connects(self) -> bool:
        """True if the subresource connects to something beyond the object; it then shows only its options."""
        return self.kind is not None and self.kind.kind == self.options

    @property
    def is_proxy(self) -> bool:
        """True if the subresource forwards any request to any path below it."""
        return self.connects and "update" in self.verbs


@record
class ApiResource:
    """A resource at one version. Verbs and subresources are in the order in which the server lists them.

    `stored_as` is the storage version, or None if discovery does not publish it. With `returns_deleted`, a DELETE
    returns the object instead of a Status. `custom` marks resources of CRDs: the reference server has another handler
    for them.
    """

    kind: GroupVersionKind
    list_kind: str
    plural: str
    singular: str
    namespaced: bool
    verbs: tuple[str, ...]
    subresources: tuple[ApiSubresource, ...] = ()
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    stored_as: GroupVersion | None = None
    returns_deleted: bool = False
    custom: bool = False
