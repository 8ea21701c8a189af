"""The options of watches: selectors, where to begin, for how long, with which bookmarks; read and checked.

Upstream: apimachinery/pkg/apis/meta/internalversion/validation/validation.go validateWatchOptions,
pkg/apis/meta/internalversion/defaults.go SetListOptionsDefaults, apiserver/pkg/endpoints/handlers/get.go ListResource
(1.37).
"""

from __future__ import annotations

import random

from kapivara.apis.kind import Kind
from kapivara.content.go_integers import integer_problem
from kapivara.field import ErrorList, FieldPath, forbidden, not_supported
from kapivara.meta import ApiError, bad_request_status, unknown_error_status
from kapivara.meta.query_parameters import Query, integer, truth
from kapivara.meta.selectors import FieldRequirement, FieldSelector, LabelSelector
from kapivara.registry.list_options import ListOptions, read_list_options
from kapivara.values.record import record
from kapivara.values.rendering import quote

_NOT_OLDER = "NotOlderThan"
_ANY_VERSION = ("", "0")
_UINT64_MAX = 2**64 - 1
_LEAST_SECONDS = 1800.0


@record
class WatchOptions:
    """Which objects to watch, since which revision, and for how many seconds.

    `revision` is 0 where none is named. `initial` tells that what is there now comes first, as if it were new;
    `bookmarks` that the client wants to be told how far it has come.
    """

    labels: LabelSelector
    fields: FieldSelector
    revision: int
    initial: bool
    bookmarks: bool
    seconds: float


def read_watch_options(query: Query, kind: Kind, name: str = "") -> WatchOptions:
    """Reads the options of a watch of objects of a kind, or of one by its name; ends the request where they are wrong.

    Kept: the options of a watch that its path asks for, and not its query, are judged as those of a list.
    """
    if not truth(query, "watch"):
        initial = None
        options = read_list_options(query, kind)
    else:
        initial = truth(query, "sendInitialEvents")
        options = read_list_options(query, kind, check=lambda options, _: _check(options, initial))
    fields = _with_name(options.fields, name) if name else options.fields
    seconds = float(integer(query, "timeoutSeconds") or 0) or _LEAST_SECONDS * (1 + random.random())  # noqa: S311
    revision = _revision(options.resource_version)
    return WatchOptions(
        options.labels,
        fields,
        revision,
        options.resource_version in _ANY_VERSION if initial is None else initial,
        bool(truth(query, "allowWatchBookmarks")),
        seconds,
    )


def _check(options: ListOptions, initial: bool | None) -> ErrorList:
    errors: ErrorList = []
    path, match = FieldPath.of("resourceVersionMatch"), options.version_match
    if initial is None and not match and options.resource_version in _ANY_VERSION:
        initial, match = True, _NOT_OLDER
    if initial is not None and match != _NOT_OLDER:
        errors.append(forbidden(path, f"sendInitialEvents requires setting resourceVersionMatch to {_NOT_OLDER}"))
    if match:
        if initial is None:
            problem = "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"
            errors.append(forbidden(path, problem))
        if match != _NOT_OLDER:
            errors.append(not_supported(path, match, (_NOT_OLDER,)))
        if options.token:
            errors.append(forbidden(path, "resourceVersionMatch is forbidden when continue is provided"))
    return errors


def _with_name(fields: FieldSelector, name: str) -> FieldSelector:
    """Returns what selects one object by its name; a selector that was given must ask for the same."""
    if not fields:
        return FieldSelector((FieldRequirement("metadata.name", name),))
    if fields.exact_match("metadata.name") != name:
        raise ApiError(bad_request_status("fieldSelector metadata.name doesn't match requested name"))
    return fields


def _revision(written: str) -> int:
    """Returns the revision that a resource version names; ends the request where it names none."""
    if not written:
        return 0
    problem = integer_problem(written, "ParseUint", 0, _UINT64_MAX)
    if problem:
        raise ApiError(unknown_error_status(f"resourceVersion: Invalid value: {quote(written)}: {problem}"))
    return int(written)
