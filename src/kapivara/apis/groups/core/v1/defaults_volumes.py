"""Functions that fill in the defaults of pod volumes, persistent volumes and claims.

Upstream: pkg/apis/core/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kapivara.content.image_names import image_tag
from kapivara.values.caches import cache_short_texts

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

    WithMode = v1.SecretVolumeSource | v1.ConfigMapVolumeSource | v1.DownwardAPIVolumeSource | v1.ProjectedVolumeSource

_FILE_MODE: Final = 0o644
_TOKEN_SECONDS: Final = 60 * 60


@cache_short_texts(1024, 256)
def pull_policy(image: str) -> str:
    """Returns the pull policy of an image: `Always` for the tag `latest`, else `IfNotPresent`."""
    return "Always" if image_tag(image) == "latest" else "IfNotPresent"


def fill_volume(volume: v1.Volume) -> None:
    """Sets an empty directory as the source of a volume without one; sets the pull policy of an image volume."""
    if len(volume) == 1:  # all fields except the name are sources
        volume["emptyDir"] = {}
    image = volume.get("image")
    if image is not None:
        image.setdefault("pullPolicy", pull_policy(image.get("reference", "")))


def fill_mode(source: WithMode) -> None:
    """Sets the file mode 0644."""
    source.setdefault("defaultMode", _FILE_MODE)


def fill_token_projection(projection: v1.ServiceAccountTokenProjection) -> None:
    """Sets an expiration of one hour."""
    projection.setdefault("expirationSeconds", _TOKEN_SECONDS)


def fill_host_path(source: v1.HostPathVolumeSource) -> None:
    """Sets an empty type, which is not checked."""
    source.setdefault("type", "")


def fill_persistent_volume(volume: v1.PersistentVolume) -> None:
    """Sets the phase Pending, the reclaim policy Retain and the volume mode Filesystem."""
    volume["status"].setdefault("phase", "Pending")
    volume["spec"].setdefault("persistentVolumeReclaimPolicy", "Retain")
    volume["spec"].setdefault("volumeMode", "Filesystem")


def fill_claim(claim: v1.PersistentVolumeClaim) -> None:
    """Sets the phase Pending."""
    claim["status"].setdefault("phase", "Pending")


def fill_claim_spec(spec: v1.PersistentVolumeClaimSpec) -> None:
    """Sets the volume mode Filesystem."""
    spec.setdefault("volumeMode", "Filesystem")


VOLUME_FILL: Final[Mapping[str, Fill]] = {
    "ConfigMapVolumeSource": fill_mode,
    "DownwardAPIVolumeSource": fill_mode,
    "HostPathVolumeSource": fill_host_path,
    "PersistentVolume": fill_persistent_volume,
    "PersistentVolumeClaim": fill_claim,
    "PersistentVolumeClaimSpec": fill_claim_spec,
    "ProjectedVolumeSource": fill_mode,
    "SecretVolumeSource": fill_mode,
    "ServiceAccountTokenProjection": fill_token_projection,
    "Volume": fill_volume,
}
