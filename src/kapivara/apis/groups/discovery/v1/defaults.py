"""Functions that fill in the defaults of discovery.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/discovery/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.discovery.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill


def fill_endpoint_port(port: v1.EndpointPort) -> None:
    """Sets an empty name and the protocol TCP."""
    port.setdefault("name", "")
    port.setdefault("protocol", "TCP")


FILL: Final[Mapping[str, Fill]] = {"EndpointPort": fill_endpoint_port}
