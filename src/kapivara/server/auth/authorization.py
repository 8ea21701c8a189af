"""Authorization of requests, before their object is looked up.

Upstream: apiserver/pkg/endpoints/filters/{authentication,authorization}.go, impersonation; pkg/endpoints/request
requestinfo.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.authorization.access import Access, Decision, refusal
from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.content.names import is_path_segment_name
from kapivara.meta import ApiError, Status, unauthorized_status
from kapivara.meta.query_parameters import integer, text
from kapivara.meta.selectors import SelectorError, parse_field_selector, parse_label_selector
from kapivara.server.auth.impersonation import Impersonation
from kapivara.server.routing.incoming import Incoming

if TYPE_CHECKING:
    from kapivara.meta.query_parameters import Query
    from kapivara.registry.registry import Registry

_OF_COLLECTIONS = frozenset(("list", "watch"))
_NOTHING = ("",)


class Authorization:
    """Authorizes requests of users other than the administrator.

    In both modes, roles bind an impersonated user, so that `kubectl --as` shows that user's rights.
    """

    def __init__(self, mode: AuthorizationMode = AuthorizationMode.ALWAYS_ALLOW):
        self._by_roles = mode is AuthorizationMode.RBAC
        self._impersonation = Impersonation()

    def is_settled(self, incoming: Incoming, registry: Registry) -> bool:
        """Returns True if everything needed for the decision is in memory."""
        needs_roles = self._by_roles or incoming.wanted is not None
        return incoming.caller.is_fresh and (not needs_roles or registry.policy.is_ready)

    def settle(self, incoming: Incoming, registry: Registry) -> None:
        """Looks up everything needed for the decision; may take time."""
        incoming.caller.look_up()
        registry.policy.refresh()

    def refuse(self, incoming: Incoming, registry: Registry) -> Status | None:
        """Returns the Status that rejects a request; None if it may proceed as the user stored in its memory."""
        memory, user, wanted = incoming.memory, incoming.caller.user, incoming.wanted
        if isinstance(wanted, Status):
            memory.decision = None
            return wanted
        if not incoming.caller.is_known and not incoming.caller.is_lasting:
            memory.decision = None
            return unauthorized_status()
        if wanted is None and not self._by_roles:
            memory.user, memory.is_unbound = user, True
            return None
        version = registry.policy.authorizer.version()
        if memory.allowed_at == version:
            return None
        refused = self._decide(incoming, wanted or user, registry)
        if refused is None:
            memory.allowed_at = version
        return refused

    def _decide(self, incoming: Incoming, user: UserInfo, registry: Registry) -> Status | None:
        decide, memory = registry.policy.authorizer.decide, incoming.memory
        access = access_of(incoming, incoming.caller.user)
        if incoming.wanted is not None:
            acting = self._impersonation.act(user, access, decide if self._by_roles else _allow)
            if isinstance(acting, Status):
                memory.decision = None
                return acting
            memory.acting, user = acting, acting.user
            access = access_of(incoming, user)
        decision = memory.decision = decide(access)
        if decision.allowed:
            memory.user = user
            return None
        return refusal(access, decision.reason)


def _allow(access: Access) -> Decision:  # noqa: ARG001  whatever it is
    return Decision(True)


def access_of(incoming: Incoming, user: UserInfo) -> Access:
    """Returns the access that a request needs."""
    target = incoming.target
    if target is None:
        return Access(user, incoming.method.lower(), path=incoming.path)
    name = target.name
    if not name and target.verb in _OF_COLLECTIONS and not target.watches_by_path:
        name = _selected_name(incoming.query)
    resource = target.resource
    return Access(user, target.verb, resource.group, resource.resource, target.subresource, target.namespace, name)


def _selected_name(query: Query) -> str:
    """Returns the object name that a field selector requires: a user who may get an object may list it alone.

    Kept: if any option of the list is invalid, all are ignored.
    """
    if "metadata.name" not in query.get("fieldSelector", _NOTHING)[0]:
        return ""
    try:
        integer(query, "limit"), integer(query, "timeoutSeconds")
        parse_label_selector(text(query, "labelSelector"))
        name = parse_field_selector(text(query, "fieldSelector")).exact_match("metadata.name") or ""
    except (ApiError, SelectorError):
        return ""
    return "" if is_path_segment_name(name) else name
