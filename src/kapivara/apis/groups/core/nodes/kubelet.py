"""Subresources that connect to nodes, pods and services: streams, logs and proxies. All fail, since no kubelet runs.

Errors that depend only on objects are the server's: for example that a pod has no node, or a node no address. Where a
real server would contact a kubelet, kapivara reports that it cannot.
Upstream: pkg/registry/core/pod/{strategy.go,rest/subresources.go,rest/log.go}, pkg/registry/core/node/strategy.go,
pkg/registry/core/service/storage/storage.go ResourceLocation, pkg/kubelet/client/kubelet_client.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.codec.errors import CannotError
from kapivara.meta import (
    ApiError,
    GroupKind,
    bad_request_status,
    forbidden_status,
    invalid_status,
    unknown_error_status,
)
from kapivara.meta.status import not_found_status, service_unavailable_status
from kapivara.values.record import replace
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Node, Pod, Service

Query = Mapping[str, Sequence[str]]

_SCHEMES = ("", "http", "https")
_INT64 = range(-(2**63), 2**63)
_MOST_PORTS = 2**16 - 1


class _Connection(Subresource):
    """A subresource of the core group that connects."""

    __slots__ = ()

    connects = True
    has_table = False

    def pod(self, namespace: str, name: str) -> Pod:
        """Returns a pod; raises ApiError if it does not exist."""
        return cast("Pod", self.of.surroundings.get(self.of.gvr, name, namespace))

    def reach_node(self, name: str) -> None:
        """Connects to a node; always raises, since no kubelet runs."""
        nodes = self.of.gvr.group_version.with_resource("nodes")
        node = cast("Node", self.of.surroundings.get(nodes, name))
        if not node["status"].get("addresses"):
            raise ApiError(unknown_error_status("no preferred addresses found; known addresses: []"))
        raise CannotError("connect to the kubelet of a node")

    def reach_node_of(self, pod: Pod) -> None:
        """Connects to a pod's node. Kept: if the node does not exist, the error is that the pod was not found."""
        name = pod["spec"]["nodeName"]
        try:
            self.reach_node(name)
        except ApiError as error:
            if error.status.reason != "NotFound":
                raise
            raise ApiError(not_found_status(self.of.gvr.group_resource, name)) from None

    def split_target(self, text: str) -> tuple[str, str]:
        """Parses the target of a proxy, `name`, `name:port` or `scheme:name:port`; returns name and port."""
        parts = text.split(":")
        scheme, name, port = {1: ["", text, ""], 2: ["", *parts], 3: parts}.get(len(parts), [""] * 3)
        if scheme not in _SCHEMES or not name:
            kind = self.of.gvk.kind.lower()
            raise ApiError(bad_request_status(f"invalid {kind} request {quote(text)}"))
        return name, port


class PodStream(_Connection):
    """`exec` and `attach`: streams to a container of a pod."""

    __slots__ = ()

    def connect(self, namespace: str, name: str, query: Query) -> None:
        """Connects to the pod's node."""
        self.require_create()
        pod = self.pod(namespace, name)
        check_container(pod, query.get("container", [""])[0])
        self.reach_pod(pod)

    def require_create(self) -> None:
        """Raises ApiError (403) where a user asks with GET, as for a WebSocket, and may not ask with POST.

        Upstream: pkg/registry/core/pod/rest/authorize.go ensureAuthorizedForVerb (1.37,
        AuthorizePodWebsocketUpgradeCreatePermission).
        """
        surroundings = self.of.surroundings
        if surroundings.is_unbound or surroundings.asked.verb == "create":
            return
        asked = surroundings.asked
        decision = surroundings.decide(replace(asked, verb="create"))
        if not decision.allowed:
            raise ApiError(forbidden_status(self.of.group_resource, asked.name, decision.reason))

    def reach_pod(self, pod: Pod) -> None:
        """Connects to a pod's node; raises ApiError if it has none."""
        if not pod["spec"].get("nodeName"):
            name = pod["metadata"]["name"]
            raise ApiError(bad_request_status(f"pod {name} does not have a host assigned"))
        self.reach_node_of(pod)


