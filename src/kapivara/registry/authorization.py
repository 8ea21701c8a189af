"""Whether somebody whom a client acts for may do what is asked: by the roles that bindings give them.

Clients themselves may do everything. Upstream: apiserver/pkg/endpoints/filters/authorization.go,
handlers/responsewriters/errors.go ForbiddenStatusError (1.37).
"""

from __future__ import annotations

from kapivara.apis.role_based_access import Access, RoleBasedAccess
from kapivara.apis.user_info import UserInfo
from kapivara.meta import ApiError, forbidden_status
from kapivara.registry.active_request import ActiveRequest
from kapivara.values.rendering import quote


def authorize(active: ActiveRequest, user: UserInfo) -> None:
    """Ends a request that its user may not make."""
    request, resource = active.request, active.kind.group_resource
    access = Access(
        user,
        request.verb,
        resource.group,
        resource.resource,
        request.subresource,
        active.namespace,
        request.name,
    )
    decision = RoleBasedAccess(active.kind.surroundings).decide(access)
    if decision.allowed:
        return
    name = f"{resource.resource}/{request.subresource}" if request.subresource else resource.resource
    what = f"User {quote(user.name)} cannot {request.verb} resource {quote(name)} in API group {quote(resource.group)}"
    where = f"in the namespace {quote(active.namespace)}" if active.namespace else "at the cluster scope"
    problem = f"{what} {where}: {decision.reason}" if decision.reason else f"{what} {where}"
    raise ApiError(forbidden_status(resource, request.name, problem))
