"""Parses the argument of `explain`: `deployments.spec.template`, `Ingress.networking.k8s.io/v1.spec`.

A kind has the names that kubectl accepts. Its group may follow, or its version and group, or its API version as in
`Deployment.apps/v1`; field names follow these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.hints.kinds import KindGuide, KnownKind
from kapivara.content.nearest import nearest
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_POSITION = lazy_pattern(r"\[[^\]]*\]")
_ALIKE = 0.7


@record
class Target:
    """A resource, and the names of fields that lead from it to the explained field."""

    resource: ApiResource
    steps: tuple[str, ...]


def find_target(text: str, api_version: str, resources: Sequence[ApiResource]) -> Target:
    """Returns the resource and the field steps that a text names; raises CommandError if there is no such kind.

    List indexes, as in the paths of errors, are ignored.
    """
    text = _POSITION.sub("", text).strip(".")
    name, _, rest = text.partition(".")
    head, slash, tail = rest.partition("/")
    if slash:
        version, _, fields = tail.partition(".")
        return _at(name, f"{head}/{version}", tuple(filter(None, fields.split("."))), resources)
    steps = tuple(filter(None, rest.split(".")))
    if api_version:
        return _at(name, api_version, steps, resources)
    named = _named(name, resources)
    if not named:
        raise CommandError(_no_kind(name, resources))
    return next(filter(None, (_with_group(each, steps) for each in named)), Target(named[0], steps))


def _at(name: str, api_version: str, steps: tuple[str, ...], resources: Sequence[ApiResource]) -> Target:
    """Returns the target for a kind at an API version."""
    named = _named(name, resources)
    found = [each for each in named if each.kind.api_version == api_version]
    if found:
        return Target(found[0], steps)
    kind = named[0].kind.kind if named else name
    raise CommandError(KindGuide(_custom_kinds(resources)).judge(api_version, kind).message)


def _named(name: str, resources: Iterable[ApiResource]) -> list[ApiResource]:
    wanted = name.lower()
    return [each for each in resources if wanted in _names(each)]


def _names(resource: ApiResource) -> tuple[str, ...]:
    return (resource.kind.kind.lower(), resource.plural, resource.singular, *resource.short_names)


def _with_group(resource: ApiResource, steps: tuple[str, ...]) -> Target | None:
    """Returns the target if the resource's group, or version and group, precedes the fields; None otherwise."""
    group = tuple(resource.kind.group.split(".")) if resource.kind.group else ()
    for words in ((resource.kind.version, *group), group):
        if words and steps[: len(words)] == words:
            return Target(resource, steps[len(words) :])
    return None


def _no_kind(name: str, resources: Sequence[ApiResource]) -> str:
    by_name = {each: resource.kind.kind for resource in reversed(resources) for each in _names(resource)}
    meant = by_name.get(nearest(name, by_name, _ALIKE), "")
    hint = f"did you mean {meant}?" if meant else "for a custom kind, name the file of its CRD with --crds PATH"
    return f"there is no kind {name}: {hint}"


def _custom_kinds(resources: Iterable[ApiResource]) -> list[KnownKind]:
    custom = (each for each in resources if each.custom)
    return [KnownKind(each.kind.group, (each.kind.version,), each.kind.kind, _names(each)) for each in custom]
