"""Migration from client-side to server-side apply: fields last applied by client-side kubectl do not conflict for it.

Upstream: apimachinery/pkg/util/managedfields/internal/lastappliedmanager.go, lastappliedupdater.go (1.37).
"""

from __future__ import annotations

from kapivara.codec import DecodeError, decode_json
from kapivara.meta.object_meta import TOTAL_ANNOTATION_SIZE_LIMIT, annotations_size
from kapivara.patch.managers.managed_fields import ConflictError
from kapivara.patch.merging.field_set import Fields, difference, union
from kapivara.patch.merging.list_items import StepError
from kapivara.patch.merging.merge_type import MergeType
from kapivara.patch.merging.typed_compare import compare
from kapivara.patch.merging.typed_merge import fields_of, type_problems
from kapivara.values import JsonObject
from kapivara.values.rendering import to_json_text

KUBECTL = "kubectl"
ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration"


def keep_annotation(obj: JsonObject, config: JsonObject) -> None:
    """Writes the applied configuration into the annotation of client-side apply, if the object has one.

    Removes the annotation instead if it would make the annotations too large.
    """
    annotations = obj["metadata"].get("annotations") or {}
    if not annotations.get(ANNOTATION):
        return
    annotations[ANNOTATION] = to_json_text(_without_annotation(config)) + "\n"
    if annotations_size(annotations) > TOTAL_ANNOTATION_SIZE_LIMIT:
        del annotations[ANNOTATION]
        if not annotations:
            del obj["metadata"]["annotations"]


def _without_annotation(config: JsonObject) -> JsonObject:
    """Returns a configuration in the form of the annotation. Kept: a null annotation becomes an empty one."""
    if not isinstance(config.get("metadata"), dict):
        return config
    metadata: JsonObject = {**config["metadata"]}
    given = metadata.pop("annotations", None)
    if given is not None:
        metadata["annotations"] = {name: text or "" for name, text in given.items() if name != ANNOTATION}
    return {**config, "metadata": metadata}


def left_over(conflict: ConflictError, live: JsonObject, kind: MergeType) -> ConflictError | None:
    """Returns a conflict of kubectl without the fields that it applied client-side; None if none is left."""
    allowed = _last_applied_fields(live, kind)
    left = {identity: difference(fields, allowed) for identity, fields in conflict.fields.items()}
    left = {identity: fields for identity, fields in left.items() if fields}
    return ConflictError(left) if left else None


def _last_applied_fields(live: JsonObject, kind: MergeType) -> Fields:
    """Returns the fields of the configuration in the annotation whose values the object still has."""
    text = (live.get("metadata", {}).get("annotations") or {}).get(ANNOTATION)
    if not text:
        return {}
    try:
        config = decode_json(text.encode()).value
        if type(config) is not dict or config.get("apiVersion") != live.get("apiVersion"):
            return {}
        if type_problems(config, kind):
            return {}
        found = compare(config, live, kind)
    except (DecodeError, StepError):
        return {}
    changed = union(union(found.modified, found.added), found.removed)
    return difference(fields_of(config, kind), changed)
