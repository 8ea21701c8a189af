"""The data source of a persistent volume claim: the field `dataSource` and its successor `dataSourceRef`.

Upstream: pkg/api/persistentvolumeclaim/util.go DropDisabledFields, EnforceDataSourceBackwardsCompatibility,
NormalizeDataSources (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1

_KNOWN: Final = (("", "PersistentVolumeClaim"), ("snapshot.storage.k8s.io", "VolumeSnapshot"))
"""The groups and kinds that `dataSource` supports."""


def keep_known_sources(spec: v1.PersistentVolumeClaimSpec, old: v1.PersistentVolumeClaimSpec | None) -> None:
    """Drops sources in other namespaces, and kinds that `dataSource` does not support, unless `old` has a source."""
    reference = spec.get("dataSourceRef")
    if reference is not None and reference.get("namespace") and not (old and "dataSourceRef" in old):
        del spec["dataSourceRef"]
    if (old and ("dataSource" in old or "dataSourceRef" in old)) or "dataSourceRef" in spec:
        return
    source = spec.get("dataSource")
    if source is not None and (source["apiGroup"] or "", source["kind"]) not in _KNOWN:
        del spec["dataSource"]


def match_sources(spec: v1.PersistentVolumeClaimSpec) -> None:
    """Copies each of the two fields to the other if that is absent; `dataSource` cannot have a namespace."""
    source, reference = spec.get("dataSource"), spec.get("dataSourceRef")
    if source is not None and reference is None:
        spec["dataSourceRef"] = {"apiGroup": source["apiGroup"], "kind": source["kind"], "name": source["name"]}
    elif reference is not None and source is None and not reference.get("namespace"):
        spec["dataSource"] = {"apiGroup": reference["apiGroup"], "kind": reference["kind"], "name": reference["name"]}
