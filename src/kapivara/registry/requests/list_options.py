"""Reads and validates the options of lists, watches and collection deletions: selectors, chunks, versions.

Upstream: apimachinery/pkg/apis/meta/internalversion/validation/validation.go ValidateListOptions,
pkg/apis/meta/internalversion/defaults.go SetListOptionsDefaults, apiserver/pkg/endpoints/handlers/get.go listOpts
(1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.kinds.kind import Kind
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

ANY_VERSION = ("", "0")
_NOT_OLDER = "NotOlderThan"
_MATCHES = ("Exact", _NOT_OLDER)


@record
class ListOptions:
    """The objects to list, the number per chunk, and the revision."""

    labels: LabelSelector
    fields: FieldSelector
    limit: int = 0
    token: str = ""
    resource_version: str = ""
    version_match: str = ""


def read_list_options(query: Query, kind: Kind) -> ListOptions:
    """Reads the options of a list of objects of a kind; ends the request if they are invalid.

    Kept: the query alone decides whether they are validated as options of a watch, whatever the verb is. Kept: a list
    at resourceVersion "0" ignores its limit (cacher.go computeListLimit).
    """
    integer(query, "timeoutSeconds")
    limit = integer(query, "limit") or 0
    if kind.in_watch_cache and text(query, "resourceVersion") == "0" and not text(query, "continue"):
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
    initial = truth(query, "sendInitialEvents")
    errors = _check_watch(options, initial) if truth(query, "watch") else _check_list(options, initial)
    if errors:
        raise ApiError(invalid_status(GroupKind("meta.k8s.io", "ListOptions"), "", errors))
    try:
        fields.check_fields(kind.field_labels, kind.unsupported_field)
    except SelectorError as error:
        raise ApiError(bad_request_status(str(error))) from None
    return options


def _check_list(options: ListOptions, initial: bool | None) -> ErrorList:
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
    if initial is not None:
        errors.append(forbidden(FieldPath.of("sendInitialEvents"), "sendInitialEvents is forbidden for list"))
    return errors


def _check_watch(options: ListOptions, initial: bool | None) -> ErrorList:
    errors: ErrorList = []
    path, match = FieldPath.of("resourceVersionMatch"), options.version_match
    if initial is None and not match and options.resource_version in ANY_VERSION:
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
