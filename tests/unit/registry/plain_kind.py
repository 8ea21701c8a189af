"""A kind as plain as can be: what a newcomer would write, and a subresource that only creates."""

from kapivara.apis.catalog import Row
from kapivara.apis.core.namespace import NamespaceKind
from kapivara.apis.kind import Kind
from kapivara.apis.subresource import Subresource
from kapivara.values import copy_json

LAMPS = Row(
    group="house.example.com",
    versions=("v1", "v1beta1"),
    storage_version="v1",
    kind="Lamp",
    list_kind="LampList",
    plural="lamps",
    singular="lamp",
    short_names=("la",),
    namespaced=True,
    verbs=("create", "delete", "deletecollection", "get", "list", "patch", "update"),
    subresources={"lighting": ("create",), "status": ("get", "patch", "update")},
    module="tests.unit.registry.plain_kind",
)


class Lighting(Subresource):
    """Lights a lamp: what is sent is noted among its annotations, and nothing else is changed."""

    def put(self, shown, old):
        new = copy_json(old)
        new["metadata"]["annotations"] = {**shown["metadata"].get("annotations", {}), "lit": "yes"}
        return new


class LampKind(Kind):
    """Nothing but a shape, and two versions that are stored as one."""

    shape = NamespaceKind.shape
    subresource_types = {**Kind.subresource_types, "lighting": Lighting}  # noqa: RUF012

    def to_hub(self, obj):
        return {**obj, "apiVersion": "house.example.com/v1"}

    def from_hub(self, obj):
        return {**obj, "apiVersion": self.gvk.api_version}


KIND = LampKind
