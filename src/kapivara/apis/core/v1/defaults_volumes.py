"""What is filled into volumes of pods, and into persistent volumes and claims.

Upstream: pkg/apis/core/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kapivara.content.image_names import image_tag
from kapivara.values.caches import cache_short_texts

if TYPE_CHECKING:
    from kapivara.apis.core.v1 import zz_generated_types as v1
    from kapivara.apis.type_defaults import Fill

    WithMode = v1.SecretVolumeSource | v1.ConfigMapVolumeSource | v1.DownwardAPIVolumeSource | v1.ProjectedVolumeSource

_FILE_MODE: Final = 0o644
_TOKEN_SECONDS: Final = 60 * 60


@cache_short_texts(1024, 256)
def pull_policy(image: str) -> str:
    """Says when an image is pulled: what is `latest` changes, so always."""
    return "Always" if image_tag(image) == "latest" else "IfNotPresent"


def fill_volume(volume: v1.Volume) -> None:
    """Makes a volume without any source an empty directory."""
    if len(volume) == 1:  # all but its name are sources
        volume["emptyDir"] = {}
    image = volume.get("image")
    if image is not None:
        image.setdefault("pullPolicy", pull_policy(image.get("reference", "")))


def fill_mode(source: WithMode) -> None:
    """Lets everybody read files, and their owner write them."""
    source.setdefault("defaultMode", _FILE_MODE)


def fill_token_projection(projection: v1.ServiceAccountTokenProjection) -> None:
    """Gives tokens an hour."""
    projection.setdefault("expirationSeconds", _TOKEN_SECONDS)


def fill_host_path(source: v1.HostPathVolumeSource) -> None:
    """Does not ask what is found on the host."""
    source.setdefault("type", "")


def fill_persistent_volume(volume: v1.PersistentVolume) -> None:
    """Has a volume wait for its claim, stay when that is gone, and hold files."""
    volume["status"].setdefault("phase", "Pending")
    volume["spec"].setdefault("persistentVolumeReclaimPolicy", "Retain")
    volume["spec"].setdefault("volumeMode", "Filesystem")


def fill_claim(claim: v1.PersistentVolumeClaim) -> None:
    """Has a claim wait for its volume."""
    claim["status"].setdefault("phase", "Pending")


def fill_claim_spec(spec: v1.PersistentVolumeClaimSpec) -> None:
    """Claims a volume that holds files."""
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
