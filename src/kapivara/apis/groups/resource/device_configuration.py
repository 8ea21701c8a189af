"""Validation rules of opaque driver configuration and driver data.

Upstream: pkg/apis/resource/validation/validation.go validateDeviceConfiguration, validateOpaqueConfiguration,
validateRawExtension (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.rules.names import validate_csi_driver_name
from kapivara.codec.json.plain.encoding import encode_json
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

LONGEST_DATA: Final = 10 * 1024


def validate_configuration(
    config: v1.DeviceClaimConfiguration | v1.DeviceClassConfiguration | v1.DeviceAllocationConfiguration,
    path: FieldPath,
    *,
    is_known: bool = False,
) -> ErrorList:
    """Requires parameters for a driver; with `is_known`, stored parameters may have any length."""
    place = path.child("opaque")
    if "opaque" not in config:
        return [required(place)]
    opaque = config["opaque"]
    errors = validate_csi_driver_name(opaque["driver"], place.child("driver"), is_covered=True)
    return errors + validate_data(opaque["parameters"], place.child("parameters"), any_length=is_known)


def validate_data(data: Any, path: FieldPath, *, any_length: bool = False) -> ErrorList:
    """Requires a JSON object of limited length."""
    if data is None:
        return [required(path)]
    if not any_length and len(encode_json(data)) > LONGEST_DATA:
        return [too_long(path, LONGEST_DATA)]
    return [] if isinstance(data, dict) else [invalid(path, "<value omitted>", "must be a valid JSON object")]
