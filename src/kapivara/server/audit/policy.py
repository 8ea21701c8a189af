"""The rules of an audit policy, of which the first matching one sets the level of a request.

Upstream: apiserver/pkg/audit/policy/checker.go (1.37).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final

from kapivara.authorization.access import Access
from kapivara.values.record import record

_ALL: Final = "*"


class Level(IntEnum):
    """The content of events: none, metadata, also the request's object, also the response's object."""

    NONE = 0
    METADATA = 1
    REQUEST = 2
    REQUEST_RESPONSE = 3


LEVELS: Final = {
    "None": Level.NONE,
    "Metadata": Level.METADATA,
    "Request": Level.REQUEST,
    "RequestResponse": Level.REQUEST_RESPONSE,
}
"""The levels by their names in policies and events."""
LEVEL_NAMES: Final = {level: name for name, level in LEVELS.items()}


class Stage(StrEnum):
    """The time of an event: the arrival of a request, the start of a long response, its end, or a panic."""

    REQUEST_RECEIVED = "RequestReceived"
    RESPONSE_STARTED = "ResponseStarted"
    RESPONSE_COMPLETE = "ResponseComplete"
    PANIC = "Panic"


@record
class GroupResources:
    """Resources of a group, all if none are named; `names` are object names."""

    group: str = ""
    resources: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def fit(self, access: Access) -> bool:
        """Returns True if an access concerns one of them."""
        if self.group not in (access.group, _ALL):
            return False
        if not self.resources:
            return True
        if self.names and access.name not in self.names:
            return False
        whole = f"{access.resource}/{access.subresource}" if access.subresource else access.resource
        forms = {whole, _ALL, f"{access.resource}/*"}
        if access.subresource:
            forms.add(f"*/{access.subresource}")
        return not forms.isdisjoint(self.resources)


@record
class AuditRule:
    """The level of requests that match all conditions; an empty condition matches everything."""

    level: Level
    users: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    resources: tuple[GroupResources, ...] = ()
    namespaces: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    omitted: frozenset[str] = frozenset()
    omits_managed_fields: bool = False

    def fits(self, access: Access, *, has_user: bool) -> bool:
        """Returns True if the rule matches a request; one without a user matches no rule with users."""
        user = access.user
        if self.users and not (has_user and user.name in self.users):
            return False
        if self.groups and not (has_user and not set(user.groups).isdisjoint(self.groups)):
            return False
        if self.verbs and access.verb not in self.verbs:
            return False
        if self.namespaces or self.resources:
            return access.path is None and self._fits_resource(access)
        return not self.urls or (access.path is not None and any(_leads_to(each, access.path) for each in self.urls))

    def _fits_resource(self, access: Access) -> bool:
        if self.namespaces and access.namespace not in self.namespaces:
            return False
        return not self.resources or any(each.fit(access) for each in self.resources)


_NOTHING: Final = AuditRule(Level.NONE)


@record
class AuditPolicy:
    """Rules in order."""

    rules: tuple[AuditRule, ...]

    def rule_for(self, access: Access, *, has_user: bool = True) -> AuditRule:
        """Returns the first rule that matches a request; otherwise a rule of level None."""
        return next((rule for rule in self.rules if rule.fits(access, has_user=has_user)), _NOTHING)


def _leads_to(spec: str, path: str) -> bool:
    return spec in (_ALL, path) or (spec.endswith(_ALL) and path.startswith(spec.rstrip(_ALL)))
