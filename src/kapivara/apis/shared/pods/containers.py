"""The containers of a pod in the server's order of validation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.field import FieldPath

    Container: TypeAlias = v1.Container | v1.EphemeralContainer


def all_containers(spec: v1.PodSpec) -> Iterator[Container]:
    """Yields init containers, containers and ephemeral containers."""
    yield from spec.get("initContainers", ())
    yield from spec["containers"] or ()
    yield from spec.get("ephemeralContainers", ())


def containers_with_paths(spec: v1.PodSpec, path: FieldPath) -> Iterator[tuple[Container, FieldPath]]:
    """Yields all containers with their paths.

    Upstream: pkg/apis/core/pods/helpers.go VisitContainersWithPath (1.37).
    """
    groups: tuple[tuple[str, list[v1.Container] | list[v1.EphemeralContainer]], ...] = (
        ("initContainers", spec.get("initContainers", [])),
        ("containers", spec["containers"] or []),
        ("ephemeralContainers", spec.get("ephemeralContainers", [])),
    )
    for name, containers in groups:
        place = path.child(name)
        for position, container in enumerate(containers):
            yield container, place.index(position)
