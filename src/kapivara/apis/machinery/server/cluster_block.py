"""The default CIDR block of Service IP addresses.

Upstream: the reference server runs with `--service-cluster-ip-range=10.0.0.0/16`.
"""

from __future__ import annotations

from typing import Final

CLUSTER_BLOCK: Final = "10.0.0.0/16"
