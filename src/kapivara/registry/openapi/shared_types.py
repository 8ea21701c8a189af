"""The types that requests to every resource share, as documents describe them, in our own words.

Which fields there are, their types and defaults are the server's.
Upstream: apimachinery/pkg/apis/meta/v1/types.go DeleteOptions, Status, TypeMeta, api/autoscaling/v1/types.go Scale, as
OpenAPI describes them (1.37).
"""

from __future__ import annotations

from kapivara.registry.openapi.metadata_types import METADATA_TYPES
from kapivara.registry.openapi.references import (
    AUTOSCALING,
    GROUP_VERSION_KIND,
    META,
    SCALE_MODEL,
    described_reference,
    reference,
)
from kapivara.registry.openapi.schema_parts import boolean, integer, list_of, struct, text
from kapivara.values import JsonObject

_UNREADABLE = "ignoreStoreReadErrorWithClusterBreakingPotential"

DELETE_TEXTS = {
    "dryRun": "All goes through every step without storing anything; nothing else may be given.",
    "gracePeriodSeconds": "How many seconds the object is given to end by itself; 0 deletes it at once. Each kind has "
    "its own default.",
    _UNREADABLE: "Deletes an object that can no longer be read from storage, without looking at finalizers and "
    "preconditions. What depends on it may break.",
    "orphanDependents": "Deprecated, use propagationPolicy: whether objects that this one owns stay behind.",
    "propagationPolicy": "What becomes of objects that this one owns: Orphan leaves them, Background deletes them "
    "later, Foreground deletes them first. Not together with orphanDependents.",
}
"""What options of deletions ask for; they may stand in a body or in a query."""

_DELETES_FROM = {
    "": "v1",
    "admissionregistration.k8s.io": "v1 v1alpha1 v1beta1",
    "apps": "v1 v1beta1 v1beta2",
    "authentication.k8s.io": "v1 v1alpha1 v1beta1",
    "authorization.k8s.io": "v1 v1beta1",
    "autoscaling": "v1 v2",
    "batch": "v1 v1beta1",
    "certificates.k8s.io": "v1 v1alpha1 v1beta1",
    "coordination.k8s.io": "v1 v1alpha2 v1beta1",
    "discovery.k8s.io": "v1 v1beta1",
    "events.k8s.io": "v1 v1beta1",
    "extensions": "v1beta1",
    "flowcontrol.apiserver.k8s.io": "v1 v1beta1 v1beta2 v1beta3",
    "internal.apiserver.k8s.io": "v1alpha1",
    "lifecycle.k8s.io": "v1alpha1",
    "networking.k8s.io": "v1 v1beta1",
    "node.k8s.io": "v1 v1alpha1 v1beta1",
    "policy": "v1 v1beta1",
    "rbac.authorization.k8s.io": "v1 v1alpha1 v1beta1",
    "resource.k8s.io": "v1 v1alpha3 v1beta1 v1beta2",
    "scheduling.k8s.io": "v1 v1alpha3 v1beta1",
    "storage.k8s.io": "v1 v1alpha1 v1beta1",
    "storagemigration.k8s.io": "v1 v1beta1",
}
"""The groups and versions that register DeleteOptions."""

