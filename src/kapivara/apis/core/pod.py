"""Pod as a built-in kind: its ways to what runs on nodes.

Upstream: pkg/registry/core/pod/storage/storage.go (1.37).
"""

from __future__ import annotations

from typing import ClassVar

from kapivara.apis.core.kubelet import PodLog, PodPortForward, PodProxy, PodStream
from kapivara.apis.kind import Kind


class PodKind(Kind):
    """Containers that run together on a node."""

    subresource_types: ClassVar = {
        **Kind.subresource_types,
        "attach": PodStream,
        "exec": PodStream,
        "log": PodLog,
        "portforward": PodPortForward,
        "proxy": PodProxy,
    }


KIND = PodKind
