"""Violations of PodSecurity checks, and functions for their texts and for containers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1


@record
class Violation:
    """A violation of a check: a short reason and the details."""

    reason: str
    detail: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.detail})" if self.detail else self.reason


def containers_of(spec: v1.PodSpec) -> Iterator[v1.Container]:
    """Yields all containers in the order of the checks: init containers first, ephemeral ones last."""
    yield from spec.get("initContainers", ())
    yield from spec["containers"] or ()
    yield from cast("list[v1.Container]", spec.get("ephemeralContainers", ()))


def context_of(container: v1.Container) -> dict[str, Any]:
    """Returns the security context of a container, or an empty one."""
    return cast("dict[str, Any]", container.get("securityContext", {}))


def pod_context(spec: v1.PodSpec) -> dict[str, Any]:
    """Returns the security context of a pod, or an empty one."""
    return cast("dict[str, Any]", spec.get("securityContext", {}))


def quoted(items: Iterable[str]) -> str:
    """Quotes items without escaping, separated by commas."""
    return ", ".join(f'"{item}"' for item in items)


def counted(items: Collection[Any], singular: str, plural: str = "") -> str:
    """Returns the singular or plural for the number of items."""
    return singular if len(items) == 1 else plural or f"{singular}s"


def named(names: Collection[str], singular: str = "container") -> str:
    """Returns a noun with quoted names: `containers "a", "b"`."""
    return f"{counted(names, singular)} {quoted(names)}"


def bad_containers(spec: v1.PodSpec, is_bad: Callable[[v1.Container], bool]) -> list[str]:
    """Returns the names of the containers that match a condition."""
    return [each["name"] for each in containers_of(spec) if is_bad(each)]


def setters(spec: v1.PodSpec, is_bad: Callable[[dict[str, Any]], bool]) -> str:
    """Returns the owners of matching security contexts: `pod and container "a"`; empty if there are none."""
    places = ["pod"] if is_bad(pod_context(spec)) else []
    if names := bad_containers(spec, lambda container: is_bad(context_of(container))):
        places.append(named(names))
    return " and ".join(places)


def is_windows(spec: v1.PodSpec) -> bool:
    """Returns True for a Windows pod."""
    return spec.get("os", {}).get("name") == "windows"


def has_own_users(spec: v1.PodSpec) -> bool:
    """Returns True if a pod has its own user namespace, where root has no rights outside."""
    return spec.get("hostUsers") is False