class PodPortForward(PodStream):
    """`portforward`: streams to the ports of a pod, in any container."""

    __slots__ = ()

    def connect(self, namespace: str, name: str, query: Query) -> None:
        """Connects to the pod's node."""
        check_ports(query.get("ports", ()))
        self.require_create()
        self.reach_pod(self.pod(namespace, name))


class PodLog(_Connection):
    """`log`: the output of a container; empty while its pod has no node."""

    __slots__ = ()

    def connect(self, namespace: str, name: str, query: Query) -> None:
        """Connects to the pod's node, if it has one."""
        from kapivara.apis.shared.pods.rules.log_options import validate_log_options  # logs are requested rarely

        if errors := validate_log_options(query):
            raise ApiError(invalid_status(GroupKind("", "PodLogOptions"), name, errors))
        pod = self.pod(namespace, name)
        check_container(pod, query.get("container", [""])[0])
        if pod["spec"].get("nodeName"):
            self.reach_node_of(pod)


class PodProxy(_Connection):
    """`proxy` of a pod: connects to its IP address."""

    __slots__ = ()

    def connect(self, namespace: str, name: str, query: Query) -> None:  # noqa: ARG002  for the pod
        """Connects to the pod's IP address."""
        status = self.pod(namespace, self.split_target(name)[0])["status"]
        addresses = [each.get("ip", "") for each in status.get("podIPs", ())] or [""]
        if not addresses[0]:
            raise ApiError(bad_request_status("address not allowed"))
        raise CannotError("connect to a pod")


class NodeProxy(_Connection):
    """`proxy` of a node: connects to its kubelet."""

    __slots__ = ()

    def connect(self, namespace: str, name: str, query: Query) -> None:  # noqa: ARG002  for the kubelet
        """Connects to the node's kubelet."""
        self.reach_node(self.split_target(name)[0])


class ServiceProxy(_Connection):
    """`proxy` of a service: connects to one of its endpoints."""

    __slots__ = ()

    def connect(self, namespace: str, name: str, query: Query) -> None:  # noqa: ARG002  for the endpoint
        """Looks for the requested port, and for endpoints, of which there are none; always raises."""
        name, port = self.split_target(name)
        if port.lstrip("+-").isdecimal() and port.isascii() and int(port) in _INT64:
            service = cast("Service", self.of.surroundings.get(self.of.gvr, name, namespace))
            if all(each["port"] != int(port) for each in service["spec"].get("ports", ())):
                problem = f"no service port {int(port)} found for service {quote(name)}"
                raise ApiError(service_unavailable_status(problem))
        raise ApiError(service_unavailable_status(f"no endpoints available for service {quote(name)}"))


def check_ports(given: Sequence[str]) -> None:
    """Raises ApiError for ports that are not numbers. Upstream: apis/meta/v1 Convert_Slice_string_To_Slice_int32."""
    from kapivara.languages.go.integers import integer_problem  # ports are requested rarely

    for port in ",".join(given).split(",") if given else ():
        if problem := integer_problem(port, "ParseUint", 0, _MOST_PORTS):
            raise ApiError(bad_request_status(f"cannot convert to []int32: {problem}"))


def check_container(pod: Pod, container: str) -> None:
    """Raises ApiError if the pod lacks the container, or if several exist and none is named."""
    spec, name = pod["spec"], pod["metadata"]["name"]
    groups = (spec.get("initContainers", ()), spec.get("containers") or (), spec.get("ephemeralContainers", ()))
    names = [each["name"] for group in groups for each in group]
    count = len(spec.get("containers") or ())
    if container and container not in names:
        raise ApiError(bad_request_status(f"container {container} is not valid for pod {name}"))
    if not container and count != 1:
        choice = f", choose one of: [{' '.join(names)}]" if count else ""
        raise ApiError(bad_request_status(f"a container name must be specified for pod {name}{choice}"))
