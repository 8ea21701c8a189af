"""The server's registry of types: finds the type by which to read a body of another kind or version than requested.

A body of a registered kind is first read by the type of that kind; only then does the server report that it has another
version, or cannot be converted to the requested kind. Types of versions that are not served are not declared here: the
served version of the same kind stands in, and bodies of other kinds are not read.
Upstream: apimachinery/pkg/runtime/scheme.go New, pkg/runtime/serializer/versioning/versioning.go Decode,
pkg/apis/meta/v1/register.go AddToGroupVersion (1.37).
"""

from __future__ import annotations

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.catalog.unserved_versions import unserved_versions
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.meta import GroupVersionKind

_UNVERSIONED = frozenset(("APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "Status"))
"""The kinds that are registered for every version, even of unknown groups."""
_OF_EVERY_VERSION = frozenset(
    ("CreateOptions", "DeleteOptions", "GetOptions", "ListOptions", "PatchOptions", "UpdateOptions", "WatchEvent")
)
_OF_CORE = frozenset(("List",))
_UNREGISTERED = frozenset(("PodStatusResult",))
_SEPARATE = frozenset(("apiextensions.k8s.io", "apiregistration.k8s.io"))
"""The groups of extension servers, each with a registry of its own."""
_META = "meta.v1"
_TYPE_META = "v1.TypeMeta"


def find_version(wanted: GroupVersionKind, found: GroupVersionKind) -> Struct | None:
    """Returns the type by which to read a body that names another version of the requested kind.

    None if unregistered.
    """
    if found.kind != wanted.kind or not _share_registry(wanted.group, found.group):
        return None
    if found.group == wanted.group and (served := _served_type(found)) is not None:
        return served
    unserved = unserved_versions().get((found.api_version, found.kind))
    if unserved is None or not unserved.registered:
        return None
    moved = unserved.removed_in and not unserved.instead  # only subresources show such kinds
    same = moved or wanted.group in (found.group, unserved.instead.rpartition("/")[0])
    return _served_type(wanted) if same else None


def find_other_kind(wanted: GroupVersionKind, found: GroupVersionKind) -> Struct | None:
    """Returns the type by which to read a body that names another kind; None if that kind is not registered."""
    of_meta = described(_META)
    if found.kind in _UNVERSIONED:
        return of_meta.struct(found.kind if found.kind in of_meta.names else "TypeMeta")
    if not _share_registry(wanted.group, found.group):
        return None
    if any(found.group == row.group and found.version in row.versions for row in CATALOG):
        if found.kind in _OF_EVERY_VERSION or (not found.group and found.kind in _OF_CORE):
            return of_meta.struct(found.kind if found.kind in of_meta.names else "TypeMeta")
        return _served_type(found)
    unserved = unserved_versions().get((found.api_version, found.kind.removesuffix("List")))
    return of_meta.struct("TypeMeta") if unserved is not None and unserved.registered else None


def _served_type(kind: GroupVersionKind) -> Struct | None:
    """Returns the type of a kind, list kind or options kind at a served version; None if there is none."""
    if all(kind.group != row.group or kind.version not in row.versions for row in CATALOG):
        return None
    types = described(folder_of_types(kind.group, kind.version))
    shape = types.shape(kind.kind) if kind.kind in types.names and kind.kind not in _UNREGISTERED else None
    return shape if isinstance(shape, Struct) and _has_type_meta(shape) else None


def _has_type_meta(shape: Struct) -> bool:
    return any(each.home is not None and each.home.go_name == _TYPE_META for each in shape.tables.fields)


def _share_registry(one: str, other: str) -> bool:
    return one == other or not _SEPARATE.intersection((one, other))
