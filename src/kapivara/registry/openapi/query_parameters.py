"""The query parameters that requests take, with their types and, in our own words, what they ask for.

Upstream: apimachinery/pkg/apis/meta/v1/types.go CreateOptions, UpdateOptions, PatchOptions, DeleteOptions, ListOptions
(1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.registry.openapi.shared_models import delete_texts
from kapivara.values import JsonObject

PATCH_MANAGER = "fieldManager of patches"
"""`fieldManager` as patches take it: apply needs it."""

_MANAGER = "Who makes this change: a name of up to 128 printable characters, kept in metadata.managedFields."

_PARAMETERS: Mapping[str, tuple[str, str]] = {
    "allowWatchBookmarks": (
        "boolean",
        "Lets a watch send BOOKMARK events now and then, which carry only the resourceVersion that it has reached.",
    ),
    "continue": (
        "string",
        "Goes on with a list that was cut by limit: metadata.continue of the part before, all else being the same. "
        "A token that is too old is answered with 410 and a new one; with that, the rest is listed as it is now.",
    ),
    "dryRun": ("string", ""),
    "fieldManager": ("string", _MANAGER),
    PATCH_MANAGER: ("string", f"{_MANAGER} Server-side apply requires it."),
    "fieldSelector": (
        "string",
        "Only objects whose fields have these values, such as metadata.name=x.",
    ),
    "fieldValidation": (
        "string",
        "What becomes of fields that are unknown or given twice: Strict refuses the request, Warn (the default) drops "
        "them and sends a warning for each, Ignore drops them in silence.",
    ),
    "force": ("boolean", "Lets server-side apply take over fields that others manage, where it would be a conflict."),
    "gracePeriodSeconds": ("integer", ""),
    "ignoreStoreReadErrorWithClusterBreakingPotential": ("boolean", ""),
    "labelSelector": ("string", "Only objects whose labels match, such as app=web,tier!=cache."),
    "limit": (
        "integer",
        "How many objects an answer holds at most. Where there are more, metadata.continue of the list is set: pass it "
        "as continue to get the next part of the same moment.",
    ),
    "orphanDependents": ("boolean", ""),
    "pretty": ("string", "Whether JSON is indented for people to read: true or false."),
    "propagationPolicy": ("string", ""),
    "resourceVersion": (
        "string",
        "The state to answer from. Of a watch: where it begins. Of a get or list: at least this new, or what "
        "resourceVersionMatch says; 0 takes whatever is at hand, and without it the newest state is answered.",
    ),
    "resourceVersionMatch": (
        "string",
        "How a list reads resourceVersion: Exact, or NotOlderThan. It may be given only together with resourceVersion.",
    ),
    "sendInitialEvents": (
        "boolean",
        "Lets a watch begin with an ADDED event for each object that is there, and a bookmark that ends them; needs "
        "allowWatchBookmarks and resourceVersionMatch=NotOlderThan.",
    ),
    "shardSelector": ("string", "Only objects of one shard of the whole, written as ranges of hashes: shardRange(…)."),
    "timeoutSeconds": ("integer", "After how many seconds a list or watch ends, whatever happens in it."),
    "watch": ("boolean", "Answers with a stream of changes from resourceVersion on, in place of a list."),
}
"""Types and texts by name; what stands in DeleteOptions too is described there."""


def query_parameter(name: str) -> JsonObject:
    """Returns a query parameter; PATCH_MANAGER is the `fieldManager` of patches."""
    kind, description = _PARAMETERS[name]
    schema = {"type": kind, "uniqueItems": True}
    text = description or delete_texts()[name]
    return {"name": name.partition(" ")[0], "in": "query", "description": text, "schema": schema}
