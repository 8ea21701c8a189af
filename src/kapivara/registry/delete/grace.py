"""Graceful deletion: a deleted object stays for its grace period, so that its workload can stop.

A second deletion can only shorten the period. Nothing here waits for its end: the component that stops the workload
deletes the object again with a grace period of 0. Upstream: apiserver/pkg/registry/rest/delete.go BeforeDelete (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections.abc import Callable

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.registry.objects.identity import moment
from kapivara.registry.requests.options import DeleteOptions
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import record

_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_LAST_MOMENT = 253402300799
"""The end of the year 9999, the latest time that can be formatted."""


@record
class Grace:
    """An object with its new grace period; unchanged (`is_pending`) if its period runs and would become longer."""

    obj: JsonObject
    is_pending: bool = False


def begin_grace(
    kind: Kind, obj: JsonObject, options: DeleteOptions, clock: Callable[[], float] = time.time
) -> Grace | None:
    """Returns the object after a deletion with a grace period; None if it is to be removed at once."""
    asked = options.grace_period_seconds
    if asked is not None and asked < 0:
        asked = 1
    seconds = kind.grace_seconds(obj, asked)
    if seconds is None:
        return None
    now = int(clock())
    if obj["metadata"].get("deletionTimestamp"):
        return _shorten(obj, asked, now)
    new: JsonObject = copy_json(obj)
    metadata = new["metadata"]
    metadata["deletionTimestamp"] = _printed(now + seconds)
    metadata["deletionGracePeriodSeconds"] = seconds
    if metadata.get("generation"):
        metadata["generation"] += 1
    return Grace(new)


def _shorten(obj: JsonObject, asked: int | None, now: int) -> Grace | None:
    left = obj["metadata"].get("deletionGracePeriodSeconds") or 0
    if not left:
        return None
    if asked is None or asked >= left:
        return Grace(obj, is_pending=True)
    deleted_at = calendar.timegm(time.strptime(obj["metadata"]["deletionTimestamp"], _FORMAT)) - left
    new: JsonObject = copy_json(obj)
    end = deleted_at + asked
    new["metadata"]["deletionTimestamp"] = _printed(max(end, now))
    new["metadata"]["deletionGracePeriodSeconds"] = 1 if asked and end < now else asked
    return Grace(new)


def _printed(second: int) -> str:
    return moment(min(second, _LAST_MOMENT))
