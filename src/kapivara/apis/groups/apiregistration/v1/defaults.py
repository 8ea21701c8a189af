"""Functions that fill in the defaults of apiregistration.k8s.io; `type_defaults` calls them.

Upstream: kube-aggregator/pkg/apis/apiregistration/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.apiregistration.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_HTTPS: Final = 443


def fill_service(service: v1.ServiceReference) -> None:
    """Sets the port 443."""
    service.setdefault("port", _HTTPS)


FILL: Final[Mapping[str, Fill]] = {"ServiceReference": fill_service}
