"""Returns the errors of new and changed pods, without a server."""

from __future__ import annotations

from typing import Any

from tests.unit.apis.steps import kind_named

from kapivara.codec.typed.decoding import decode_typed
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, copy_json

POD = kind_named("Pod")
Object = dict[str, Any]
Cases = dict[str, tuple[Object, list[str]]]
"""Specs, each with its errors."""


def container(**parts: Any) -> Object:
    """Returns a spec with one container that has the given fields."""
    return {"containers": [{"name": "c", "image": "x", **parts}]}


def volume(**source: Any) -> Object:
    """Returns a spec with a volume of a source."""
    return {"volumes": [{"name": "v", **source}]}


def read_pod(spec: Object, **metadata: Any) -> Object:
    """Returns a decoded pod with its defaults, and a container unless the spec has others."""
    metadata = {"name": "one", "namespace": "default", **metadata}
    sent = copy_json({"metadata": metadata, "spec": {**container(), **spec}})
    pod: Object = decode_typed(sent, POD.shape).value
    POD.apply_defaults(pod)
    return pod


def new_errors(spec: Object, **metadata: Any) -> list[str]:
    """Returns the errors of a new pod."""
    pod = read_pod(spec, **metadata)
    POD.prepare_for_create(pod)
    return [str(error) for error in POD.verdict(Operation(Verb.CREATE), pod, ABSENT).errors]


def changed_errors(old: Object, new: Object, subresource: str = "", **metadata: Any) -> list[str]:
    """Returns the errors of an update of a pod; the old spec is not validated."""
    before = read_pod(old, resourceVersion="1", **metadata)
    POD.prepare_for_create(before)
    changed = read_pod(new, resourceVersion="1", generation=1, **metadata)
    POD.subresources[subresource].prepare(changed, before)
    return [str(error) for error in POD.verdict(Operation(Verb.UPDATE, subresource), changed, before).errors]
