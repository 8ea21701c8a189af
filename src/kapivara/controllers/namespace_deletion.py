"""Deletes namespaces to the end: all that is in them, pods first, then the finalizer that held them.

The namespace was marked, which keeps new objects out; what has finalizers is waited for. Conditions of the namespace
tell how far that is. A write that was under way when the namespace was marked may come to its end after the namespace:
so its place is looked at once more a moment later. Upstream waits five seconds before it begins.
Upstream: pkg/controller/namespace/deletion/namespaced_resources_deleter.go (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections.abc import Hashable, Iterable, Iterator

from kapivara.apis.catalog import NAMESPACES
from kapivara.apis.core.namespace import FINALIZER
from kapivara.codec import DecodeError
from kapivara.controllers.controller import Controller, Later, Means
from kapivara.controllers.namespace_conditions import Remains
from kapivara.controllers.namespaces import find_namespace, namespace_of
from kapivara.controllers.objects import CONFLICT, NOT_FOUND
from kapivara.controllers.observed_write import ObservedWrite, metadata_of
from kapivara.meta import ApiError, GroupResource, bad_request_status
from kapivara.registry.identity import now
from kapivara.registry.stored_object import decode_stored
from kapivara.registry.stored_resources import StoredResource
from kapivara.storage import Stored
from kapivara.values import JsonObject

_PODS = GroupResource("", "pods")
_FINALIZERS_SECONDS = 15
"""How long it is thought to take until finalizers are gone."""
_LATECOMER_SECONDS = 5.0
"""When it is looked for what was written into a namespace that is gone."""
_OVER = ("Succeeded", "Failed")


class NamespaceDeletion(Controller):
    """Empties namespaces that are deleted. Its items are their names."""

    marks = (b'"deletionTimestamp"',)

    def __init__(self, means: Means):
        super().__init__(means)
        self._waiting: set[str] = set()
        """The namespaces with objects that have to go by themselves."""

    def begin(self) -> None:
        """Forgets all namespaces."""
        self._waiting.clear()

    def observe(self, write: ObservedWrite) -> None:
        """Takes note of namespaces that are deleted, and of objects that went from one that waits for that."""
        if namespace := namespace_of(write):
            if not write.is_gone and write.mentions(b'"deletionTimestamp"'):
                self.plan(namespace)
        elif self._waiting and write.is_gone:
            name = write.name
            if name is not None and name.namespace in self._waiting:
                self.plan(name.namespace)

    def work(self, item: Hashable) -> None:
        """Deletes what is in a namespace, and the namespace once nothing is left."""
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
        """Deletes everything; returns how many seconds that may still take, 0 where nothing is left.

        Raises ApiError where something is left that does not say why.
        """
        remains, seconds = Remains(), 0
        resources = sorted(self._resources(), key=lambda each: (each.resource.group_resource != _PODS, each.prefix))
        for stored in resources:
            seconds = max(seconds, self._delete_all(stored, namespace, remains))
            if remains.objects and stored.resource.group_resource == _PODS:  # the rest is for pods, until they are gone
                self._tell(namespace, remains, tells_content=False)
                return seconds
        self._tell(namespace, remains, tells_content=True)
        return seconds

    def _resources(self) -> Iterator[StoredResource]:
        for each in self.objects.resources.all():
            if each.namespaced and "delete" in each.verbs:
                yield each

    def _delete_all(self, stored: StoredResource, namespace: JsonObject, remains: Remains) -> int:
        """Deletes the objects of one resource, notes what is left, and returns how many seconds that may take."""
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
        self.objects.pending.wait()  # a listing tells of what is durable
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
        """Returns the longest time that a pod gets to end; 0 once so much has passed since the deletion."""
        longest = max(map(_grace_of, pods), default=0)
        deleted = calendar.timegm(time.strptime(namespace["metadata"]["deletionTimestamp"], "%Y-%m-%dT%H:%M:%SZ"))
        return 0 if self.clock() - deleted >= longest else longest

    def _tell(self, namespace: JsonObject, remains: Remains, *, tells_content: bool) -> None:
        """Writes the conditions; raises ApiError where something failed, so that it is tried again."""
        if remains.update(namespace, now, tells_content=tells_content):
            try:
                self.objects.update(NAMESPACES.gvr(), namespace, "status")
            except ApiError as error:
                if error.status.code not in (CONFLICT, NOT_FOUND):
                    raise
        if remains.failures:
            raise ApiError(bad_request_status(", ".join(remains.failures)))

    def _finalize(self, name: str) -> None:
        """Takes the finalizer from a namespace, which goes where no other is left."""
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
    """Returns how long a pod gets to end; 0 where it has ended."""
    try:
        pod = decode_stored(stored.value)
    except DecodeError:
        return 0
    if (pod.get("status") or {}).get("phase") in _OVER:
        return 0
    return int((pod.get("spec") or {}).get("terminationGracePeriodSeconds") or 0)
