"""Node as a built-in kind. Upstream: pkg/registry/core/node/storage/storage.go (1.37)."""

from __future__ import annotations

from typing import ClassVar

from kapivara.apis.core.kubelet import NodeProxy
from kapivara.apis.kind import Kind


class NodeKind(Kind):
    """A machine that pods run on."""

    subresource_types: ClassVar = {**Kind.subresource_types, "proxy": NodeProxy}


KIND = NodeKind
