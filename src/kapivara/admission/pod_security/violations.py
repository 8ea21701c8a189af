"""How the checks of PodSecurity word what is wrong with a pod, and how they look at its containers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.core.v1 import zz_generated_types as v1


@record
class Violation:
    """What a pod may not do at a level: in a few words, and in particular."""

    reason: str
    detail: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.detail})" if self.detail else self.reason


def containers_of(spec: v1.PodSpec) -> Iterator[v1.Container]:
    """Yields all containers, in the order of the checks: initial ones first, ephemeral ones last."""
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
    """Quotes items, without escapes, one after the other."""
    return ", ".join(f'"{item}"' for item in items)


def counted(items: Collection[Any], singular: str, plural: str = "") -> str:
    """Returns the word for so many."""
    return singular if len(items) == 1 else plural or f"{singular}s"


def named(names: Collection[str], singular: str = "container") -> str:
    """Names containers, or other things: `containers "a", "b"`."""
    return f"{counted(names, singular)} {quoted(names)}"


def bad_containers(spec: v1.PodSpec, is_bad: Callable[[v1.Container], bool]) -> list[str]:
    """Lists the names of containers that something holds of."""
    return [each["name"] for each in containers_of(spec) if is_bad(each)]


def setters(spec: v1.PodSpec, is_bad: Callable[[dict[str, Any]], bool]) -> str:
    """Names who has a security context that something holds of: `pod and container "a"`; empty where nobody does."""
    places = ["pod"] if is_bad(pod_context(spec)) else []
    if names := bad_containers(spec, lambda container: is_bad(context_of(container))):
        places.append(named(names))
    return " and ".join(places)


def is_windows(spec: v1.PodSpec) -> bool:
    """Tells whether a pod says that it runs on Windows."""
    return spec.get("os", {}).get("name") == "windows"


def has_own_users(spec: v1.PodSpec) -> bool:
    """Tells whether a pod runs in a user namespace of its own, where root is nobody outside."""
    return spec.get("hostUsers") is False
