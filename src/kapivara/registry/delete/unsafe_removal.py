"""Authorizes deletions of unreadable objects, which ignore finalizers and preconditions.

Upstream: apiserver/pkg/endpoints/handlers/delete.go DeleteResource, authorizeUnsafeDelete (1.37,
AllowUnsafeMalformedObjectDeletion).
"""

from __future__ import annotations

from typing import Final

from kapivara.authorization.access import Access
from kapivara.meta import ApiError, forbidden_status, internal_error_status
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.options import UNREADABLE

_VERB: Final = "unsafe-delete-ignore-read-errors"


def check_unsafe_removal(active: ActiveRequest) -> None:
    """Raises ApiError if the user may not delete unreadable objects, or the kind does not support it."""
    if not active.kind.deletes_unreadable:
        raise ApiError(internal_error_status(f"no unsafe deleter provided, can not honor {UNREADABLE}"))
    surroundings = active.kind.surroundings
    if surroundings.is_unbound:
        return
    resource, name = active.store.resource, active.request.name
    wanted = Access(surroundings.user, _VERB, resource.group, resource.resource, "", active.namespace, name)
    decision = surroundings.decide(wanted)
    if not decision.allowed:
        problem = f'not permitted to do "{_VERB}", reason: {decision.reason}'
        raise ApiError(forbidden_status(resource, name, problem))
