"""SelfSubjectRulesReview as a built-in kind, which lists the client's rights.

Upstream: pkg/registry/authorization/selfsubjectrulesreview/rest.go; plugin/pkg/auth/authorizer/rbac/rbac.go RulesFor
(1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.unstored_kind import UnstoredKind
from kapivara.authorization.policy_tables import PolicyRule
from kapivara.authorization.user_info import MASTERS, UserInfo
from kapivara.meta import ApiError, bad_request_status
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.authorization.v1.zz_generated_types import SelfSubjectRulesReview

_OF_RESOURCES = ("verbs", "apiGroups", "resources", "resourceNames")
_OF_URLS = ("verbs", "nonResourceURLs")


class SelfSubjectRulesReviewKind(UnstoredKind):
    """A request for all rights of the client in a namespace."""

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  nothing is stored
        """Lists the rights. Kept: the response does not contain the request's spec."""
        namespace = cast("SelfSubjectRulesReview", obj)["spec"].get("namespace")
        if not namespace:
            raise ApiError(bad_request_status("no namespace on request"))
        user = self.surroundings.user
        rules, problems = self._rules(user, namespace), self.surroundings.authorizer.problems(user, namespace)
        status: JsonObject = {
            "resourceRules": [_part(rule, _OF_RESOURCES) for rule in rules if rule.get("resources")],
            "nonResourceRules": [_part(rule, _OF_URLS) for rule in rules if rule.get("nonResourceURLs")],
            "incomplete": False,
        }
        if problems:
            status["evaluationError"] = problems
        return {**self.codec.blank(), "status": status}

    def _rules(self, user: UserInfo, namespace: str) -> Sequence[PolicyRule]:
        if self.surroundings.is_unbound and MASTERS not in user.groups:
            from kapivara.authorization.escalation import FULL_AUTHORITY  # rarely needed

            return FULL_AUTHORITY
        return self.surroundings.authorizer.rules(user, namespace)


KIND = SelfSubjectRulesReviewKind


def _part(rule: PolicyRule, fields: tuple[str, ...]) -> JsonObject:
    return {field: list(rule[field]) for field in fields if rule.get(field)}
