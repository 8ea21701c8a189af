"""ServiceAccount: every pod runs as a service account of its namespace, and may get its token.

Off by default: it rejects pods without an existing account, and a controller creates accounts, which runs in servers
only. Upstream: plugin/pkg/admission/serviceaccount/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.content.names import is_path_segment_name
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.values import ABSENT
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_ACCOUNTS: Final = GroupVersionResource("", "v1", "serviceaccounts")
_DEFAULT: Final = "default"
_MIRROR: Final = "kubernetes.io/config.mirror"
_VOLUME: Final = "kube-api-access-"
_MOUNT: Final = "/var/run/secrets/kubernetes.io/serviceaccount"
_TOKEN_SECONDS: Final = 60 * 60 + 7
_MODE: Final = 0o644


class ServiceAccount(Plugin):
    """Sets the account of new pods and mounts its token; rejects pods that exceed the rights of their account."""

    def admit(self, write: Attributes) -> None:
        """Sets the missing fields about the account in a new pod."""
        if write.action is not Action.CREATE or write.subresource:
            return
        pod = cast("v1.Pod", write.obj)
        if _MIRROR not in pod["metadata"].get("annotations", {}):
            spec = pod["spec"]
            if not spec.get("serviceAccountName"):
                spec["serviceAccountName"] = spec["serviceAccount"] = _DEFAULT
            account = _account_of(write, spec)
            if spec.get("automountServiceAccountToken", account.get("automountServiceAccountToken", True)):
                _mount_token(write, spec)
            if not spec.get("imagePullSecrets") and (secrets := account.get("imagePullSecrets")):
                spec["imagePullSecrets"] = [{"name": each.get("name", "")} for each in secrets]
        self.validate(write)

    def validate(self, write: Attributes) -> None:
        """Checks the account of a new pod, and of one with an added ephemeral container."""
        adds = write.action is Action.UPDATE and write.subresource == "ephemeralcontainers"
        if write.obj is ABSENT or not (adds or (write.action is Action.CREATE and not write.subresource)):
            return
        from kapivara.admission.pods.service_account_secrets import foreign_secret, mirror_problem

        pod = cast("v1.Pod", write.obj)
        if not adds and _MIRROR in pod["metadata"].get("annotations", {}):
            if problem := mirror_problem(pod["spec"]):
                raise write.forbidden(f"a mirror pod may not {problem}")
            return
        if not pod["spec"].get("serviceAccountName"):
            name = f"{write.namespace}/{pod['metadata'].get('name', '')}"
            raise write.forbidden(f"no service account specified for pod {name}")
        if problem := foreign_secret(pod["spec"], _account_of(write, pod["spec"]), only_added=adds):
            raise write.forbidden(problem)


def _account_of(write: Attributes, spec: v1.PodSpec) -> v1.ServiceAccount:
    """Returns the account of a pod; rejects the write if it does not exist."""
    name = spec.get("serviceAccountName", "")
    try:
        return cast("v1.ServiceAccount", write.surroundings.get(_ACCOUNTS, name, write.namespace))
    except ApiError as error:
        problem = error.status.message
        if faults := is_path_segment_name(name):  # the server looks it up through its own client
            problem = f"invalid resource name {quote(name)}: [{' '.join(faults)}]"
        elif error.status.code == 404:
            problem = f'serviceaccount "{name}" not found'  # kept: the server's lister uses the singular
        where = f"error looking up service account {write.namespace}/{name}"
        raise write.forbidden(f"{where}: {problem}") from None


def _mount_token(write: Attributes, spec: v1.PodSpec) -> None:
    """Mounts the token volume in all containers without a mount at its path."""
    known = next((each["name"] for each in spec.get("volumes", ()) if each["name"].startswith(_VOLUME)), "")
    name = known or write.surroundings.generate_name(_VOLUME)
    lacking = [
        container
        for container in (*spec.get("initContainers", ()), *(spec.get("containers") or ()))
        if all(mount["mountPath"] != _MOUNT for mount in container.get("volumeMounts", ()))
    ]
    for container in lacking:
        mount: v1.VolumeMount = {"name": name, "readOnly": True, "mountPath": _MOUNT}
        container["volumeMounts"] = [*container.get("volumeMounts", ()), mount]
    if lacking and not known:
        volume: v1.Volume = {"name": name, "projected": _token_source()}
        spec["volumes"] = [*spec.get("volumes", ()), volume]


def _token_source() -> v1.ProjectedVolumeSource:
    """Returns the sources of the volume: the token, the root certificate, and the namespace."""
    field: v1.ObjectFieldSelector = {"apiVersion": "v1", "fieldPath": "metadata.namespace"}
    return {
        "sources": [
            {"serviceAccountToken": {"expirationSeconds": _TOKEN_SECONDS, "path": "token"}},
            {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
            {"downwardAPI": {"items": [{"path": "namespace", "fieldRef": field}]}},
        ],
        "defaultMode": _MODE,
    }


PLUGIN = ServiceAccount
