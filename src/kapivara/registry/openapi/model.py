"""Models: the names of types in documents, and their kinds.

Upstream: apimachinery/pkg/runtime/scheme.go ToOpenAPIDefinitionName, apiserver/pkg/endpoints/openapi/openapi.go
DefinitionNamer, apiextensions-apiserver/pkg/controller/openapi/builder/builder.go gvkToModelName (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kapivara.apis.catalog.rows import CATALOG
from kapivara.codec.shapes import Custom, Struct
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.meta import GroupVersion, GroupVersionKind
from kapivara.values import JsonObject
from kapivara.values.record import record

META = "io.k8s.apimachinery.pkg.apis.meta.v1"
GROUP_VERSION_KIND = "x-kubernetes-group-version-kind"
_META_TYPES = "meta.v1"
_TYPE_META = "v1.TypeMeta"


@record
class Model:
    """A type with its name in documents; `shape` is its declaration, None for a type from a CRD."""

    name: str
    shape: Struct | None = None


TEXT = Model("string")
"""A response of plain text, without a schema."""


def model_of(shape: Struct) -> Model:
    """Returns the model of a declared struct."""
    return Model(model_name(shape), shape)


def meta_model(name: str) -> Model:
    """Returns the model of a type that all kinds share."""
    return model_of(described(_META_TYPES).struct(name))


def kind_model(kind: GroupVersionKind) -> Model:
    """Returns the model of a built-in kind."""
    return model_of(described(folder_of_types(kind.group, kind.version)).struct(kind.kind))


def custom_model(kind: GroupVersionKind) -> Model:
    """Returns the model of a custom resource: its reversed group, version and kind."""
    return Model(".".join((*reversed(kind.group.split(".")), kind.version, kind.kind)))


def model_name(shape: Struct | Custom) -> str:
    """Returns the name of a declared type: `io.k8s.api.core.v1.Namespace` for that of `k8s.io/api/core/v1`."""
    domain, _, path = described(shape.folder).path.partition("/")
    return ".".join((*reversed(domain.split(".")), *path.split("/"), type_name(shape)))


def type_name(shape: Struct | Custom) -> str:
    """Returns the name of a type in its package."""
    return shape.go_name.rpartition(".")[2]


def identity(kind: GroupVersionKind) -> JsonObject:
    """Returns the x-kubernetes-group-version-kind entry of a kind."""
    return {"group": kind.group, "version": kind.version, "kind": kind.kind}


def kind_of(struct: Struct) -> GroupVersionKind | None:
    """Returns the kind of a struct; None if its objects have no apiVersion and kind."""
    home = _homes().get(struct.folder)
    is_kind = any(each.home is not None and each.home.go_name == _TYPE_META for each in struct.tables.fields)
    return home.with_kind(struct.name) if home is not None and is_kind else None


@cache
def _homes() -> Mapping[str, GroupVersion]:
    """Returns the group and version of each folder of types; the shared types belong to the core group."""
    served = {
        folder_of_types(row.group, version): GroupVersion(row.group, version)
        for row in CATALOG
        for version in row.versions
    }
    return {_META_TYPES: GroupVersion("", "v1"), **served}
