"""The metadata of objects and lists as documents describe it, in our own words; `kubectl explain` shows them.

Which fields there are, their types and merge keys are the server's.
Upstream: apimachinery/pkg/apis/meta/v1/types.go ObjectMeta, ListMeta, ManagedFieldsEntry, OwnerReference (1.37).
"""

from __future__ import annotations

from kapivara.registry.openapi.references import META, described_reference, reference
from kapivara.registry.openapi.schema_parts import boolean, integer, list_of, struct, text, texts_by_key
from kapivara.values import JsonObject

_MERGED = {"x-kubernetes-patch-strategy": "merge"}
_BY_UID = {**_MERGED, "x-kubernetes-patch-merge-key": "uid", "x-kubernetes-list-map-keys": ["uid"]}


def _time(description: str) -> JsonObject:
    return described_reference(f"{META}.Time", description)


_OBJECT = struct(
    "What every stored object has beside its content: its name, labels and owners, and what the server notes.",
    {
        "annotations": texts_by_key("Texts by key that tools keep with the object. Nothing selects by them."),
        "creationTimestamp": _time("When the object was created. The server sets it."),
        "deletionGracePeriodSeconds": integer(
            "How many seconds the object has been given to end by itself. Set with deletionTimestamp."
        ),
        "deletionTimestamp": _time(
            "When the object is to be gone. A deletion sets it for good: once finalizers is empty, it is removed."
        ),
        "finalizers": list_of(
            {"type": "string"},
            "Who still has something to do before the object may be removed. Each takes its own name off when done.",
            "set",
            **_MERGED,
        ),
        "generateName": text(
            "The beginning of a name: where name is not given, the server adds a few random characters."
        ),
        "generation": integer("Counts the changes of what is wanted, above all of spec. The server sets it."),
        "labels": texts_by_key("Short texts by key, which selectors look at to group and to find objects."),
        "managedFields": list_of(
            reference(f"{META}.ManagedFieldsEntry"),
            "Who set which fields, and how. The server keeps it, for server-side apply to find conflicts.",
            "atomic",
        ),
        "name": text("The name: unique among the objects of its kind in its namespace. It never changes."),
        "namespace": text("The namespace that the object is in; empty for kinds that are in none. It never changes."),
        "ownerReferences": list_of(
            reference(f"{META}.OwnerReference"),
            "The objects that this one belongs to: it goes when all of them are gone. At most one controls it.",
            "map",
            **_BY_UID,
        ),
        "resourceVersion": text(
            "Changes with every write of the object. Send it back to make sure that nobody wrote in between; it can be "
            "compared for equality only. The server sets it."
        ),
        "selfLink": text("Deprecated, and always empty."),
        "uid": text(
            "Tells this object from all others, those of the same name before and after it too. The server sets it."
        ),
    },
)
_LIST = struct(
    "What every list has beside its items.",
    {
        "continue": text(
            "Set where there is more than the answer holds: pass it as the parameter continue to get the next part."
        ),
        "remainingItemCount": integer(
            "About how many items are left for the parts to come; not told where a selector was given."
        ),
        "resourceVersion": text("The state that was listed. A watch from it on misses nothing."),
        "selfLink": text("Deprecated, and always empty."),
        "shardInfo": described_reference(
            f"{META}.ShardInfo", "Set where the list is one shard of the whole, as shardSelector asked."
        ),
    },
)
_MANAGED_FIELDS = struct(
    "The fields that one manager set by one kind of write.",
    {
        "apiVersion": text("The group and version in which the fields are named."),
        "fieldsType": text("How the fields are written down: always FieldsV1."),
        "fieldsV1": described_reference(f"{META}.FieldsV1", "The fields, as a tree."),
        "manager": text("The name of who wrote them."),
        "operation": text("The kind of write: Apply for server-side apply, else Update."),
        "subresource": text("The subresource that was written to; empty for the object itself."),
        "time": _time("When the entry was made, or its fields last changed."),
    },
)
_OWNER = struct(
    "Points to an object that this one belongs to: in the same namespace, or in none.",
    {
        "apiVersion": text("The owner's group and version.", default=""),
        "blockOwnerDeletion": boolean(
            "Where the owner is deleted in the foreground, it stays until this object is gone."
        ),
        "controller": boolean("Whether the owner is the one that controls this object."),
        "kind": text("The owner's kind.", default=""),
        "name": text("The owner's name.", default=""),
        "uid": text("The owner's uid: another object of the same name is not the owner.", default=""),
    },
    required=["apiVersion", "kind", "name", "uid"],
    **{"x-kubernetes-map-type": "atomic"},
)

METADATA_TYPES: JsonObject = {
    "FieldsV1": {
        "type": "object",
        "description": "A set of fields as a tree: f:NAME is a field, k:{KEYS} an item of a list by its keys, v:VALUE "
        "one by its value, i:INDEX one by its place, and . the node itself.",
    },
    "ListMeta": _LIST,
    "ManagedFieldsEntry": _MANAGED_FIELDS,
    "ObjectMeta": _OBJECT,
    "OwnerReference": _OWNER,
    "ShardInfo": struct(
        "Which shard of the whole a list holds.",
        {"selector": text("The shardSelector that was asked for.", default="")},
        required=["selector"],
    ),
    "Time": text("A moment, to the second, as in 2006-01-02T15:04:05Z.", format="date-time"),
}
"""The types by their names in the package of metadata."""
