"""The catalog: one row for each built-in resource. Whoever has to know what is built in reads it here.

Rows are texts only, so that a start does not pay for kinds that nobody asks for: a row names the module of its kind,
which is imported when the kind is first used. The module has the kind's class under the name `KIND`.
Upstream: pkg/controlplane/instance.go, apiextensions-apiserver/pkg/apiserver/apiserver.go, and what `kubectl
api-resources` shows of them (1.37).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kapivara.apis.api_resource import ApiResource, ApiSubresource
from kapivara.meta.kinds import GroupVersionKind, GroupVersionResource
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind

_ALL_BUT_COLLECTIONS = ("create", "delete", "get", "list", "patch", "update", "watch")
_ALL = ("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")
_STATUS = ("get", "patch", "update")


@record
class Row:
    """A built-in resource.

    `versions` are those served, the preferred one first; `storage_version` is what the reference server stores
    (clients see a hash of it). `subresources` stand in the order of their names. `module` is where the kind is told;
    its class is `KIND`. `initial` names the objects that every server has from its start. `looked_up` tells that writes
    of other objects look these up, so that servers do well to know them all.
    """

    group: str
    versions: tuple[str, ...]
    storage_version: str
    kind: str
    list_kind: str
    plural: str
    singular: str
    namespaced: bool
    verbs: tuple[str, ...]
    module: str
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    subresources: tuple[ApiSubresource, ...] = ()
    initial: tuple[str, ...] = ()
    looked_up: bool = False

    def at(self, version: str) -> ApiResource:
        """Returns the resource at one of its versions."""
        return ApiResource(
            kind=GroupVersionKind(self.group, version, self.kind),
            list_kind=self.list_kind,
            plural=self.plural,
            singular=self.singular,
            namespaced=self.namespaced,
            verbs=self.verbs,
            subresources=self.subresources,
            short_names=self.short_names,
            categories=self.categories,
            storage_version=self.storage_version,
        )

    def gvr(self, version: str = "") -> GroupVersionResource:
        """Names the resource at a version, the preferred one unless said otherwise."""
        return GroupVersionResource(self.group, version or self.versions[0], self.plural)

    def names(self, group: str, kind: str) -> bool:
        """Tells whether a group and a kind, of any version, are those of the row."""
        return (group, kind) == (self.group, self.kind)

    def load(self) -> type[Kind]:
        """Imports the kind's module, and returns its class; `Kind.at` makes the kind at one of its versions."""
        kind: type[Kind] = import_module(self.module).KIND
        return kind


NAMESPACES = Row(
    group="",
    versions=("v1",),
    storage_version="v1",
    kind="Namespace",
    list_kind="NamespaceList",
    plural="namespaces",
    singular="namespace",
    short_names=("ns",),
    namespaced=False,
    verbs=_ALL_BUT_COLLECTIONS,
    subresources=(ApiSubresource("finalize", ("update",)), ApiSubresource("status", _STATUS)),
    initial=("default", "kube-system", "kube-public", "kube-node-lease"),
    looked_up=True,
    module="kapivara.apis.core.namespace",
)

DEFINITIONS = Row(
    group="apiextensions.k8s.io",
    versions=("v1",),
    storage_version="v1beta1",
    kind="CustomResourceDefinition",
    list_kind="CustomResourceDefinitionList",
    plural="customresourcedefinitions",
    singular="customresourcedefinition",
    short_names=("crd", "crds"),
    categories=("api-extensions",),
    namespaced=False,
    verbs=_ALL,
    subresources=(ApiSubresource("status", _STATUS),),
    module="kapivara.apis.apiextensions.kind",
)

CATALOG = (NAMESPACES, DEFINITIONS)
"""All built-in resources, in the order in which discovery lists them."""
