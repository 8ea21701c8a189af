"""Puts the rejections of connections into words, as a Status.

Upstream: apiserver/pkg/endpoints/handlers/rest.go limitedReadBody, apiserver/pkg/server/filters/timeout.go (1.37).
"""

from __future__ import annotations

from typing import assert_never

from kapivara.meta import Status, request_entity_too_large_status, unknown_error_status
from kapivara.meta.status import service_unavailable_status, timeout_status, too_many_requests_status
from kapivara.server.http1.handler import Cause, Refusal
from kapivara.values.rendering import quote


def refusal_status(refusal: Refusal) -> Status:
    """Returns the Status of a request that its connection rejects."""
    match refusal.cause:
        case Cause.TOO_LARGE:
            return request_entity_too_large_status(f"limit is {refusal.limit}")
        case Cause.BAD_BODY:
            line = "" if refusal.line is None else f": {quote(refusal.line)}"
            return unknown_error_status(refusal.text + line)
        case Cause.BUSY:
            return too_many_requests_status("too many requests, please try again later", 1)
        case Cause.TIMEOUT:
            return timeout_status("request did not complete within the allotted timeout")
        case Cause.STOPPING:
            return service_unavailable_status("apiserver is shutting down")
        case _:
            assert_never(refusal.cause)
