"""The PodSecurity plugin: enforces the namespace's level on pods, warns about workloads and namespaces.

Upstream: pod-security-admission/admission/admission.go, plugin/pkg/admission/security/podsecurity (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.admission.pod_security.checks import joined, violations
from kapivara.admission.pod_security.policy import LEVELS, PRIVILEGED, Demand, Policy, read_policy
from kapivara.meta import ApiError, GroupVersionResource, invalid_status
from kapivara.values import ABSENT
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

_NAMESPACES: Final = GroupVersionResource("", "v1", "namespaces")
_PODS: Final = GroupVersionResource("", "v1", "pods")
_TEMPLATES: Final[Mapping[str, tuple[str, ...]]] = {
    "podtemplates": ("template",),
    "cronjobs": ("spec", "jobTemplate", "spec", "template"),
}
"""The paths of pod templates other than `spec.template`."""
_OTHER_WAYS: Final = frozenset(("exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"))
"""The pod subresources that do not change the spec."""
_LABELS: Final = b"pod-security.kubernetes.io/"
_NO_LABELS: Final = read_policy({})[0]
_MOST_PODS: Final = 3000


class PodSecurity(Plugin):
    """Enforces the labels of namespaces on their pods."""

    def validate(self, write: Attributes) -> None:
        """Checks pods, pod templates, and the labels of namespaces."""
        if write.action not in (Action.CREATE, Action.UPDATE) or write.obj is ABSENT:
            return
        match write.kind.group_resource.resource:
            case "namespaces":
                if not write.subresource:
                    _judge_namespace(write, write.obj)
            case "pods":
                if write.subresource not in _OTHER_WAYS:
                    _judge_pod(write, cast("v1.Pod", write.obj))
            case resource:
                if not write.subresource:
                    _warn_of_template(write, write.obj, _TEMPLATES.get(resource, ("spec", "template")))


def _policy_of(write: Attributes) -> Policy | None:
    """Returns the policy of the object's namespace; None if objects are only validated."""
    if write.surroundings.assumes_namespaces:
        return None
    stored = write.surroundings.stored(_NAMESPACES.group_resource, write.namespace)
    if stored is not None and not stored.damage and b"\\" not in stored.value and _LABELS not in stored.value:
        return _NO_LABELS  # the common case
    namespace = write.surroundings.get(_NAMESPACES, write.namespace)
    return read_policy(namespace["metadata"].get("labels", {}))[0]


def _judge_pod(write: Attributes, pod: v1.Pod) -> None:
    policy = _policy_of(write)
    if policy is None or (policy.enforce.level == policy.warn.level == PRIVILEGED):
        return
    if write.old is not ABSENT and not _is_significant(pod["spec"], cast("v1.Pod", write.old)["spec"]):
        return
    if found := violations(policy.enforce, pod["metadata"], pod["spec"]):
        raise write.forbidden(f"violates PodSecurity {quote(str(policy.enforce))}: {joined(found)}")
    _warn(write, policy.warn, pod["metadata"], pod["spec"])


def _warn_of_template(write: Attributes, obj: Any, path: tuple[str, ...]) -> None:
    policy = _policy_of(write)
    if policy is None or policy.warn.level == PRIVILEGED:
        return
    template = obj
    for name in path:
        template = template.get(name)
        if template is None:
            return
    _warn(write, policy.warn, template["metadata"], template["spec"])


def _warn(write: Attributes, demand: Demand, metadata: ObjectMeta, spec: v1.PodSpec) -> None:
    if found := violations(demand, metadata, spec):
        write.warn(f"would violate PodSecurity {quote(str(demand))}: {joined(found)}")


def _is_significant(new: v1.PodSpec, old: v1.PodSpec) -> bool:
    """Returns True if an update of a pod must be checked: new containers or images."""
    for field in ("containers", "initContainers"):
        ours, theirs = (cast("list[v1.Container]", each.get(field) or []) for each in (new, old))
        if [each.get("image") for each in ours] != [each.get("image") for each in theirs]:
            return True
    known = {each["name"]: each.get("image") for each in old.get("ephemeralContainers", ())}
    return any(
        each["name"] not in known or known[each["name"]] != each.get("image")
        for each in new.get("ephemeralContainers", ())
    )


def _judge_namespace(write: Attributes, namespace: Any) -> None:
    """Rejects invalid labels, and warns about existing pods that a stricter level would reject."""
    policy, errors = read_policy(namespace["metadata"].get("labels", {}))
    if write.old is ABSENT:
        if errors:
            raise ApiError(invalid_status(write.kind.gvk.group_kind, write.name, errors))
        return
    before, errors_before = read_policy(write.old["metadata"].get("labels", {}))
    if errors and errors != errors_before:
        raise ApiError(invalid_status(write.kind.gvk.group_kind, write.name, errors))
    new, old = policy.enforce, before.enforce
    if new.level == PRIVILEGED or (new.version == old.version and LEVELS.index(new.level) <= LEVELS.index(old.level)):
        return
    if not write.surroundings.assumes_namespaces:
        _warn_of_pods(write, new)


def _warn_of_pods(write: Attributes, demand: Demand) -> None:
    """Warns about the pods in a namespace, grouped by their violations."""
    pods = cast("list[v1.Pod]", list(write.surroundings.objects_of(_PODS, write.name)))
    by_violation: dict[str, list[str]] = {}
    for pod in pods[:_MOST_PODS]:
        if found := violations(demand, pod["metadata"], pod["spec"]):
            reasons = ", ".join(each.reason for each in found)
            by_violation.setdefault(reasons, []).append(pod["metadata"].get("name", ""))
    if len(pods) > _MOST_PODS:
        write.warn(
            f"new PodSecurity enforce level only checked against the first {_MOST_PODS} of {len(pods)} existing pods"
        )
    if by_violation:
        write.warn(
            f"existing pods in namespace {quote(write.name)} violate the new PodSecurity enforce level "
            f"{quote(str(demand))}"
        )
    write.warn(*sorted(_with_names(reasons, names) for reasons, names in by_violation.items()))


def _with_names(reasons: str, names: list[str]) -> str:
    others = len(names) - 1
    more = f" (and {others} other pod{'s' if others > 1 else ''})" if others else ""
    return f"{min(names)}{more}: {reasons}"


PLUGIN = PodSecurity
