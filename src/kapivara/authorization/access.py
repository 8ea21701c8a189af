"""Authorization requests and decisions, and the Status of a denied request.

Upstream: apiserver/pkg/authorization/authorizer/interfaces.go; pkg/endpoints/handlers/responsewriters/errors.go
ForbiddenStatusError (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.authorization.user_info import UserInfo
from kapivara.meta import GroupResource, Status, forbidden_status
from kapivara.values.record import record
from kapivara.values.rendering import quote

_NOT_AS_HTML: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


@record
class Access:
    """A request to authorize: an action on objects, or with a `path` on a non-resource URL."""

    user: UserInfo
    verb: str
    group: str = ""
    resource: str = ""
    subresource: str = ""
    namespace: str = ""
    name: str = ""
    path: str | None = None


@record
class Decision:
    """Whether an access is allowed, and the reason, if there is one."""

    allowed: bool
    reason: str = ""


def refusal(access: Access, reason: str = "") -> Status:
    """Returns the Status of a denied access; escapes HTML characters in it."""
    problem = _description(access).translate(_NOT_AS_HTML)
    resource = GroupResource(access.group, access.resource)
    return forbidden_status(resource, access.name, f"{problem}: {reason}" if reason else problem)


def _description(access: Access) -> str:
    what = f"User {quote(access.user.name)} cannot {access.verb}"
    if access.path is not None:
        return f"{what} path {quote(access.path)}"
    resource = f"{access.resource}/{access.subresource}" if access.subresource else access.resource
    what = f"{what} resource {quote(resource)} in API group {quote(access.group)}"
    return f"{what} in the namespace {quote(access.namespace)}" if access.namespace else f"{what} at the cluster scope"
