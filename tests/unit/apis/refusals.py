"""Returns the errors of built-in kinds, without a server."""

from __future__ import annotations

from typing import Any

from tests.unit.apis.steps import Object, kind_named, prepared, sent, updated

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT


def refused(kind: str | Kind, group: str | None = None, **parts: Any) -> list[str]:
    """Returns the errors of a new object; empty if it is accepted."""
    found = kind_named(kind, group) if isinstance(kind, str) else kind
    metadata = {"name": "one", **({"namespace": "default"} if found.namespaced else {})}
    obj = prepared(found, **{"metadata": metadata, **parts})
    return [str(each) for each in found.verdict(Operation(Verb.CREATE), obj, ABSENT).errors]


def refused_change(
    kind: str | Kind, old: Object, subresource: str = "", group: str | None = None, **parts: Any
) -> list[str]:
    """Returns the errors of an update; the parts replace those of the old object, which is not validated."""
    found = kind_named(kind, group) if isinstance(kind, str) else kind
    metadata = {"name": "one", "resourceVersion": "1", **({"namespace": "default"} if found.namespaced else {})}
    stored = prepared(found, **{"metadata": metadata, **old})
    if "status" in old:
        stored["status"] = sent(found, **old)["status"]
    new = updated(found, stored, subresource, **parts)
    return [str(each) for each in found.verdict(Operation(Verb.UPDATE, subresource=subresource), new, stored).errors]
