"""Models: what documents call the type of a value, and which kinds are of it.

Upstream: apimachinery/pkg/runtime/scheme.go ToOpenAPIDefinitionName, apiserver/pkg/endpoints/openapi/openapi.go
DefinitionNamer, apiextensions-apiserver/pkg/controller/openapi/builder/builder.go gvkToModelName (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kapivara.apis.catalog import CATALOG
from kapivara.codec.described import described, folder_of_types
from kapivara.codec.shapes import Custom, Struct
from kapivara.meta import GroupVersion, GroupVersionKind
from kapivara.values import JsonObject
from kapivara.values.record import record

META = "io.k8s.apimachinery.pkg.apis.meta.v1"
GROUP_VERSION_KIND = "x-kubernetes-group-version-kind"
_META_TYPES = "meta.v1"
_TYPE_META = "v1.TypeMeta"


@record
class Model:
    """A type as documents name it; `shape` is what is declared of it, None where a definition has its schema."""

    name: str
    shape: Struct | None = None


TEXT = Model("string")
"""What is no object: text, of which nothing more is said."""


def model_of(shape: Struct) -> Model:
    """Returns the model of a declared struct."""
    return Model(model_name(shape), shape)


def meta_model(name: str) -> Model:
    """Returns the model of one of the types that all kinds share."""
    return model_of(described(_META_TYPES).struct(name))


def kind_model(kind: GroupVersionKind) -> Model:
    """Returns the model of a kind that is built in."""
    return model_of(described(folder_of_types(kind.group, kind.version)).struct(kind.kind))


def custom_model(kind: GroupVersionKind) -> Model:
    """Returns the model of a kind that a definition made: its group backwards, version and kind."""
    return Model(".".join((*reversed(kind.group.split(".")), kind.version, kind.kind)))


def model_name(shape: Struct | Custom) -> str:
    """Returns the name of a declared type: `io.k8s.api.core.v1.Namespace` for that of `k8s.io/api/core/v1`."""
    domain, _, path = described(shape.folder).path.partition("/")
    return ".".join((*reversed(domain.split(".")), *path.split("/"), type_name(shape)))


def type_name(shape: Struct | Custom) -> str:
    """Returns the name of a type in its package."""
    return shape.go_name.rpartition(".")[2]


def identity(kind: GroupVersionKind) -> JsonObject:
    """Returns how documents name a kind."""
    return {"group": kind.group, "version": kind.version, "kind": kind.kind}


def kind_of(struct: Struct) -> GroupVersionKind | None:
    """Returns the kind whose objects a struct describes; None where these do not say what they are."""
    home = _homes().get(struct.folder)
    is_kind = any(each.home is not None and each.home.go_name == _TYPE_META for each in struct.tables.fields)
    return home.with_kind(struct.name) if home is not None and is_kind else None


@cache
def _homes() -> Mapping[str, GroupVersion]:
    """Returns the groups and versions that folders declare the kinds of; what all kinds share is of the core group."""
    served = {
        folder_of_types(row.group, version): GroupVersion(row.group, version)
        for row in CATALOG
        for version in row.versions
    }
    return {_META_TYPES: GroupVersion("", "v1"), **served}
