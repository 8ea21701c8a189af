"""Validation rules of the query parameters of container logs.

Upstream: pkg/apis/core/validation/validation.go ValidatePodLogOptions (1.37; PodLogsQuerySplitStreams off).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.shared.rules.numbers import NOT_NEGATIVE
from kapivara.codec.errors import DecodeError
from kapivara.codec.typed.time_text import read_time
from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.field.path import NAMELESS
from kapivara.meta import ApiError, bad_request_status
from kapivara.meta.query_parameters import Query, integer


def validate_log_options(query: Query) -> ErrorList:
    """Requires valid numbers of lines, bytes and seconds, and not both `sinceSeconds` and `sinceTime`.

    Raises ApiError if a parameter is not a number or a time.
    """
    seconds = integer(query, "sinceSeconds")
    _check_time(query.get("sinceTime") or ("",))
    lines, size = integer(query, "tailLines"), integer(query, "limitBytes")
    errors: ErrorList = []
    if lines is not None and lines < 0:
        errors.append(invalid(FieldPath.of("tailLines"), lines, NOT_NEGATIVE))
    if size is not None and size < 1:
        errors.append(invalid(FieldPath.of("limitBytes"), size, "must be greater than 0"))
    if seconds is not None and query.get("sinceTime"):
        errors.append(forbidden(NAMELESS, "at most one of `sinceTime` or `sinceSeconds` may be specified"))
    elif seconds is not None and seconds < 1:
        errors.append(invalid(FieldPath.of("sinceSeconds"), seconds, "must be greater than 0"))
    if query.get("stream"):
        errors.append(forbidden(FieldPath.of("stream"), "may not be specified"))
    return errors


def _check_time(given: Sequence[str]) -> None:
    """Raises ApiError if a time is not valid. Upstream: apis/meta/v1/time.go UnmarshalQueryParameter."""
    if given[0] in ("", "null"):
        return
    try:
        read_time(given[0])
    except DecodeError as error:
        raise ApiError(bad_request_status(error.message)) from None
