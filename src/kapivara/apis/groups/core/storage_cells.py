"""Table cells of volumes and their claims.

Upstream: pkg/printers/internalversion/printers.go, pkg/apis/core/helper/helpers.go GetAccessModesAsString,
GetPersistentVolumeClass, GetPersistentVolumeClaimClass (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from kapivara.apis.groups.core.class_annotation import CLASS_ANNOTATION
from kapivara.apis.machinery.tables.table import Column
from kapivara.values import JsonObject

_MODES: Final = {"ReadWriteOnce": "RWO", "ReadOnlyMany": "ROX", "ReadWriteMany": "RWX", "ReadWriteOncePod": "RWOP"}


def text_column(name: str, texts: Mapping[str, str], cell: Callable[[JsonObject], str], priority: int = 0) -> Column:
    """Returns a column of texts; `texts` holds its description."""
    return Column(name, "string", cell, description=texts[name], priority=priority)


def class_columns(texts: Mapping[str, str]) -> tuple[Column, Column]:
    """Returns the columns of the storage class and the attributes class."""
    return (
        text_column("StorageClass", texts, class_name),
        text_column(
            "VolumeAttributesClass", texts, lambda obj: obj["spec"].get("volumeAttributesClassName", "<unset>")
        ),
    )


def mode_column(texts: Mapping[str, str]) -> Column:
    """Returns the column of the volume mode."""
    return text_column("VolumeMode", texts, lambda obj: obj["spec"].get("volumeMode", "<unset>"), 1)


def access_modes_text(modes: Iterable[str]) -> str:
    """Returns abbreviated access modes in the server's order, without unknown ones."""
    known = set(modes)
    return ",".join(short for mode, short in _MODES.items() if mode in known)


def class_name(obj: JsonObject) -> str:
    """Returns the storage class of a volume or a claim; empty if it has none."""
    annotations = obj["metadata"].get("annotations", {})
    name: str = annotations.get(CLASS_ANNOTATION, obj["spec"].get("storageClassName", ""))
    return name


def phase_text(obj: JsonObject) -> str:
    """Returns the phase of a volume or a claim, or `Terminating`."""
    phase: str = obj["status"].get("phase", "")
    return "Terminating" if obj["metadata"].get("deletionTimestamp") else phase
