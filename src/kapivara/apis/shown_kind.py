"""Kinds that no resource has: only subresources show them, of objects that are of another kind."""

from __future__ import annotations

from kapivara.apis.api_resource import ApiResource
from kapivara.apis.kind import Kind
from kapivara.apis.surroundings import Surroundings
from kapivara.meta import GroupVersionKind


def shown_kind(kind: GroupVersionKind, surroundings: Surroundings) -> Kind:
    """Makes a kind whose objects are made for the moment, such as a Scale: they are read, merged and printed."""
    api = ApiResource(kind=kind, list_kind="", plural="", singular="", namespaced=True, verbs=())
    return Kind(api, surroundings)
