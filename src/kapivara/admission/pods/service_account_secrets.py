"""The secrets that a pod may use: those of its account, if the account enforces that, and none for a mirror pod.

Upstream: plugin/pkg/admission/serviceaccount/admission.go limitSecretReferences,
limitEphemeralContainerSecretReferences; pkg/api/pod/util.go VisitPodSecretNames (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_ENFORCED: Final = "kubernetes.io/enforce-mountable-secrets"
_TRUE: Final = frozenset(("1", "t", "T", "TRUE", "true", "True"))


def foreign_secret(spec: v1.PodSpec, account: v1.ServiceAccount, *, only_added: bool) -> str:
    """Returns the error for a secret that the account does not list; `only_added` checks ephemeral containers only."""
    if account["metadata"].get("annotations", {}).get(_ENFORCED) not in _TRUE:
        return ""
    known = {each.get("name", "") for each in account.get("secrets", ())}
    name = account["metadata"]["name"]
    for secret, told in _added_secrets(spec) if only_added else _secrets(spec):
        if secret not in known:
            return f"{told} is not allowed because service account {name} does not reference that secret"
    pulled = {each.get("name", "") for each in account.get("imagePullSecrets", ())}
    for place, each in enumerate(() if only_added else spec.get("imagePullSecrets", ())):
        if each.get("name", "") not in pulled:
            told = f'imagePullSecrets[{place}].name="{each.get("name", "")}" is not allowed'
            return f"{told} because service account {name} does not reference that imagePullSecret"
    return ""


def _secrets(spec: v1.PodSpec) -> Iterator[tuple[str, str]]:
    """Yields the secrets in volumes and containers, each with a text for its place."""
    for volume in spec.get("volumes", ()):
        if "secret" in volume:
            name = volume["secret"].get("secretName", "")
            yield name, f'volume with secret.secretName="{name}"'
    yield from _of_containers(spec.get("initContainers", ()), "init container")
    yield from _of_containers(spec.get("containers") or (), "container")


def _added_secrets(spec: v1.PodSpec) -> Iterator[tuple[str, str]]:
    yield from _of_containers(spec.get("ephemeralContainers", ()), "ephemeral container")


def _of_containers(containers: Iterable[Any], title: str) -> Iterator[tuple[str, str]]:
    for container in containers:
        where = f"{title} {container['name']}"
        for variable in container.get("env", ()):
            if (reference := variable.get("valueFrom", {}).get("secretKeyRef")) is not None:
                name = reference.get("name", "")
                yield name, f'{where} with envVar {variable["name"]} referencing secret.secretName="{name}"'
        for source in container.get("envFrom", ()):
            if "secretRef" in source:
                name = source["secretRef"].get("name", "")
                yield name, f'{where} with envFrom referencing secret.secretName="{name}"'


def mirror_problem(spec: v1.PodSpec) -> str:
    """Returns the forbidden reference of a mirror pod; empty if there is none."""
    if spec.get("serviceAccountName"):
        return "reference service accounts"
    sources = [each for volume in spec.get("volumes", ()) for each in volume.get("projected", {}).get("sources") or ()]
    if any(True for _ in _secrets(spec)) or spec.get("imagePullSecrets") or any("secret" in each for each in sources):
        return "reference secrets"
    if any("serviceAccountToken" in each for each in sources):
        return "use ServiceAccountToken volume projections"
    return ""
