"""The authorizer of CEL expressions: values that answer by the roles of a server.

Upstream: apiserver/pkg/cel/library/authz.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.authorization.access import Access, Decision
from kapivara.authorization.user_info import AUTHENTICATED, UserInfo, account_groups, account_name
from kapivara.cel.errors import CelError
from kapivara.cel.library.kubernetes.authz import AUTHORIZER, DECISION, GROUP_CHECK, PATH_CHECK, RESOURCE_CHECK
from kapivara.content.names import is_dns1123_label, is_dns1123_subdomain
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.admission.policies.facts import Facts


@record
class AuthorizerValue:
    """`authorizer`: the rights of a user."""

    answer: Callable[[Access], Decision]
    user: UserInfo
    cel_type = AUTHORIZER

    def path(self, path: str) -> PathCheckValue:
        """Starts a check of a path."""
        if not path.strip():
            raise CelError("path must not be empty")
        return PathCheckValue(self, path)

    def group(self, group: str) -> GroupCheckValue:
        """Starts a check of an API group."""
        return GroupCheckValue(self, group)

    def service_account(self, namespace: str, name: str) -> AuthorizerValue:
        """Returns the authorizer of a service account."""
        if is_dns1123_subdomain(name):
            raise CelError("Invalid service account name")
        if is_dns1123_label(namespace):
            raise CelError("Invalid service account namespace")
        groups = (*account_groups(namespace), AUTHENTICATED)
        return replace(self, user=UserInfo(account_name(namespace, name), "", groups))

    def decide(self, access: Access) -> DecisionValue:
        """Returns the decision on an access."""
        decision = self.answer(access)
        return DecisionValue(decision.allowed, decision.reason)


@record
class PathCheckValue:
    """A check of a path."""

    authorizer: AuthorizerValue
    asked: str
    cel_type = PATH_CHECK

    def check(self, verb: str) -> DecisionValue:
        """Checks a verb."""
        return self.authorizer.decide(Access(self.authorizer.user, verb, path=self.asked))


@record
class GroupCheckValue:
    """A check of an API group."""

    authorizer: AuthorizerValue
    asked: str
    cel_type = GROUP_CHECK

    def resource(self, resource: str) -> ResourceCheckValue:
        """Starts a check of a resource of the group."""
        if not resource.strip():
            raise CelError("resource must not be empty")
        return ResourceCheckValue(self.authorizer, Access(self.authorizer.user, "", self.asked, resource))


@record
class ResourceCheckValue:
    """A check of a resource."""

    authorizer: AuthorizerValue
    access: Access
    cel_type = RESOURCE_CHECK

    def about(self, **parts: str) -> ResourceCheckValue:
        """Narrows the check to a subresource, a namespace or an object. Roles have no selectors."""
        return replace(self, access=replace(self.access, **parts))

    def check(self, verb: str) -> DecisionValue:
        """Checks a verb."""
        return self.authorizer.decide(replace(self.access, verb=verb))


@record
class DecisionValue:
    """The decision of a check."""

    allowed: bool
    reason: str
    cel_type = DECISION


def authorizers_of(facts: Facts) -> dict[str, object]:
    """Returns the variables with which expressions check the rights of the request's user."""
    write = facts.write
    authorizer = AuthorizerValue(write.surroundings.decide, write.user)
    resource = ResourceCheckValue(authorizer, Access(write.user, "", facts.resource.group, facts.resource.resource))
    asked = resource.about(subresource=write.subresource, namespace=facts.namespace, name=write.name)
    return {"authorizer": authorizer, "authorizer.requestResource": asked}
