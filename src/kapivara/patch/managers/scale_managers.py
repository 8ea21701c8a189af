"""The managers of a Scale's replicas, and the effect of a Scale's write on the record of the scaled object.

A Scale's record has the entries of the object that contain its replicas. After a write of the Scale, its record is
merged back: managers that lost the replicas lose them in the object, and the new manager gets its own entry. Upstream:
apimachinery/pkg/util/managedfields/scalehandler.go ToSubresource, ToParent (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from kapivara.patch.managers.managed_fields import Entry, Managers, write_managers
from kapivara.patch.merging.field_set import Fields, difference, has
from kapivara.values import JsonObject
from kapivara.values.record import replace

ReplicasPaths: TypeAlias = Mapping[str, Sequence[str]]
"""The path of the replicas by API version of the object; empty for a version without a Scale."""

SCALE_VERSION = "autoscaling/v1"
REPLICAS: Fields = {"f:spec": {"f:replicas": {}}}


def scale_managers(managers: Managers, paths: ReplicasPaths) -> Managers:
    """Returns the record of a Scale."""
    found: Managers = {}
    for entry in managers.values():
        steps = _steps(paths.get(entry.api_version, ()))
        if steps and has(entry.fields, steps):
            shown = replace(entry, api_version=SCALE_VERSION, fields=REPLICAS)
            found[shown.identity] = shown
    return found


def track_replicas(scale: Managers, author: Entry, *, changed: bool, new: int) -> Managers:
    """Returns a Scale's record after an update; kept: an empty one stays empty, and zero replicas have no manager."""
    if not scale or not changed:
        return scale
    return {author.identity: replace(author, fields=REPLICAS)} if new else {}


def to_parent_managers(managers: Managers, scale: Managers, paths: ReplicasPaths, api_version: str) -> list[JsonObject]:
    """Returns the record of an object after its Scale's record changed, written at this version.

    Kept: updaters are not recognized again, because their identity contains the version: they lose the replicas and get
    them back in an entry of their own, without a time.
    """
    left = dict(scale)
    found: Managers = {}
    for identity, entry in managers.items():
        if entry.api_version not in paths:
            continue
        steps = _steps(paths[entry.api_version])
        if not steps or not has(entry.fields, steps) or left.pop(identity, None) is not None:
            found[identity] = entry
        elif fields := difference(entry.fields, _only(steps)):
            found[identity] = replace(entry, fields=fields)
    for identity, entry in left.items():
        if has(entry.fields, ["f:spec", "f:replicas"]):
            before = managers.get(identity)
            fields = _only(_steps(paths[api_version]))
            found[identity] = replace(entry, api_version=api_version, fields=fields, time=before and before.time)
    return write_managers(found)


def _steps(path: Sequence[str]) -> list[str]:
    return [f"f:{name}" for name in path]


def _only(steps: list[str]) -> Fields:
    fields: Fields = {}
    for step in reversed(steps):
        fields = {step: fields}
    return fields
