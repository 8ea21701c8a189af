"""A minimal kind, as a newcomer would write it, with an older version and subresources of its own."""

from functools import cached_property

from kapivara.apis.catalog.api_resource import ApiSubresource
from kapivara.apis.catalog.rows import Row
from kapivara.apis.machinery.kinds.converted_kind import ConvertedKind
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.objects.body import Read
from kapivara.codec.shapes import STRING, Struct, always, optional
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.field import FieldPath, invalid
from kapivara.meta import GroupVersionKind
from kapivara.values import copy_json

LAMPS = Row(
    group="house.example.com",
    versions=("v1", "v1beta1"),
    kind="Lamp",
    plural="lamps",
    short_names=("la",),
    namespaced=True,
    verbs=("create", "delete", "deletecollection", "get", "list", "patch", "update"),
    subresources=(
        ApiSubresource("lighting", ("create",), GroupVersionKind("autoscaling", "v1", "Scale")),
        ApiSubresource("status", ("get", "patch", "update")),
    ),
    module="tests.unit.registry.plain_kind",
)
CORE = described("apis.groups.core.v1")


class Lighting(Subresource):
    """Lights a lamp: a sent Scale is noted in its annotations, and nothing else changes."""

    def decode(self, body):
        shape = described("apis.groups.autoscaling.v1").struct("Scale")
        return Read(decode_typed(body.value, shape).value, self.shows)

    def put(self, shown, old):
        new = copy_json(old)
        new["metadata"]["annotations"] = {**shown["metadata"].get("annotations", {}), "lit": "yes"}
        return new


class LampKind(Kind):
    """A kind with a shape and a rule only."""

    subresource_types = {**Kind.subresource_types, "lighting": Lighting}  # noqa: RUF012

    @classmethod
    def at(cls, api, surroundings):
        kind = cls if api.kind.version == "v1" else OldLampKind
        return kind(api, surroundings)

    @cached_property
    def shape(self):
        return CORE.struct("Namespace")

    def validate(self, operation, new, old):
        path = FieldPath.of("spec", "finalizers")
        dim = [each for each in new["spec"].get("finalizers", ()) if each == "dim"]
        return super().validate(operation, new, old) + [invalid(path, each, "must shine") for each in dim]


class OldLampKind(ConvertedKind, LampKind):
    """An older version, which has the finalizers in one string."""

    hub_shape = CORE.struct("Namespace")

    @cached_property
    def shape(self):
        known = CORE.struct("Namespace").tables.by_name
        spec = Struct("v1beta1.LampSpec", (optional("finalizers", STRING),))
        others = [known[name] for name in ("apiVersion", "kind", "metadata", "status")]
        return Struct("v1beta1.Lamp", (*others, always("spec", spec)))

    def to_hub(self, obj):
        finalizers = obj["spec"].get("finalizers", "")
        spec = {"finalizers": finalizers.split(",")} if finalizers else {}
        return {**obj, "apiVersion": "house.example.com/v1", "spec": spec}

    def from_hub(self, obj):
        finalizers = obj["spec"].get("finalizers", [])
        spec = {"finalizers": ",".join(finalizers)} if finalizers else {}
        return {**obj, "apiVersion": self.gvk.api_version, "spec": spec}


KIND = LampKind
