"""Functions that fill in the defaults of authentication.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/authentication/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.authentication.v1.zz_generated_types import TokenRequestSpec
    from kapivara.apis.machinery.objects.type_defaults import Fill

_HOUR: Final = 60 * 60


def fill_token_request_spec(spec: TokenRequestSpec) -> None:
    """Sets an expiration of one hour."""
    if spec.get("expirationSeconds") is None:
        spec["expirationSeconds"] = _HOUR


FILL: Final[Mapping[str, Fill]] = {"TokenRequestSpec": fill_token_request_spec}
