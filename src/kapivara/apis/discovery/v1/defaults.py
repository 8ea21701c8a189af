"""What is filled into values of the discovery group's types; `type_defaults` says when.

Upstream: pkg/apis/discovery/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.discovery.v1 import zz_generated_types as v1
    from kapivara.apis.type_defaults import Fill


def fill_endpoint_port(port: v1.EndpointPort) -> None:
    """Takes a port to have no name, and to be one of TCP."""
    port.setdefault("name", "")
    port.setdefault("protocol", "TCP")


FILL: Final[Mapping[str, Fill]] = {"EndpointPort": fill_endpoint_port}
