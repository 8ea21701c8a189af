"""Where the data of a claimed volume comes from: two fields tell it, an old one and one that takes more kinds.

Upstream: pkg/api/persistentvolumeclaim/util.go DropDisabledFields, EnforceDataSourceBackwardsCompatibility,
NormalizeDataSources (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.core.v1 import zz_generated_types as v1

_KNOWN: Final = (("", "PersistentVolumeClaim"), ("snapshot.storage.k8s.io", "VolumeSnapshot"))
"""What the old field takes."""


def keep_known_sources(spec: v1.PersistentVolumeClaimSpec, old: v1.PersistentVolumeClaimSpec | None) -> None:
    """Drops sources of other namespaces, and those that the old field does not take, unless there were any before."""
    reference = spec.get("dataSourceRef")
    if reference is not None and reference.get("namespace") and not (old and "dataSourceRef" in old):
        del spec["dataSourceRef"]
    if (old and ("dataSource" in old or "dataSourceRef" in old)) or "dataSourceRef" in spec:
        return
    source = spec.get("dataSource")
    if source is not None and (source["apiGroup"] or "", source["kind"]) not in _KNOWN:
        del spec["dataSource"]


def match_sources(spec: v1.PersistentVolumeClaimSpec) -> None:
    """Tells by either field what the other one tells alone; the old one knows no namespaces."""
    source, reference = spec.get("dataSource"), spec.get("dataSourceRef")
    if source is not None and reference is None:
        spec["dataSourceRef"] = {"apiGroup": source["apiGroup"], "kind": source["kind"], "name": source["name"]}
    elif reference is not None and source is None and not reference.get("namespace"):
        spec["dataSource"] = {"apiGroup": reference["apiGroup"], "kind": reference["kind"], "name": reference["name"]}
