"""Service as a built-in kind. Upstream: pkg/registry/core/service/storage/storage.go (1.37)."""

from __future__ import annotations

from typing import ClassVar

from kapivara.apis.core.kubelet import ServiceProxy
from kapivara.apis.kind import Kind


class ServiceKind(Kind):
    """An address behind which pods stand."""

    subresource_types: ClassVar = {**Kind.subresource_types, "proxy": ServiceProxy}


KIND = ServiceKind
