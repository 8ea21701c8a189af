"""HorizontalPodAutoscaler as a built-in kind: v2, the hub version, and v1, which keeps most fields in annotations.

Upstream: pkg/registry/autoscaling/horizontalpodautoscaler/{strategy.go,storage/storage.go},
pkg/apis/autoscaling/v2/conversion.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.apis.groups.autoscaling.round_trip import FIELD_ANNOTATIONS, take_annotations
from kapivara.apis.groups.autoscaling.v2.defaults import fill_autoscaler
from kapivara.apis.machinery.kinds.converted_kind import ConvertedKind
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.codec import Codec, TypedCodec
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.autoscaling.v1 import zz_generated_types as v1
    from kapivara.apis.groups.autoscaling.v2 import zz_generated_types as v2
    from kapivara.apis.machinery.tables.table import TableLayout


class AutoscalerKind(Kind):
    """A number of pods that follows their load."""

    counted = ("spec",)
    field_annotations = FIELD_ANNOTATIONS
    keeps_empties = True
    """An empty list of policies gets no default policies."""
    hub_shape = described("apis.groups.autoscaling.v2").struct("HorizontalPodAutoscaler")

    @classmethod
    def at(cls, api: ApiResource, surroundings: Surroundings) -> Kind:
        """Creates the kind at v2 or v1."""
        kind = cls if api.kind.version == "v2" else AutoscalerV1Kind
        return kind(api, surroundings)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in defaults, and drops the annotations of other versions."""
        super().apply_defaults(obj)
        take_annotations(obj["metadata"])

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the metadata and the spec, or a status update."""
        from kapivara.apis.groups.autoscaling import autoscaler_rules as rules  # only writes need it

        errors = super().validate(operation, new, old)
        if operation.subresource == "status":
            return errors + rules.validate_autoscaler_status(_as_autoscaler(new))
        return errors + rules.validate_autoscaler(_as_autoscaler(new), old if old is ABSENT else _as_autoscaler(old))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, target, metrics, bounds, replicas and age.

        Upstream: pkg/printers/internalversion/printers.go printHorizontalPodAutoscaler.
        """
        from kapivara.apis.groups.autoscaling.columns import autoscaler_columns
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), *autoscaler_columns(), age_column(self.surroundings)))


class AutoscalerV1Kind(ConvertedKind, AutoscalerKind):
    """The older version, whose only metric is the CPU utilization."""

    def make_codec(self) -> Codec:
        """Creates a codec that reads objects stored in the hub version."""
        return _V1Codec(self)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in defaults; reads the annotations and writes them again."""
        Kind.apply_defaults(self, obj)
        converted = self.from_hub(self.to_hub(obj))
        obj.clear()
        obj.update(converted)

    def to_hub(self, obj: JsonObject) -> JsonObject:
        """Converts an autoscaler to v2."""
        from kapivara.apis.groups.autoscaling.v1_conversion import to_hub

        return cast("JsonObject", to_hub(cast("v1.HorizontalPodAutoscaler", obj)))

    def from_hub(self, obj: JsonObject) -> JsonObject:
        """Converts an autoscaler to v1."""
        from kapivara.apis.groups.autoscaling.v1_conversion import from_hub

        return cast("JsonObject", from_hub(cast("v2.HorizontalPodAutoscaler", obj)))


class _V1Codec(TypedCodec):
    """A codec that fills in the hub version's defaults before the conversion of stored objects."""

    __slots__ = ()

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object at v1."""
        fill_autoscaler(cast("v2.HorizontalPodAutoscaler", obj))
        return super().from_storage(obj)


KIND = AutoscalerKind


def _as_autoscaler(obj: JsonObject) -> v2.HorizontalPodAutoscaler:
    return cast("v2.HorizontalPodAutoscaler", obj)
