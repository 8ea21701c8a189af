"""IPAddress objects, which publish the cluster addresses that services hold.

The server creates one for each address of a service, and deletes it with the service.
Upstream: pkg/registry/core/service/ipallocator/ipallocator.go createIPAddress, release (1.37).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from kapivara.apis.groups.core.services.index import ServiceIndex
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.values import JsonObject

_ADDRESSES: Final = GroupVersionResource("networking.k8s.io", "v1", "ipaddresses")
_FAMILY: Final = "ipaddress.kubernetes.io/ip-family"
_MANAGED_BY: Final = "ipaddress.kubernetes.io/managed-by"
_ALLOCATOR: Final = "ipallocator.k8s.io"


def match_ip_objects(surroundings: Surroundings, index: ServiceIndex) -> None:
    """Creates and deletes the objects of addresses whose holders have changed, here or on another server."""
    for address in index.take_touched():
        holder = index.addresses.get(address)
        exists = surroundings.stored(_ADDRESSES.group_resource, address) is not None
        with suppress(ApiError):  # another server or a user was faster
            if holder is not None and not exists:
                surroundings.create(_ADDRESSES, _ip_object(address, holder))
            elif holder is None and exists and _is_ours(surroundings.get(_ADDRESSES, address)):
                surroundings.delete(_ADDRESSES, address)


def _ip_object(address: str, holder: str) -> JsonObject:
    namespace, _, name = holder.partition("/")
    labels = {_FAMILY: "IPv6" if ":" in address else "IPv4", _MANAGED_BY: _ALLOCATOR}
    parent = {"group": "", "resource": "services", "namespace": namespace, "name": name}
    return {
        "apiVersion": _ADDRESSES.api_version,
        "kind": "IPAddress",
        "metadata": {"name": address, "labels": labels},
        "spec": {"parentRef": parent},
    }


def _is_ours(obj: JsonObject) -> bool:
    return bool(obj["metadata"].get("labels", {}).get(_MANAGED_BY) == _ALLOCATOR)
