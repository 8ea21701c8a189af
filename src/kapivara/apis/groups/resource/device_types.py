"""The CEL type of a device in selectors: its fields and their maximum sizes.

Upstream: dynamic-resource-allocation/cel/compile.go newCompiler, sizeEstimator (1.37, DRAConsumableCapacity on,
DRAListTypeAttributes off).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from kapivara.cel.cost.calls import ITEMS, KEYS, VALUES
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.errors import CelError
from kapivara.cel.library.kubernetes.quantity import QUANTITY_TYPE
from kapivara.cel.messages.provider import FieldDecl
from kapivara.cel.types import ANY, BOOL, STRING, Type, map_of, object_type
from kapivara.values.record import record

DEVICE: Final = object_type("kubernetes.DRADevice")
_FIELDS: Final[Mapping[str, Type]] = {
    "allowMultipleAllocations": BOOL,
    "attributes": map_of(STRING, map_of(STRING, ANY)),
    "capacity": map_of(STRING, map_of(STRING, QUANTITY_TYPE)),
    "driver": STRING,
}
_MOST_ENTRIES: Final = 32


class DeviceTypes:
    """Resolves the fields of a device."""

    def find_type(self, name: str) -> Type | None:
        """Returns the type of a name, or None."""
        return DEVICE if name == DEVICE.name else None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """Returns the field of a device, or None."""
        found = _FIELDS.get(field) if type_name == DEVICE.name else None
        return None if found is None else FieldDecl(found, field)

    def field_names(self, type_name: str) -> Iterable[str]:
        """Returns the field names of a device."""
        return _FIELDS if type_name == DEVICE.name else ()

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:  # noqa: ARG002
        """Raises CelError: selectors cannot create objects."""
        raise CelError(f"unknown type '{type_name}'")


@record(eq=False)
class _Sized:
    """The maximum number of characters or entries of a value, and the sizes of its parts."""

    most: int = 0
    steps: Mapping[str, _Sized] | None = None
    any_name: _Sized | None = None


def _map(key: int, item: _Sized, *, named: bool = False) -> _Sized:
    """Returns the size of a map; with `named`, field selection also reaches its entries."""
    steps = {KEYS: _Sized(key), VALUES: item, ITEMS: item}
    return _Sized(_MOST_ENTRIES, steps, item if named else None)


_DEVICE: Final = _Sized(
    steps={
        "allowMultipleAllocations": _Sized(1),
        "attributes": _map(63, _map(32, _Sized(64), named=True)),
        "capacity": _map(63, _map(32, _Sized())),
        "driver": _Sized(63),
    }
)


class DeviceSizes:
    """Resolves the maximum sizes of a device's parts."""

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """Returns the size of the value at a path, or None."""
        if path[0] != "device":
            return None
        place = _DEVICE
        for step in path[1:]:
            found = (place.steps or {}).get(step) or (None if step.startswith("@") else place.any_name)
            if found is None:
                return None
            place = found
        return SizeEstimate(0, place.most)
