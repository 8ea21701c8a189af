"""A resource at one version, as discovery tells of it: what it is called, and what may be asked of it.

Rows of the catalog and CustomResourceDefinitions are both read into this one form: discovery, routes and OpenAPI
documents know no other. Upstream: apimachinery/pkg/apis/meta/v1/types.go APIResource (1.37).
"""

from __future__ import annotations

from kapivara.meta.kinds import GroupVersion, GroupVersionKind
from kapivara.values.record import record


@record
class ApiSubresource:
    """A subresource: its name, its verbs, and the kind of what it shows; None where that is the resource's own."""

    name: str
    verbs: tuple[str, ...]
    kind: GroupVersionKind | None = None


@record
class ApiResource:
    """A resource at one version. Verbs and subresources stand in the order in which the server lists them.

    `stored_as` is the group and version that objects are stored in, None where clients are not told; `custom` says that
    a CustomResourceDefinition made the resource: the reference server has another handler for those.
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
    custom: bool = False
