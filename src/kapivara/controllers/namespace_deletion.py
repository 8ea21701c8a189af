"""Completes the deletion of namespaces: deletes all content, pods first, then removes the finalizer.

The namespace is marked, which rejects new objects; objects with finalizers are waited for. Conditions of the namespace
report the progress. A write in progress at the time of the mark may end after the namespace is gone, so its keys are
checked once more a moment later; upstream waits five seconds before it starts. Upstream:
pkg/controller/namespace/deletion/namespaced_resources_deleter.go (1.37).

Upstream: pkg/controller/namespace/deletion/status_condition_utils.go (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator

from kapivara.apis.catalog.rows import NAMESPACES
from kapivara.apis.groups.core.configuration.namespace import FINALIZER
from kapivara.codec import DecodeError
from kapivara.controllers.controller import Controller, Later, Means
from kapivara.controllers.namespaces import find_namespace, namespace_of
from kapivara.controllers.objects import CONFLICT, NOT_FOUND, ObservedWrite, metadata_of
from kapivara.meta import ApiError, GroupResource, bad_request_status
from kapivara.registry.discovery.stored_resources import StoredResource
from kapivara.registry.objects.identity import now
from kapivara.registry.objects.stored_object import decode_stored
from kapivara.storage import Stored
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


_PODS = GroupResource("", "pods")
_FINALIZERS_SECONDS = 15
"""The estimated time until finalizers are removed."""
_LATECOMER_SECONDS = 5.0
"""The delay of the check for objects written into a deleted namespace."""
_OVER = ("Succeeded", "Failed")


class NamespaceDeletion(Controller):
    """Empties deleted namespaces. Its items are their names."""

    marks = (b'"deletionTimestamp"',)

    def __init__(self, means: Means):
        super().__init__(means)
        self._waiting: set[str] = set()
        """The namespaces that wait for objects to disappear."""

    def begin(self) -> None:
        """Forgets all namespaces."""
        self._waiting.clear()

    def observe(self, write: ObservedWrite) -> None:
        """Queues deleted namespaces, and namespaces that wait for a deleted object."""
        if namespace := namespace_of(write):
            if not write.is_gone and write.mentions(b'"deletionTimestamp"'):
                self.plan(namespace)
        elif self._waiting and write.is_gone:
            name = write.name
            if name is not None and name.namespace in self._waiting:
                self.plan(name.namespace)

    def work(self, item: Hashable) -> None:
        """Deletes the content of a namespace, and the namespace once it is empty."""
        name = str(item)
        self._waiting.discard(name)
        namespace = find_namespace(self.objects, name)
        if namespace is None:
            self._delete_latecomers(name)
            return
        if not namespace["metadata"].get("deletionTimestamp"):
            return
        if FINALIZER not in namespace["spec"].get("finalizers", ()):
            return
        seconds = self._empty(namespace)
        if seconds:
            self._waiting.add(name)
            raise Later(seconds // 2 + 1)
        self._finalize(name)
        raise Later(_LATECOMER_SECONDS)

    def _delete_latecomers(self, namespace: str) -> None:
        for stored in self._resources():
            if self._has_any(stored, namespace):
                self.objects.delete_all(stored, namespace, policy="Background")

    def _has_any(self, stored: StoredResource, namespace: str) -> bool:
        return bool(self.objects.storage.list(stored.prefix_in(namespace), limit=1).items)

    def _empty(self, namespace: JsonObject) -> int:
        """Deletes all content; returns the estimated seconds until it is gone, 0 if nothing is left.

        Raises ApiError if objects remain without an apparent reason.
        """
        remains, seconds = Remains(), 0
        resources = sorted(self._resources(), key=lambda each: (each.resource.group_resource != _PODS, each.prefix))
        for stored in resources:
            seconds = max(seconds, self._delete_all(stored, namespace, remains))
            if remains.objects and stored.resource.group_resource == _PODS:  # pods may need the rest
                self._write_conditions(namespace, remains, tells_content=False)
                return seconds
        self._write_conditions(namespace, remains, tells_content=True)
        return seconds

    def _resources(self) -> Iterator[StoredResource]:
        for each in self.objects.resources.all():
            if each.namespaced and "delete" in each.verbs:
                yield each

    def _delete_all(self, stored: StoredResource, namespace: JsonObject, remains: Remains) -> int:
        """Deletes the objects of one resource, records the remaining ones, and returns the estimated seconds left."""
        name = namespace["metadata"]["name"]
        if not self._has_any(stored, name):
            return 0
        is_of_pods = stored.resource.group_resource == _PODS
        seconds = self._grace_left(self._objects_in(stored, name), namespace) if is_of_pods else 0
        try:
            self.objects.delete_all(stored, name, policy="Background")
        except ApiError as error:
            remains.failures.append(error.status.message)
            return seconds
        self.objects.pending.wait()  # a list contains only durable writes
        return self._note_left(stored, name, remains, seconds)

    def _note_left(self, stored: StoredResource, namespace: str, remains: Remains, seconds: int) -> int:
        resource = stored.resource
        held = left = 0
        for each in self._objects_in(stored, namespace):
            left += 1
            finalizers = metadata_of(each.value).get("finalizers") or ()
            remains.finalizers.update(finalizers)
            held += bool(finalizers)
        if not left:
            return 0
        remains.objects[f"{resource.resource}.{resource.group}"] = left
        if not seconds and not held:
            place = f"{resource.group}/{resource.version}, Resource={resource.resource}"
            remains.failures.append(f"unexpected items still remain in namespace: {namespace} for gvr: {place}")
        return seconds or (_FINALIZERS_SECONDS if held else 0)

    def _objects_in(self, stored: StoredResource, namespace: str) -> Iterator[Stored]:
        return self.objects.stored_under(stored.prefix_in(namespace))

    def _grace_left(self, pods: Iterable[Stored], namespace: JsonObject) -> int:
        """Returns the longest grace period of the pods; 0 once that much time has passed since the deletion."""
        longest = max(map(_grace_of, pods), default=0)
        deleted = calendar.timegm(time.strptime(namespace["metadata"]["deletionTimestamp"], "%Y-%m-%dT%H:%M:%SZ"))
        return 0 if self.clock() - deleted >= longest else longest

    def _write_conditions(self, namespace: JsonObject, remains: Remains, *, tells_content: bool) -> None:
        """Writes the conditions; raises ApiError after failures, for a retry."""
        if remains.update(namespace, now, tells_content=tells_content):
            try:
                self.objects.update(NAMESPACES.gvr(), namespace, "status")
            except ApiError as error:
                if error.status.code not in (CONFLICT, NOT_FOUND):
                    raise
        if remains.failures:
            raise ApiError(bad_request_status(", ".join(remains.failures)))

    def _finalize(self, name: str) -> None:
        """Removes the finalizer from a namespace, which is deleted if no other is left."""
        while (namespace := find_namespace(self.objects, name)) is not None:
            finalizers = [each for each in namespace["spec"].get("finalizers", ()) if each != FINALIZER]
            try:
                self.objects.update(NAMESPACES.gvr(), {**namespace, "spec": {"finalizers": finalizers}}, "finalize")
            except ApiError as error:
                if error.status.code not in (CONFLICT, NOT_FOUND):
                    raise
            else:
                return


CONTROLLER = NamespaceDeletion


def _grace_of(stored: Stored) -> int:
    """Returns the grace period of a pod; 0 if it has ended."""
    try:
        pod = decode_stored(stored.value)
    except DecodeError:
        return 0
    if (pod.get("status") or {}).get("phase") in _OVER:
        return 0
    return int((pod.get("spec") or {}).get("terminationGracePeriodSeconds") or 0)
