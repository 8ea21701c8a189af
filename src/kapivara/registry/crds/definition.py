"""A CustomResourceDefinition as the registry uses it: names and versions.

Built from the stored object after each relevant change; schemas are prepared on first use. Upstream:
apiextensions-apiserver/pkg/apiserver/customresource_handler.go getOrCreateServingInfoFor (1.37).

A creation is validated before it is stored, and this or another server may delete the CRD in between. So a new object
is stored on the condition that its CRD is unchanged since the known revision. If the CRD has changed, the creation
checks again: the CRD may still accept objects. If the CRD is terminating, no object can be stored any more, so the
server that deletes the objects sees all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.catalog.api_resource import ApiResource, ApiSubresource
from kapivara.apis.catalog.scale_paths import SCALE, ScalePaths
from kapivara.apis.groups.apiextensions.definition_types import as_definition
from kapivara.apis.groups.apiextensions.validation.conditions import NAMES_ACCEPTED, has_condition, is_established
from kapivara.apis.machinery.scales.nested import split_path
from kapivara.meta import GroupVersionKind, GroupVersionResource
from kapivara.registry.conversion.converter import make_converter
from kapivara.registry.crds.version_order import newest_first
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.schema.structural.structural import ExtendedStructural, Structural
from kapivara.storage import Unchanged
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.webhooks.access import WebhookAccess


class Gate:
    """Open until its CRD is terminating; shared by all later forms of the CRD.

    `unchanged` is the condition for storing a new object; `served_since` is the revision since which the CRD serves its
    current resources.
    """

    __slots__ = ("is_open", "served_since", "unchanged")

    def __init__(self, unchanged: Unchanged) -> None:
        self.is_open = True
        self.unchanged = unchanged
        self.served_since = unchanged.revision

    def move(self, unchanged: Unchanged, *, serves_anew: bool = False) -> None:
        """Records a changed CRD, and whether its resources changed."""
        self.unchanged = unchanged
        if serves_anew:
            self.served_since = unchanged.revision

    def close(self) -> None:
        """Records that the CRD is terminating or gone."""
        self.is_open = False


_VERBS = ("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch")
_TERMINATING_VERBS = ("delete", "deletecollection", "get", "list", "watch")
_SUBRESOURCE_VERBS = ("get", "patch", "update")


@record
class Version:
    """One version of a CRD."""

    name: str
    served: bool
    storage: bool
    raw_schema: JsonObject | None
    has_status: bool
    scale: ScalePaths | None
    selectable: tuple[str, ...]
    columns: tuple[JsonObject, ...] = ()
    deprecation_warning: str = ""


class Definition:
    """A CRD with accepted names. Frozen except for the schemas, which are prepared on first use.

    `ratcheting` enables the ratcheting of unchanged fields. `server` is the Kubernetes version that validates objects.
    `webhooks` gives access to conversion webhooks; None calls none. `observer` receives metrics of conversions.
    Creations check `gate`, which stays the same when the CRD changes.
    """

    __slots__ = (
        "_ratcheting",
        "_schemas",
        "_server",
        "categories",
        "converter",
        "crd",
        "gate",
        "group",
        "kind",
        "list_kind",
        "namespaced",
        "plural",
        "preserve_unknown_fields",
        "short_names",
        "singular",
        "storage_version",
        "versions",
    )

    def __init__(
        self,
        crd: JsonObject,
        *,
        gate: Gate,
        ratcheting: bool = True,
        server: ServerVersion = NEWEST,
        webhooks: WebhookAccess | None = None,
        observer: Observer = NO_OBSERVER,
    ):
        spec, names = crd["spec"], crd["status"]["acceptedNames"]
        self.crd = crd
        self.converter = make_converter(crd, webhooks, lambda version: self.schema(version).structural, observer)
        self.gate = gate
        self.group: str = spec["group"]
        self.plural: str = names["plural"]
        self.singular: str = names.get("singular", "")
        self.kind: str = names["kind"]
        self.list_kind: str = names.get("listKind", "")
        self.short_names: list[str] = names.get("shortNames") or []
        self.categories: list[str] = names.get("categories") or []
        self.namespaced: bool = spec["scope"] == "Namespaced"
        self.preserve_unknown_fields: bool = bool(spec.get("preserveUnknownFields"))
        self.versions = {each["name"]: _read_version(each, spec) for each in spec["versions"]}
        self.storage_version: str = next(each["name"] for each in spec["versions"] if each["storage"])
        self._ratcheting = ratcheting
        self._server = server
        self._schemas: dict[str, ResourceSchema] = {}

    @property
    def name(self) -> str:
        """The name of the CRD, such as `widgets.example.com`."""
        name: str = self.crd["metadata"]["name"]
        return name

    @property
    def uid(self) -> str:
        """The UID, which distinguishes the CRD from another one of the same name."""
        uid: str = self.crd["metadata"].get("uid", "")
        return uid

    def serves_like(self, crd: JsonObject) -> bool:
        """Returns True if a stored CRD serves the same: the same UID, spec and accepted names.

        Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go updateCustomResourceDefinition (1.37).
        """
        own = self.crd
        return (
            self.uid == crd["metadata"].get("uid", "")
            and deep_equal(own["spec"], crd["spec"])
            and deep_equal(own["status"]["acceptedNames"], crd["status"]["acceptedNames"])
        )

    @property
    def terminating(self) -> bool:
        """Whether the CRD is terminating: its objects cannot be created any more."""
        return is_terminating(self.crd)

    @property
    def replicas_paths(self) -> dict[str, list[str]]:
        """The path of the replicas that a Scale shows, by API version; empty for a version without a Scale."""
        return {
            f"{self.group}/{each.name}": split_path(each.scale.spec_replicas) if each.scale else []
            for each in self.versions.values()
        }

    def schema(self, version: str) -> ResourceSchema:
        """Returns the schema of a version; for an unknown version, a schema without fields."""
        schema = self._schemas.get(version)
        if schema is None:
            found = self.versions.get(version)
            schema = ResourceSchema(
                self._structural(found.raw_schema) if found is not None else None,
                group_kind=f"{self.group}/{self.kind}",
                preserve_unknown_fields=self.preserve_unknown_fields,
                ratcheting=self._ratcheting,
            )
            if found is not None:
                self._schemas[version] = schema
        return schema

    def _structural(self, schema: JsonObject | None) -> JsonObject | Structural | None:
        """Returns a schema as the selected Kubernetes version reads it."""
        if self._server == NEWEST:
            return schema
        from kapivara.schema.structural.unknown_formats import known_to  # the newest version is the default

        known = known_to(self._server, schema)
        return known if known is None or not self._server.is_extended else ExtendedStructural(known, self._server)

    def describe(self, version: Version) -> ApiResource:
        """Returns the discovery entry of a version."""
        subresources = []
        if version.has_status:
            subresources.append(ApiSubresource("status", _SUBRESOURCE_VERBS))
        if version.scale is not None:
            subresources.append(ApiSubresource("scale", _SUBRESOURCE_VERBS, SCALE))
        return ApiResource(
            kind=self.gvk(version.name),
            list_kind=self.list_kind,
            plural=self.plural,
            singular=self.singular,
            namespaced=self.namespaced,
            verbs=_TERMINATING_VERBS if self.terminating else _VERBS,
            subresources=tuple(subresources),
            short_names=tuple(self.short_names),
            categories=tuple(self.categories),
            stored_as=self.gvk(self.storage_version).group_version
            if self.versions[self.storage_version].served
            else None,
            custom=True,
        )

    def take_schemas(self, other: Definition) -> None:
        """Adopts the prepared schemas of a CRD with the same spec."""
        self._schemas.update(other._schemas)

    def gvk(self, version: str) -> GroupVersionKind:
        """Returns the kind at a version."""
        return GroupVersionKind(self.group, version, self.kind)

    def gvr(self, version: str) -> GroupVersionResource:
        """Returns the resource at a version."""
        return GroupVersionResource(self.group, version, self.plural)


def is_served(crd: JsonObject) -> bool:
    """Returns True if a CRD's names are accepted, or it was established before: then its resources are served.

    A CRD without a storage version is not served; no server can have stored it.
    """
    if not any(each["storage"] for each in crd["spec"]["versions"] or ()):
        return False
    definition = as_definition(crd)
    return has_condition(definition, NAMES_ACCEPTED) or is_established(definition)


def is_terminating(crd: JsonObject) -> bool:
    """Returns True if a CRD is terminating."""
    return bool(crd["metadata"].get("deletionTimestamp"))


def _read_version(version: JsonObject, spec: JsonObject) -> Version:
    subresources = version.get("subresources") or {}
    scale = subresources.get("scale")
    return Version(
        name=version["name"],
        served=version["served"],
        storage=version["storage"],
        raw_schema=(version.get("schema") or {}).get("openAPIV3Schema"),
        has_status=subresources.get("status") is not None,
        scale=None if scale is None else _read_scale(scale),
        columns=tuple(version.get("additionalPrinterColumns") or ()),
        selectable=tuple(".".join(split_path(each["jsonPath"])) for each in version.get("selectableFields") or ()),
        deprecation_warning=_deprecation_warning(version, spec) if version.get("deprecated") else "",
    )


def _read_scale(scale: JsonObject) -> ScalePaths:
    return ScalePaths(scale["specReplicasPath"], scale["statusReplicasPath"], scale.get("labelSelectorPath") or "")


def _deprecation_warning(version: JsonObject, spec: JsonObject) -> str:
    """Returns the warning for every request to a deprecated version.

    Upstream: customresource_handler.go defaultDeprecationWarning.
    """
    if version.get("deprecationWarning") is not None:
        return str(version["deprecationWarning"])
    group, kind = spec["group"], spec["names"]["kind"]
    text = f"{group}/{version['name']} {kind} is deprecated"
    others = [each["name"] for each in spec["versions"] if each["served"] and not each.get("deprecated")]
    ordered = newest_first([*others, version["name"]])
    newer = ordered[: ordered.index(version["name"])]
    return f"{text}; use {group}/{newer[0]} {kind}" if newer else text
