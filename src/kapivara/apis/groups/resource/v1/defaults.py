"""Functions that fill in the defaults of resource.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/resource/v1/defaults.go (1.37).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_EXACT_COUNT: Final = "ExactCount"


def fill_request(request: v1.ExactDeviceRequest | v1.DeviceSubRequest) -> None:
    """Sets the allocation mode ExactCount and a count of one."""
    request.setdefault("allocationMode", _EXACT_COUNT)
    if request["allocationMode"] == _EXACT_COUNT:
        request.setdefault("count", 1)


def fill_taint(taint: v1.DeviceTaint) -> None:
    """Sets the time of the taint."""
    taint.setdefault("timeAdded", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))


FILL: Final[Mapping[str, Fill]] = {
    "DeviceSubRequest": fill_request,
    "DeviceTaint": fill_taint,
    "ExactDeviceRequest": fill_request,
}
