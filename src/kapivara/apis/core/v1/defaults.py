"""What is filled into values of the core group's types; `type_defaults` says when.

Upstream: pkg/apis/core/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.core.v1 import zz_generated_types as v1
    from kapivara.apis.type_defaults import Fill


def fill_secret(secret: v1.Secret) -> None:
    """Makes a secret opaque whose type is not told."""
    secret.setdefault("type", "Opaque")


FILL: Final[Mapping[str, Fill]] = {"Secret": fill_secret}
