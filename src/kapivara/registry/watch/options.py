"""Parses and validates the query parameters of watch requests: selectors, resourceVersion, timeout, bookmarks.

Upstream: apiserver/pkg/endpoints/handlers/get.go ListResource (1.37).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta import ApiError, bad_request_status
from kapivara.meta.query_parameters import Query, integer, text, truth
from kapivara.meta.selectors import FieldRequirement, FieldSelector, LabelSelector
from kapivara.registry.objects.metadata import read_resource_version
from kapivara.registry.requests.list_options import ANY_VERSION, read_list_options
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.meta.compact_selectors import CompactFieldSelector, CompactLabelSelector

_LEAST_SECONDS = 1800.0
_LARGE: Final = 4 * 1024
"""A watch keeps selectors with a longer text in the compact form, which takes a tenth of the memory."""


@record
class WatchOptions:
    """The parsed options of a watch: the selectors, the resource version to start from, and the timeout in seconds.

    `revision` is 0 if the request has no resource version. If `initial` is True, the watch starts with ADDED events for
    the current objects. `bookmarks` is True if the client allows bookmarks.
    """

    labels: LabelSelector | CompactLabelSelector
    fields: FieldSelector | CompactFieldSelector
    revision: int
    initial: bool
    bookmarks: bool
    seconds: float


def read_watch_options(query: Query, kind: Kind, name: str = "") -> WatchOptions:
    """Parses the options of a watch of a kind, or of one object by name; raises ApiError if they are invalid."""
    options = read_list_options(query, kind)
    initial = truth(query, "sendInitialEvents")
    fields = _with_name(options.fields, name) if name else options.fields
    seconds = float(integer(query, "timeoutSeconds") or 0) or _LEAST_SECONDS * (1 + random.random())  # noqa: S311
    revision = read_resource_version(options.resource_version, "resourceVersion: Invalid value: ")
    return WatchOptions(
        _kept_labels(options.labels, len(text(query, "labelSelector"))),
        _kept_fields(fields, len(text(query, "fieldSelector"))),
        revision,
        options.resource_version in ANY_VERSION if initial is None else initial,
        bool(truth(query, "allowWatchBookmarks")),
        seconds,
    )


def _kept_labels(labels: LabelSelector, size: int) -> LabelSelector | CompactLabelSelector:
    if size <= _LARGE or not labels:
        return labels
    from kapivara.meta.compact_selectors import CompactLabelSelector  # rare

    return CompactLabelSelector.of(labels)


def _kept_fields(fields: FieldSelector, size: int) -> FieldSelector | CompactFieldSelector:
    if size <= _LARGE or not fields:
        return fields
    from kapivara.meta.compact_selectors import CompactFieldSelector  # rare

    return CompactFieldSelector.of(fields)


def _with_name(fields: FieldSelector, name: str) -> FieldSelector:
    """Returns a field selector for `name`; raises ApiError if the given selector does not require the same name."""
    if not fields:
        return FieldSelector((FieldRequirement("metadata.name", name),))
    if fields.exact_match("metadata.name") != name:
        raise ApiError(bad_request_status("fieldSelector metadata.name doesn't match requested name"))
    return fields
