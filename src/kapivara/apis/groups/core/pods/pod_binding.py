"""The `binding` subresource of pods, with which schedulers assign a node.

Upstream: pkg/registry/core/pod/storage/storage.go BindingREST, LegacyBindingREST; pkg/apis/core/validation
ValidatePodBinding (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.core.pods.status import set_condition
from kapivara.apis.machinery.kinds.created import Created
from kapivara.apis.shared.pods.features import drop_old_annotations
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.meta import ApiError, GroupResource, bad_request_status, conflict_status, unknown_error_status
from kapivara.meta.status import aggregate_text
from kapivara.values import JsonObject, copy_json
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1

_TARGET = FieldPath.of("target")
_NODE = "Node"


class Binding(Created):
    """The `binding` subresource, which sets a pod's node once."""

    __slots__ = ()

    preconditions = True

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError if the binding names another pod or an invalid target. Kept: as an internal error."""
        super().check(sent, name)
        errors = validate_target(cast("v1.Binding", sent))
        if errors:
            raise ApiError(unknown_error_status(aggregate_text(map(str, errors))))
        if not name:
            raise ApiError(bad_request_status("Name parameter required."))

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the pod with its node, and with the annotations and labels of the binding."""
        binding, pod = cast("v1.Binding", shown), cast("v1.Pod", copy_json(old))
        metadata, name = pod["metadata"], pod["metadata"]["name"]
        if metadata.get("deletionTimestamp"):
            raise _conflict(name, f"pod {name} is being deleted, cannot be assigned to a host")
        if node := pod["spec"].get("nodeName"):
            raise _conflict(name, f"pod {name} is already assigned to node {quote(node)}")
        if pod["spec"].get("schedulingGates"):
            raise _conflict(name, f"pod {name} has non-empty .spec.schedulingGates")
        pod["spec"]["nodeName"] = binding["target"]["name"]
        pod["status"].pop("nominatedNodeName", None)
        if given := binding["metadata"].get("annotations"):
            metadata["annotations"] = {**metadata.get("annotations", {}), **given}
        if labels := binding["metadata"].get("labels"):
            metadata["labels"] = {**metadata.get("labels", {}), **labels}
        drop_old_annotations(metadata)
        set_condition(pod["status"], {"type": "PodScheduled", "status": "True"}, self.of.surroundings.now())
        return cast("JsonObject", pod)


def validate_target(binding: v1.Binding) -> ErrorList:
    """Requires a target whose name is a valid node name."""
    target = binding["target"]
    kind, name = target.get("kind", ""), target.get("name", "")
    missing = [] if name else [required(_TARGET.child("name"))]
    if kind not in ("", _NODE):
        return [not_supported(_TARGET.child("kind"), kind, [_NODE, "<empty>"]), *missing]
    problems = name_is_dns_subdomain(name) if name else ()
    return missing + [invalid(_TARGET.child("name"), name, problem) for problem in problems]


def _conflict(name: str, problem: str) -> ApiError:
    return ApiError(conflict_status(GroupResource("", "pods/binding"), name, problem))
