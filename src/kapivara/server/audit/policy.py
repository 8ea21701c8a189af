"""What is told of which requests: the rules of an audit policy, of which the first one that fits counts.

Upstream: apiserver/pkg/audit/policy/checker.go (1.37).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final

from kapivara.authorization.access import Access
from kapivara.values.record import record

_ALL: Final = "*"


class Level(IntEnum):
    """How much is told of a request: nothing, who asked what, the object that was sent, and the answer too."""

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
"""Levels by the names that policies and events have for them."""
LEVEL_NAMES: Final = {level: name for name, level in LEVELS.items()}


class Stage(StrEnum):
    """When an event is told: as a request comes, as the answer of one that lasts begins, at its end, at a defect."""

    REQUEST_RECEIVED = "RequestReceived"
    RESPONSE_STARTED = "ResponseStarted"
    RESPONSE_COMPLETE = "ResponseComplete"
    PANIC = "Panic"


@record
class GroupResources:
    """Resources of a group, all where none are named; `names` are those of objects."""

    group: str = ""
    resources: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def fit(self, access: Access) -> bool:
        """Tells whether something is asked of one of them."""
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
    """How much is told of requests that fit all that it names; what it does not name may be anything."""

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
        """Tells whether it is about a request; one of nobody fits no rule about users."""
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
    """Rules in their order."""

    rules: tuple[AuditRule, ...]

    def rule_for(self, access: Access, *, has_user: bool = True) -> AuditRule:
        """Returns the first rule that is about a request; where none is, nothing is told of it."""
        return next((rule for rule in self.rules if rule.fits(access, has_user=has_user)), _NOTHING)


def _leads_to(spec: str, path: str) -> bool:
    return spec in (_ALL, path) or (spec.endswith(_ALL) and path.startswith(spec.rstrip(_ALL)))
