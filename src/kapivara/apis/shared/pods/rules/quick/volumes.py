"""A fast check that the rules of volumes accept all volumes of a pod, as they do for most pods.

It returns volumes only if `volumes` would find no error (verified by a property test); otherwise the full rules run.
Hot code: runs for every pod and pod template.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.pods.rules.quick.containers import is_amount
from kapivara.apis.shared.rules.names import label_problems
from kapivara.apis.shared.volumes.file_paths import LAST_MODE, is_local_path

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_OF_CONFIG_MAPS: Final = frozenset(("name", "items", "defaultMode", "optional"))
_OF_SECRETS: Final = frozenset(("secretName", "items", "defaultMode", "optional"))
_OF_FILES: Final = frozenset(("key", "path"))
_OF_FOLDERS: Final = frozenset(("medium", "sizeLimit"))


def plain_volumes(volumes: Iterable[v1.Volume]) -> dict[str, v1.Volume] | None:
    """Returns volumes by name if no rule rejects any of them; None if the full rules must run."""
    known: dict[str, v1.Volume] = {}
    for volume in volumes:
        name = volume["name"]
        if not name or name in known or label_problems(name) or not _is_plain(volume):
            return None
        known[name] = volume
    return known


def _is_plain(volume: v1.Volume) -> bool:
    if len(volume) != 2:  # a name and one source
        return False
    if "configMap" in volume:
        source = volume["configMap"]
        return _OF_CONFIG_MAPS.issuperset(source) and bool(source.get("name")) and _has_plain_files(source)
    if "secret" in volume:
        secret = volume["secret"]
        return _OF_SECRETS.issuperset(secret) and bool(secret.get("secretName")) and _has_plain_files(secret)
    if "emptyDir" in volume:
        folder = volume["emptyDir"]
        return _OF_FOLDERS.issuperset(folder) and ("sizeLimit" not in folder or is_amount(folder["sizeLimit"]))
    return "persistentVolumeClaim" in volume and bool(volume["persistentVolumeClaim"].get("claimName"))


def _has_plain_files(source: Any) -> bool:
    if not 0 <= source.get("defaultMode", 0) <= LAST_MODE:
        return False
    for file in source.get("items", ()):
        if not _OF_FILES.issuperset(file) or not file["key"] or not file["path"] or not is_local_path(file["path"]):
            return False
    return True
