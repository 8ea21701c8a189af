"""A resource at one version, as discovery tells of it: what it is called, and what may be asked of it.

Rows of the catalog and CustomResourceDefinitions are both read into this one form: discovery, routes and OpenAPI
documents know no other. Upstream: apimachinery/pkg/apis/meta/v1/types.go APIResource (1.37).
"""

from __future__ import annotations

from kapivara.meta.kinds import GroupVersion, GroupVersionKind
from kapivara.values.record import record


@record
class ApiSubresource:
    """A subresource: its name, its verbs, and the kind of what it shows; None where that is the resource's own.

    `options` is the type, of the resource's own package, that its query parameters are the fields of. `media_type` is
    that of what is read, where that is no object.
    """

    name: str
    verbs: tuple[str, ...]
    kind: GroupVersionKind | None = None
    options: str = ""
    media_type: str = ""

    @property
    def connects(self) -> bool:
        """Whether it leads on to something beyond the object: then it shows nothing but its own options."""
        return self.kind is not None and self.kind.kind == self.options

    @property
    def is_proxy(self) -> bool:
        """Whether it hands on whatever it is sent, to any path below it."""
        return self.connects and "update" in self.verbs


@record
class ApiResource:
    """A resource at one version. Verbs and subresources stand in the order in which the server lists them.

    `stored_as` is the group and version that objects are stored in, None where clients are not told; `returns_deleted`
    says that a DELETE is answered with the object, and not with a Status; `custom` that a CustomResourceDefinition made
    the resource: the reference server has another handler for those.
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
