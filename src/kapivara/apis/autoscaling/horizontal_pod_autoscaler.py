"""HorizontalPodAutoscaler as a built-in kind: v2, which is the hub, and v1, which has annotations for most of it.

Upstream: pkg/registry/autoscaling/horizontalpodautoscaler/{strategy.go,storage/storage.go},
pkg/apis/autoscaling/v2/conversion.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.api_resource import ApiResource
from kapivara.apis.autoscaling.round_trip import FIELD_ANNOTATIONS, take_annotations
from kapivara.apis.autoscaling.v2.defaults import fill_autoscaler
from kapivara.apis.codec import Codec, TypedCodec
from kapivara.apis.converted_kind import ConvertedKind
from kapivara.apis.kind import Kind
from kapivara.apis.surroundings import Surroundings
from kapivara.codec.described import described
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.autoscaling.v1 import zz_generated_types as v1
    from kapivara.apis.autoscaling.v2 import zz_generated_types as v2
    from kapivara.apis.table import TableLayout


class AutoscalerKind(Kind):
    """A number of pods that follows what they have to do."""

    counted = ("spec",)
    field_annotations = FIELD_ANNOTATIONS
    keeps_empties = True
    """No policies by which to scale are no default ones."""
    hub_shape = described("apis.autoscaling.v2").struct("HorizontalPodAutoscaler")

    @classmethod
    def at(cls, api: ApiResource, surroundings: Surroundings) -> Kind:
        """Makes the kind at v2 or v1."""
        kind = cls if api.kind.version == "v2" else AutoscalerV1Kind
        return kind(api, surroundings)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in what is left out, and drops the annotations of other versions."""
        super().apply_defaults(obj)
        take_annotations(obj["metadata"])

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges the metadata and the spec, or a write of the status."""
        from kapivara.apis.autoscaling import autoscaler_rules as rules  # where nothing is written, none

        errors = super().validate(operation, new, old)
        if operation.subresource == "status":
            return errors + rules.validate_autoscaler_status(_as_autoscaler(new))
        return errors + rules.validate_autoscaler(_as_autoscaler(new), old if old is ABSENT else _as_autoscaler(old))

    def make_table(self) -> TableLayout:
        """Makes the columns: what is scaled, by what, and how far.

        Upstream: pkg/printers/internalversion/printers.go printHorizontalPodAutoscaler.
        """
        from kapivara.apis.autoscaling.columns import autoscaler_columns
        from kapivara.apis.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), *autoscaler_columns(), age_column(self.surroundings)))


class AutoscalerV1Kind(ConvertedKind, AutoscalerKind):
    """The older version, which knows the use of the CPU alone."""

    def make_codec(self) -> Codec:
        """Makes what reads objects that are stored in the form of the hub."""
        return _V1Codec(self)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in what is left out; what annotations say is read, and written anew."""
        Kind.apply_defaults(self, obj)
        converted = self.from_hub(self.to_hub(obj))
        obj.clear()
        obj.update(converted)

    def to_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an autoscaler in the form of v2."""
        from kapivara.apis.autoscaling.v1_conversion import to_hub

        return cast("JsonObject", to_hub(cast("v1.HorizontalPodAutoscaler", obj)))

    def from_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an autoscaler that has the form of v2 at v1."""
        from kapivara.apis.autoscaling.v1_conversion import from_hub

        return cast("JsonObject", from_hub(cast("v2.HorizontalPodAutoscaler", obj)))


class _V1Codec(TypedCodec):
    """Reads what is stored with the defaults of the hub, before it is converted."""

    __slots__ = ()

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object at v1."""
        fill_autoscaler(cast("v2.HorizontalPodAutoscaler", obj))
        return super().from_storage(obj)


KIND = AutoscalerKind


def _as_autoscaler(obj: JsonObject) -> v2.HorizontalPodAutoscaler:
    return cast("v2.HorizontalPodAutoscaler", obj)
