"""The conditions of a namespace during its deletion: failed deletions, and remaining content.

Upstream: pkg/controller/namespace/deletion/status_condition_utils.go (1.37).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class _Condition:
    """A condition: its type, its reason and message without a problem, and its reason with one."""

    type: str
    good_reason: str
    good_message: str
    bad_reason: str


_FAILED = _Condition(
    "NamespaceDeletionContentFailure",
    "ContentDeleted",
    "All content successfully deleted, may be waiting on finalization",
    "ContentDeletionFailed",
)
_CONTENT = _Condition(
    "NamespaceContentRemaining", "ContentRemoved", "All content successfully removed", "SomeResourcesRemain"
)
_FINALIZERS = _Condition(
    "NamespaceFinalizersRemaining",
    "ContentHasNoFinalizers",
    "All content-preserving finalizers finished",
    "SomeFinalizersRemain",
)
_CONDITIONS = (
    _Condition("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered", ""),
    _Condition(
        "NamespaceDeletionGroupVersionParsingFailure",
        "ParsedGroupVersions",
        "All legacy kube types successfully parsed",
        "",
    ),
    _FAILED,
    _CONTENT,
    _FINALIZERS,
)


class Remains:
    """The result of a pass over the content of a namespace."""

    def __init__(self) -> None:
        self.failures: list[str] = []
        self.objects: Counter[str] = Counter()
        """The number of remaining objects, by `RESOURCE.GROUP`."""
        self.finalizers: Counter[str] = Counter()
        """The number of objects with each finalizer."""

    def update(self, namespace: JsonObject, now: Callable[[], str], *, tells_content: bool) -> bool:
        """Sets the conditions of a namespace, in place; returns True if any changed.

        Omits the remaining content until all kinds have been checked.
        """
        bad = self._messages(tells_content)
        conditions = namespace["status"].setdefault("conditions", [])
        changes = [_set_condition(conditions, each, bad.get(each.type, ""), now) for each in _CONDITIONS]
        return any(changes)

    def _messages(self, tells_content: bool) -> dict[str, str]:
        messages: dict[str, str] = {}
        if self.failures:
            told = ", ".join(sorted(self.failures))
            messages[_FAILED.type] = f"Failed to delete all resource types, {len(self.failures)} remaining: {told}"
        if tells_content and self.objects:
            told = _listed(f"{name} has {number} resource instances" for name, number in self.objects.items())
            messages[_CONTENT.type] = f"Some resources are remaining: {told}"
        if tells_content and self.finalizers:
            told = _listed(f"{name} in {number} resource instances" for name, number in self.finalizers.items())
            messages[_FINALIZERS.type] = f"Some content in the namespace has finalizers remaining: {told}"
        return messages


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(sorted(parts))


def _set_condition(conditions: list[JsonObject], what: _Condition, problem: str, now: Callable[[], str]) -> bool:
    """Sets one condition; the transition time changes with its status."""
    said = {
        "status": "True" if problem else "False",
        "reason": what.bad_reason if problem else what.good_reason,
        "message": problem or what.good_message,
    }
    known = next((each for each in conditions if each["type"] == what.type), None)
    if known is None:
        conditions.append({"type": what.type, "lastTransitionTime": now(), **said})
        return True
    if all(known.get(name) == value for name, value in said.items()):
        return False
    if known["status"] != said["status"]:
        known["lastTransitionTime"] = now()
    known.update(said)
    return True
