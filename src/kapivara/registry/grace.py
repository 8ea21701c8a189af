"""Graceful deletion: an object that is deleted stays for a while, so that what it stands for can end in peace.

Who deletes it again may only shorten the time. Nothing here waits for it to pass: whoever ends what the object stands
for deletes it again, with no time at all.
Upstream: apiserver/pkg/registry/rest/delete.go BeforeDelete (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections.abc import Callable

from kapivara.apis.kind import Kind
from kapivara.registry.identity import moment
from kapivara.registry.options import DeleteOptions
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import record

_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_LAST_MOMENT = 253402300799
"""The end of the year 9999, beyond which no time is printed."""


@record
class Grace:
    """An object with the time that it gets; or as it is, where its time is running and may not become longer."""

    obj: JsonObject
    is_pending: bool = False


def begin_grace(
    kind: Kind, obj: JsonObject, options: DeleteOptions, clock: Callable[[], float] = time.time
) -> Grace | None:
    """Returns what a deletion makes of an object; None where its kind knows no grace, or its time is up."""
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
