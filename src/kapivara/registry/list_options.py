"""The options of lists (and of deleting collections): selectors, chunks, versions; read from the query and checked.

Upstream: apimachinery/pkg/apis/meta/internalversion/validation/validation.go ValidateListOptions,
apiserver/pkg/endpoints/handlers/get.go listOpts (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kapivara.apis.kind import Kind
from kapivara.field import ErrorList, FieldPath, forbidden, not_supported
from kapivara.meta import ApiError, GroupKind, bad_request_status, invalid_status
from kapivara.meta.query_parameters import Query, integer, text, truth
from kapivara.meta.selectors import (
    FieldSelector,
    LabelSelector,
    SelectorError,
    parse_field_selector,
    parse_label_selector,
)
from kapivara.values.record import record

_MATCHES = ("Exact", "NotOlderThan")


@record
class ListOptions:
    """Which objects to list, how many at a time, and as of when."""

    labels: LabelSelector
    fields: FieldSelector
    limit: int = 0
    token: str = ""
    resource_version: str = ""
    version_match: str = ""


Check: TypeAlias = Callable[[ListOptions, bool], ErrorList]
"""Says what is wrong with options; is told whether they ask for initial events, or for none."""


def read_list_options(query: Query, kind: Kind, check: Check | None = None) -> ListOptions:
    """Reads the options of a list of objects of a kind; ends the request where they make no sense.

    `check` says what is wrong with them, where they are not those of a list.
    Kept: a list of any version at all comes whole, whatever its limit (cacher.go computeListLimit).
    """
    integer(query, "timeoutSeconds")
    limit = integer(query, "limit") or 0
    if text(query, "resourceVersion") == "0" and not text(query, "continue"):
        limit = 0
    try:
        labels = parse_label_selector(text(query, "labelSelector"))
        fields = parse_field_selector(text(query, "fieldSelector"))
    except SelectorError as error:
        raise ApiError(bad_request_status(str(error))) from None
    options = ListOptions(
        labels,
        fields,
        limit,
        text(query, "continue"),
        text(query, "resourceVersion"),
        text(query, "resourceVersionMatch"),
    )
    errors = (check or _check)(options, truth(query, "sendInitialEvents") is not None)
    if errors:
        raise ApiError(invalid_status(GroupKind("meta.k8s.io", "ListOptions"), "", errors))
    try:
        fields.check_fields(kind.field_labels, kind.unsupported_field)
    except SelectorError as error:
        raise ApiError(bad_request_status(str(error))) from None
    return options


def _check(options: ListOptions, sends_initial_events: bool) -> ErrorList:
    errors: ErrorList = []
    path, match = FieldPath.of("resourceVersionMatch"), options.version_match
    if match:
        if not options.resource_version:
            problem = "resourceVersionMatch is forbidden unless resourceVersion is provided"
            errors.append(forbidden(path, problem))
        if options.token:
            errors.append(forbidden(path, "resourceVersionMatch is forbidden when continue is provided"))
        if match not in _MATCHES:
            errors.append(not_supported(path, match, (*_MATCHES, "")))
        if match == "Exact" and options.resource_version == "0":
            problem = 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'
            errors.append(forbidden(path, problem))
    if sends_initial_events:
        errors.append(forbidden(FieldPath.of("sendInitialEvents"), "sendInitialEvents is forbidden for list"))
    return errors