_TYPE_META = {
    "apiVersion": text("The group and version that the object is written in, such as apps/v1; v1 for the core group."),
    "kind": text("The kind of the object, such as Namespace: which type of its group and version it is."),
}
_DELETE_OPTIONS = struct(
    "How an object is to be deleted.",
    {
        **_TYPE_META,
        "dryRun": list_of({"type": "string"}, DELETE_TEXTS["dryRun"], "atomic"),
        "gracePeriodSeconds": integer(DELETE_TEXTS["gracePeriodSeconds"]),
        _UNREADABLE: boolean(DELETE_TEXTS[_UNREADABLE]),
        "orphanDependents": boolean(DELETE_TEXTS["orphanDependents"]),
        "preconditions": described_reference(
            f"{META}.Preconditions", "What must hold of the object; else the deletion is refused with 409."
        ),
        "propagationPolicy": text(DELETE_TEXTS["propagationPolicy"]),
    },
    **{
        GROUP_VERSION_KIND: [
            {"group": group, "version": version, "kind": "DeleteOptions"}
            for group, versions in _DELETES_FROM.items()
            for version in versions.split()
        ]
    },
)
_PRECONDITIONS = struct(
    "What must hold of an object before something is done to it.",
    {
        "resourceVersion": text("Nobody has written the object since this version."),
        "uid": text("It is this very object, and not another one of the same name."),
    },
)
_STATUS = struct(
    "What the server answers where there is no object to answer with: that, and why, a request failed.",
    {
        **_TYPE_META,
        "code": integer("The HTTP status code of the answer.", "int32"),
        "details": described_reference(f"{META}.StatusDetails", "More about the failure, for programs."),
        "message": text("What happened, for people to read."),
        "metadata": {**described_reference(f"{META}.ListMeta", "That of lists, mostly empty."), "default": {}},
        "reason": text("Why it failed, in one word for programs, such as NotFound, Conflict or Invalid."),
        "status": text("Success or Failure."),
    },
    **{GROUP_VERSION_KIND: [{"group": "", "version": "v1", "kind": "Status"}]},
)
_CAUSE = struct(
    "One of the things that are wrong with a request.",
    {
        "field": text("The field that is wrong, as a path: spec.containers[0].name."),
        "message": text("What is wrong with it, for people to read."),
        "reason": text("The sort of fault, in one word for programs, such as FieldValueInvalid."),
    },
)
_DETAILS = struct(
    "More about why a request failed.",
    {
        "causes": list_of(
            reference(f"{META}.StatusCause"), "Each thing that is wrong, where a field can be blamed.", "atomic"
        ),
        "group": text("The group of the resource that was asked for."),
        "kind": text("The kind, or the resource, that was asked for."),
        "name": text("The name of the object, where one was meant."),
        "retryAfterSeconds": integer("After how many seconds it makes sense to try again.", "int32"),
        "uid": text("The uid of the object, where one was meant."),
    },
)
_SCALE = {
    SCALE_MODEL: struct(
        "The scale of an object: how many instances it is to have, whatever its kind.",
        {
            **_TYPE_META,
            "metadata": {**described_reference(f"{META}.ObjectMeta", "That of the object scaled."), "default": {}},
            "spec": {**described_reference(f"{AUTOSCALING}.ScaleSpec", "What is wanted."), "default": {}},
            "status": {**described_reference(f"{AUTOSCALING}.ScaleStatus", "What there is."), "default": {}},
        },
        **{GROUP_VERSION_KIND: [{"group": "autoscaling", "version": "v1", "kind": "Scale"}]},
    ),
    f"{AUTOSCALING}.ScaleSpec": struct(
        "What is wanted of a scale.", {"replicas": integer("How many instances are wanted.", "int32", default=0)}
    ),
    f"{AUTOSCALING}.ScaleStatus": struct(
        "What is known of a scale.",
        {
            "replicas": integer("How many instances were seen.", "int32", default=0),
            "selector": text("The label selector that finds the instances, written as in a query."),
        },
        required=["replicas"],
    ),
}
_META_TYPES = {
    **METADATA_TYPES,
    "DeleteOptions": _DELETE_OPTIONS,
    "Patch": {"type": "object", "description": "A change of an object; its media type says of which sort."},
    "Preconditions": _PRECONDITIONS,
    "Status": _STATUS,
    "StatusCause": _CAUSE,
    "StatusDetails": _DETAILS,
}


def shared_schemas(*, scale: bool = False) -> JsonObject:
    """Returns the schemas of the types that requests to every resource use; on demand with those of a Scale."""
    schemas: JsonObject = {f"{META}.{name}": schema for name, schema in _META_TYPES.items()}
    return {**_SCALE, **schemas} if scale else schemas


def type_meta() -> JsonObject:
    """Returns the properties that say of which kind an object is."""
    return dict(_TYPE_META)
