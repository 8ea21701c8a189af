"""What is filled into values of the resource.k8s.io group's types; `type_defaults` says when.

Upstream: pkg/apis/resource/v1/defaults.go (1.37).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.resource.v1 import zz_generated_types as v1
    from kapivara.apis.type_defaults import Fill

_EXACT_COUNT: Final = "ExactCount"


def fill_request(request: v1.ExactDeviceRequest | v1.DeviceSubRequest) -> None:
    """Asks for so many devices, and for one where it is not told how many."""
    request.setdefault("allocationMode", _EXACT_COUNT)
    if request["allocationMode"] == _EXACT_COUNT:
        request.setdefault("count", 1)


def fill_taint(taint: v1.DeviceTaint) -> None:
    """Dates a taint."""
    taint.setdefault("timeAdded", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))


FILL: Final[Mapping[str, Fill]] = {
    "DeviceSubRequest": fill_request,
    "DeviceTaint": fill_taint,
    "ExactDeviceRequest": fill_request,
}
