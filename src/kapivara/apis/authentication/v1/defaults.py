"""What is filled into values of the group's types; `type_defaults` says when.

Upstream: pkg/apis/authentication/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.authentication.v1.zz_generated_types import TokenRequestSpec
    from kapivara.apis.type_defaults import Fill

_HOUR: Final = 60 * 60


def fill_token_request_spec(spec: TokenRequestSpec) -> None:
    """Has a token last for an hour."""
    if spec.get("expirationSeconds") is None:
        spec["expirationSeconds"] = _HOUR


FILL: Final[Mapping[str, Fill]] = {"TokenRequestSpec": fill_token_request_spec}
