"""The block that services get their addresses from, on a server that is told no other.

Upstream: the reference server runs with `--service-cluster-ip-range=10.0.0.0/16`.
"""

from __future__ import annotations

from typing import Final

CLUSTER_BLOCK: Final = "10.0.0.0/16"
