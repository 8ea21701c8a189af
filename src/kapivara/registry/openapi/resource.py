"""A resource as the documents need it: names, models and verbs, whoever defined it."""

from __future__ import annotations

from kapivara.meta import GroupVersionKind
from kapivara.values.record import record


@record
class DescribedSubresource:
    """A subresource: what it is called, the model that it shows, and its verbs."""

    name: str
    model: str
    verbs: frozenset[str]


@record
class DescribedResource:
    """A resource to be described; `verbs` are discovery's, `patch_types` the media types of the patches it takes."""

    kind: GroupVersionKind
    plural: str
    namespaced: bool
    model: str
    list_model: str
    verbs: frozenset[str]
    subresources: tuple[DescribedSubresource, ...]
    patch_types: tuple[str, ...]


@record
class ResourcePath:
    """One path to a resource: the model that is read and written there, and the one that lists are shown in.

    `ending` closes the ids of operations where the path alone does not tell them apart.
    """

    path: str
    model: str
    list_model: str = ""
    subresource: str = ""
    ending: str = ""
