"""Drops the fields of disabled features from pods and pod templates.

Upstream: pkg/api/pod/util.go DropDisabledPodFields, DropDisabledTemplateFields; pkg/features/kube_features.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.machinery.objects.disabled_fields import Path, drop_disabled, is_used

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_CONTAINERS: Final = ("containers", "initContainers", "ephemeralContainers")
_STATUSES: Final = ("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")
_PROBES: Final = ("livenessProbe", "readinessProbe", "startupProbe")
_SOURCES: Final = ("secret", "configMap", "downwardAPI")
_PROJECTED: Final = ("volumes", "projected", "sources")
_OLD_ANNOTATIONS: Final = (
    "pod.beta.kubernetes.io/init-containers",
    "pod.alpha.kubernetes.io/init-containers",
    "pod.beta.kubernetes.io/init-container-statuses",
    "pod.alpha.kubernetes.io/init-container-statuses",
)


def _of_containers(*paths: Path) -> tuple[Path, ...]:
    return tuple((group, *path) for group in _CONTAINERS for path in paths)


_ATOMIC_WRITE_VOLUME_USER_FIELDS: Final = (
    *(("volumes", source, "defaultUser") for source in (*_SOURCES, "projected")),
    *(("volumes", source, "items", "user") for source in _SOURCES),
    *((*_PROJECTED, source, "items", "user") for source in _SOURCES),
    *((*_PROJECTED, source, "user") for source in ("serviceAccountToken", "clusterTrustBundle", "podCertificate")),
)
_WRITTEN: Final = ("secret", "configMap", "downwardAPI", "projected")
_WRITTEN_INTO_PROJECTED: Final = (
    *("secret", "downwardAPI", "configMap"),
    *("serviceAccountToken", "clusterTrustBundle", "podCertificate"),
)
_CONTAINER_STOP_SIGNALS: Final = _of_containers(("lifecycle", "stopSignal"))
_EMPTY_DIR_VOLUME_MODE: Final = (("volumes", "emptyDir", "mode"),)
_EVICTION_REQUEST_API: Final = (("evictionResponders",),)
_GENERIC_WORKLOAD: Final = (("schedulingGroup",),)
_GRPC_CONTAINER_PROBE_TLS: Final = _of_containers(*((probe, "grpc", "mode") for probe in _PROBES))
_H2C_CONTAINER_PROBE: Final = _of_containers(
    *((probe, "httpGet", "protocol") for probe in _PROBES),
    *(("lifecycle", moment, "httpGet", "protocol") for moment in ("postStart", "preStop")),
)
_VOLUME_BIND_MOUNT_OPTIONS: Final = _of_containers(("volumeMounts", "bindMountOptions"))

_CSI_VOLUME_HEALTH: Final = (("volumeHealth",),)
_DRA_NODE_ALLOCATABLE_RESOURCES: Final = (("nodeAllocatableResourceClaimStatuses",),)
_IMAGE_VOLUME_WITH_DIGEST: Final = tuple((group, "volumeMounts", "volumeStatus") for group in _STATUSES)


def drop_disabled_pod_fields(spec: v1.PodSpec, old: v1.PodSpec | None, metadata: Any) -> None:
    """Drops the fields of disabled features from a pod spec, and obsolete annotations from its metadata."""
    if not (old and is_used(old, *_CONTAINER_STOP_SIGNALS)):
        _drop_stop_signals(spec)
    if not (old and is_used(old, *_ATOMIC_WRITE_VOLUME_USER_FIELDS)):
        _drop_volume_users(spec)
    drop_disabled(
        spec,
        old,
        _EMPTY_DIR_VOLUME_MODE,
        _EVICTION_REQUEST_API,
        _GENERIC_WORKLOAD,
        _GRPC_CONTAINER_PROBE_TLS,
        _H2C_CONTAINER_PROBE,
        _VOLUME_BIND_MOUNT_OPTIONS,
    )
    drop_old_annotations(metadata)


def drop_old_annotations(metadata: Any) -> None:
    """Drops the annotations that once held init containers."""
    annotations = metadata.get("annotations", {})
    for name in _OLD_ANNOTATIONS:
        annotations.pop(name, None)


def drop_disabled_template_fields(template: v1.PodTemplateSpec | None, old: v1.PodTemplateSpec | None) -> None:
    """Drops the fields of disabled features from a pod template."""
    if template is not None:
        drop_disabled_pod_fields(template["spec"], old["spec"] if old else None, template["metadata"])


def drop_disabled_status_fields(status: v1.PodStatus, old: v1.PodStatus | None) -> None:
    """Drops the fields of disabled features from a pod's status."""
    drop_disabled(status, old, _CSI_VOLUME_HEALTH, _DRA_NODE_ALLOCATABLE_RESOURCES, _IMAGE_VOLUME_WITH_DIGEST)


def _drop_stop_signals(spec: Any) -> None:
    """Drops the stop signals of containers, and a lifecycle that is empty without its signal."""
    for group in _CONTAINERS:
        for container in spec.get(group) or ():
            lifecycle = container.get("lifecycle")
            if lifecycle and lifecycle.pop("stopSignal", None) is not None and not lifecycle:
                del container["lifecycle"]


def _drop_volume_users(spec: Any) -> None:
    """Drops file owners from volumes.

    Kept: of several sources, only the first loses them; validation rejects such volumes.
    """
    for volume in spec.get("volumes") or ():
        for name in _WRITTEN:
            if name in volume:
                volume[name].pop("defaultUser", None)
                _drop_users(volume[name].get("items"))
                for source in volume[name].get("sources") or () if name == "projected" else ():
                    _drop_users([source[each] for each in _WRITTEN_INTO_PROJECTED if each in source][:1])
                break


def _drop_users(files: Any) -> None:
    for file in files or ():
        file.pop("user", None)
        _drop_users(file.get("items"))
