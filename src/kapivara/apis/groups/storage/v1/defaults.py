"""Functions that fill in the defaults of storage.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/storage/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.storage.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill


def fill_storage_class(storage_class: v1.StorageClass) -> None:
    """Sets the reclaim policy Delete and the binding mode Immediate."""
    storage_class.setdefault("reclaimPolicy", "Delete")
    storage_class.setdefault("volumeBindingMode", "Immediate")


def fill_csi_driver(driver: v1.CSIDriver) -> None:
    """Sets the defaults of the driver's capabilities."""
    spec = driver["spec"]
    spec.setdefault("attachRequired", True)
    spec.setdefault("podInfoOnMount", False)
    spec.setdefault("storageCapacity", False)
    spec.setdefault("fsGroupPolicy", "ReadWriteOnceWithFSType")
    spec.setdefault("volumeLifecycleModes", ["Persistent"])
    spec.setdefault("requiresRepublish", False)
    spec.setdefault("seLinuxMount", False)
    spec.setdefault("preventPodSchedulingIfMissing", False)


FILL: Final[Mapping[str, Fill]] = {"CSIDriver": fill_csi_driver, "StorageClass": fill_storage_class}
