"""Kinds without a resource, which only subresources of other kinds show."""

from __future__ import annotations

from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.meta import GroupVersionKind


def shown_kind(kind: GroupVersionKind, surroundings: Surroundings) -> Kind:
    """Creates a kind whose objects are computed for each request, such as a Scale."""
    api = ApiResource(kind=kind, list_kind="", plural="", singular="", namespaced=True, verbs=())
    return Kind(api, surroundings)
